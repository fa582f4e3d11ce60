/* Traces of other programs: the sequence of calls of each rank on MPI_COMM_WORLD. These traces have
 * neither entry times nor addresses of buffers, and their ranks have no common names of
 * communicators. */
#ifndef TN_TRACE_PLAIN_H
#define TN_TRACE_PLAIN_H

#include "program/program.h"

/* A call of one rank. */
struct tn_plain_call {
  int kind;        /* enum tn_record_kind of the call, always blocking */
  int root;        /* rank of the root; 0 if the call has no root */
  guint64 bytes;   /* bytes, with the meaning that they have in struct tn_record */
  guint64 *counts; /* [n_ranks] bytes to each rank for alltoallv and alltoallw; owned, otherwise
                    * NULL */
  int element;     /* bytes of an element of a reduction; 0 for other calls */
  double computed; /* seconds of computation since the rank's last call */
};

/* The calls of all ranks. */
struct tn_plain {
  int n_ranks;
  GArray **calls; /* [n_ranks] struct tn_plain_call */
  double *tail;   /* [n_ranks] seconds of computation after the last call */
};
struct tn_plain *tn_plain_new(int n_ranks);
void tn_plain_free(struct tn_plain *plain);

/* Returns the n counts of a call in the form of struct tn_program_call: NULL if all are equal.
 * *ret_mean: their mean. Takes ownership of `counts`. */
size_t *tn_plain_counts(size_t *counts, size_t n, size_t *ret_mean);

/* Returns the program: call number i of every rank belongs to the same collective call. If the
 * ranks do not agree on a call, that call and all later calls are skipped and counted in `notes`.
 * Transfer full. */
struct tn_program *tn_plain_program(const struct tn_plain *plain, const char *path,
                                    GPtrArray *notes);

/* Test whether a text has SimGrid's time-independent traces, and load it: the text has the actions
 * of ranks, or a list of files with actions. `speed` is in flops per second; 0 if not given.
 * tn_ti_load returns NULL and *error (usage) on failure. */
bool tn_ti_is(const char *text, gsize length);
struct tn_program *tn_ti_load(const char *path, const char *text, double speed, GPtrArray *notes,
                              GError **error);

#endif
