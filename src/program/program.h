/* A program is a sequence of computation and collective calls of its ranks. Traces and skeletons of
 * applications have this form; replay.h simulates it.
 *
 * Times are in seconds, sizes in bytes. A rank is a rank of the whole program (0 to n_ranks - 1),
 * unless a comment has "in the group". The order of calls agrees with the order at every rank. */
#ifndef TN_PROGRAM_PROGRAM_H
#define TN_PROGRAM_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/transport.h"

/* rank[i]: rank in the program of the communicator's rank i. */
struct tn_program_group {
  int n;
  int *rank; /* [n], owned */
};

/* seconds, upper limit of times: larger doubles lose nanoseconds */
#define TN_PROGRAM_LONGEST 1e7

/* collective of calls that the registry does not have */
enum { TN_PROGRAM_UNMODELLED = -1 };

struct tn_program_call {
  /* Interned: as in tn_collective_names, otherwise MPI's name in lower case without "MPI_". */
  const char *name;
  int collective; /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int group;      /* number of the call's communicator */
  int root;       /* root as a rank in the group; 0 if the call has no root */
  size_t bytes;   /* bytes as in tn_call.block; the mean if there are counts */
  size_t *counts; /* bytes as in tn_call.counts, by rank of the group (alltoallv: [n * n], a row per
                   * sender), owned; NULL if all blocks are equal */
  enum tn_type type; /* element type of a reduction, or the nearest type of that size */
  bool in_place;
  bool fresh;         /* true if a buffer was in no earlier call */
  size_t first;       /* index of the call's first element in the arrays of times */
  guint equal_counts; /* number from 1, the same for equal counts; 0 without counts */
};

/* A program owns everything. Element call.first + r of an array of times is that of rank r in the
 * group. */
struct tn_program {
  char *name;     /* name in tables: a trace's folder, or the application */
  char *library;  /* library as in the entries library:NAME; NULL if unknown */
  char *left_out; /* text on operations not simulated; NULL if unknown */
  int n_ranks;
  GArray *groups;   /* struct tn_program_group */
  GArray *calls;    /* struct tn_program_call */
  GArray *computed; /* double: seconds from the exit of the rank's previous call (or 0) */
  GArray *entry;    /* double: measured seconds since the beginning; NAN if unknown */
  GArray *exit;     /* double: measured exit in seconds since the beginning; NAN if unknown */
  double *tail;     /* [n_ranks] seconds of computation after the last call */
  GHashTable *known_counts; /* GBytes of counts -> tn_program_call.equal_counts */
  double scale;             /* weight of each call, above 1 if only some iterations are simulated */
};

/* Returns a program without calls; copies `name`. Transfer full. */
struct tn_program *tn_program_new(const char *name, int n_ranks);
void tn_program_free(struct tn_program *program);

/* Returns the number of the group that has these ranks in this order; adds the group if it is
 * new. */
int tn_program_group(struct tn_program *program, int n, const int *rank);

/* Appends a copy of *call, with its `collective`, `first` and `equal_counts` set, and takes
 * ownership of call->counts. Times: seconds by rank in the group; entry and exit may be NULL. */
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

/* Returns true if the call moves no bytes and is no barrier: libraries return at once. */
bool tn_program_call_is_empty(const struct tn_program_call *call);

bool tn_program_is_measured(const struct tn_program *program);

#endif
