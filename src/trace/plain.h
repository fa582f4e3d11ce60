/* Traces of other programs: for each rank what it called on MPI_COMM_WORLD, one after another. They
 * have no times, no buffers, and no communicators that all ranks name alike. */
#ifndef TN_TRACE_PLAIN_H
#define TN_TRACE_PLAIN_H

#include "program/program.h"

/* A call of one rank. */
struct tn_plain_call {
  int kind;        /* enum tn_record_kind, blocking */
  int root;        /* 0 where there is none */
  guint64 bytes;   /* as in struct tn_record */
  guint64 *counts; /* [n_ranks] bytes to each rank, of alltoallv and alltoallw; owned, else NULL */
  int element;     /* bytes of an element of a reduction; 0: none */
  double computed; /* seconds since the rank's last call */
};

/* The calls of all ranks. */
struct tn_plain {
  int n_ranks;
  GArray **calls; /* [n_ranks] struct tn_plain_call */
  double *tail;   /* [n_ranks] seconds computed after the last call */
};
struct tn_plain *tn_plain_new(int n_ranks);
void tn_plain_free(struct tn_plain *plain);

/* The n counts of a call, which it takes over, as a program has them: NULL where all are equal; and
 * their mean. */
size_t *tn_plain_counts(size_t *counts, size_t n, size_t *ret_mean);

/* The program: call i of every rank is the same call. Where they do not agree, nothing that follows
 * can be matched: it is left out and counted in `notes`. Transfer full. */
struct tn_program *tn_plain_program(const struct tn_plain *plain, const char *path,
                                    GPtrArray *notes);

/* A text of SimGrid's time-independent traces: the actions of ranks, or a list of files of them.
 * `speed` in flops per second; 0: not given. NULL and *error (usage). */
bool tn_ti_is(const char *text, gsize length);
struct tn_program *tn_ti_load(const char *path, const char *text, double speed, GPtrArray *notes,
                              GError **error);

#endif
