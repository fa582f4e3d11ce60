/* A program is a sequence of computation and collective calls of its ranks. Traces are read into
 * this form, and skeletons of applications are written in it; replay.h simulates it.
 *
 * Times are in seconds, sizes in bytes. A rank is a rank of the whole program (0 to n_ranks - 1),
 * unless a comment has "in the group". The order of calls agrees with the order at every rank. */
#ifndef TN_PROGRAM_PROGRAM_H
#define TN_PROGRAM_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/transport.h"

/* A communicator: rank[i] is the rank in the program of the communicator's rank i. */
struct tn_program_group {
  int n;
  int *rank; /* [n], owned */
};

/* Upper limit of times in seconds: in a larger double, nanoseconds are lost. */
#define TN_PROGRAM_LONGEST 1e7

/* collective of calls that the registry does not have */
enum { TN_PROGRAM_UNMODELLED = -1 };

struct tn_program_call {
  /* Name of the collective, interned: as in tn_collective_names; for others MPI's name in lower
   * case without "MPI_". */
  const char *name;
  int collective; /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int group;      /* number of the call's communicator */
  int root;       /* root as a rank in the group; 0 if the call has no root */
  size_t bytes;   /* bytes as in tn_call.block; the mean if there are counts */
  size_t *counts; /* bytes as in tn_call.counts, by rank of the group (alltoallv: [n * n], a row for
                   * each sender), owned; NULL if all blocks are equal */
  enum tn_type type; /* type of a reduction's elements, or the nearest type of the same size */
  bool in_place;
  bool fresh;         /* true if at least one of the call's buffers was in no earlier call */
  size_t first;       /* index of the first element of the call in the arrays of times below */
  guint equal_counts; /* number of the counts, from 1, the same for equal counts; 0 if the call has
                       * no counts */
};

/* A program. It owns everything. Element call.first + r of an array of times belongs to rank r of
 * the call's group. */
struct tn_program {
  char *name;     /* name for tables: the folder of a trace, or the application */
  char *library;  /* library that the program used, as in the entries library:NAME; NULL if
                   * unknown */
  char *left_out; /* text on operations that are not simulated; NULL if unknown */
  int n_ranks;
  GArray *groups;   /* struct tn_program_group */
  GArray *calls;    /* struct tn_program_call */
  GArray *computed; /* double: seconds from the exit of the rank's previous call (or 0) to the
                     * entry */
  GArray *entry;    /* double: measured entry in seconds since the beginning; NAN if unknown */
  GArray *exit;     /* double: measured exit in seconds since the beginning; NAN if unknown */
  double *tail;     /* [n_ranks] seconds of computation after the last call */
  GHashTable *known_counts; /* GBytes of counts -> number as in tn_program_call.equal_counts */
  double scale;             /* weight of each call: above 1 in an application that simulates a part
                             * of its iterations */
};

/* Returns a program without calls. `name` is copied. Transfer full. */
struct tn_program *tn_program_new(const char *name, int n_ranks);
void tn_program_free(struct tn_program *program);

/* Returns the number of the group that has these ranks in this order; adds the group if it is
 * new. */
int tn_program_group(struct tn_program *program, int n, const int *rank);

/* Appends a copy of *call and takes ownership of call->counts. Sets the copy's `collective` from
 * the name, and its `first` and `equal_counts`. Times are in seconds by rank in the group; entry
 * and exit may be NULL. */
void tn_program_add(struct tn_program *program, const struct tn_program_call *call,
                    const double *computed, const double *entry, const double *exit);

static inline const struct tn_program_group *tn_program_group_of(const struct tn_program *program,
                                                                 const struct tn_program_call *call)
{
  return &g_array_index(program->groups, struct tn_program_group, call->group);
}

static inline const struct tn_program_call *tn_program_call(const struct tn_program *program,
                                                            guint i)
{
  return &g_array_index(program->calls, struct tn_program_call, i);
}

/* Returns true if the call moves no bytes and is not a barrier: libraries return at once, and ranks
 * do not wait. */
bool tn_program_call_is_empty(const struct tn_program_call *call);

/* Returns true if all calls have measured entries and exits. */
bool tn_program_is_measured(const struct tn_program *program);

#endif
