/* Traces of other programs: the sequence of calls of each rank on MPI_COMM_WORLD. They lack entry
 * times, addresses of buffers, and common names of communicators. */
#ifndef TN_TRACE_PLAIN_H
#define TN_TRACE_PLAIN_H

#include "program/program.h"

struct tn_plain_call {
  int kind;        /* enum tn_record_kind, always blocking */
  int root;        /* rank of the root; 0 if the call has no root */
  guint64 bytes;   /* bytes, with the meaning that they have in struct tn_record */
  guint64 *counts; /* [n_ranks] bytes to each rank for alltoallv and alltoallw; owned or NULL */
  int element;     /* bytes of a reduction's element, otherwise 0 */
  double computed; /* seconds of computation since the rank's last call */
};

struct tn_plain {
  int n_ranks;
  GArray **calls; /* [n_ranks] struct tn_plain_call */
  double *tail;   /* [n_ranks] seconds of computation after the last call */
};
struct tn_plain *tn_plain_new(int n_ranks);
void tn_plain_free(struct tn_plain *plain);

/* Returns the n counts as in struct tn_program_call: NULL if equal. *ret_mean: their mean. Takes
 * ownership of `counts`. */
size_t *tn_plain_counts(size_t *counts, size_t n, size_t *ret_mean);

/* Returns the program: call i of every rank is the same collective. From the first disagreement on,
 * calls are skipped and counted in `notes`. Transfer full. */
struct tn_program *tn_plain_program(const struct tn_plain *plain, const char *path,
                                    GPtrArray *notes);

/* Test for SimGrid's time-independent traces (actions, or a list of files of actions); load them.
 * `speed`: flops per second, 0 if not given. tn_ti_load returns NULL and *error (usage) on
 * failure. */
bool tn_ti_is(const char *text, gsize length);
struct tn_program *tn_ti_load(const char *path, const char *text, double speed, GPtrArray *notes,
                              GError **error);

#endif
