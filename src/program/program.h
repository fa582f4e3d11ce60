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

/* A communicator: rank[i] is the program's rank of its rank i. */
struct tn_program_group {
  int n;
  int *rank; /* [n], owned */
};

/* Upper limit of times in seconds: a larger double has no nanoseconds. */
#define TN_PROGRAM_LONGEST 1e7

/* a collective that is not in the registry */
enum { TN_PROGRAM_UNMODELLED = -1 };

struct tn_program_call {
  /* Interned: see tn_collective_names; for others MPI's name in lower case without "MPI_". */
  const char *name;
  int collective; /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int group;      /* number of its communicator */
  int root;       /* rank in the group; 0 without a root */
  size_t bytes;   /* see tn_call.block; the mean if there are counts */
  size_t *counts; /* see tn_call.counts: bytes by rank of the group (alltoallv: [n * n], a row for
                     each sender), owned; NULL if uniform */
  enum tn_type type; /* type of a reduction, or the nearest one of the same size */
  bool in_place;
  bool fresh;         /* true if one of its buffers was in no earlier call */
  size_t first;       /* index of its group's first time in the arrays below */
  guint equal_counts; /* number of its counts, the same for equal counts; 0 without counts */
};

/* A program; everything is owned. Element call.first + r of an array of times belongs to rank r in
 * the call's group. */
struct tn_program {
  char *name;     /* name for tables: folder of a trace, or application */
  char *library;  /* library of the program, as in the entries library:NAME; NULL if unknown */
  char *left_out; /* text of operations that are not simulated; NULL if unknown */
  int n_ranks;
  GArray *groups;   /* struct tn_program_group */
  GArray *calls;    /* struct tn_program_call */
  GArray *computed; /* double: time between the exit of the previous call (or 0) and the entry */
  GArray *entry;    /* double: measured entry since the begin; NAN if unknown */
  GArray *exit;     /* double: measured exit since the begin; NAN if unknown */
  double *tail;     /* [n_ranks] computation after the last call */
  GHashTable *known_counts; /* GBytes -> number as in tn_program_call.equal_counts */
  double scale;             /* weight of a call: > 1 in a skeleton that simulates a part of its
                               iterations */
};

/* Returns a program without calls. `name` is copied. Transfer full. */
struct tn_program *tn_program_new(const char *name, int n_ranks);
void tn_program_free(struct tn_program *program);

/* Returns the number of the group with these ranks in this order; adds it if it is new. */
int tn_program_group(struct tn_program *program, int n, const int *rank);

/* Appends a copy of *call and takes ownership of call->counts. Sets `collective` by the name,
 * `first` and `equal_counts`. Times are by rank in the group; entry and exit may be NULL. */
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
