/* What a program's ranks do, as its collectives see it: each computes, then enters a collective call
 * on one of its communicators, and so on. A trace is read into this form, and a skeleton of an
 * application written in it; replay.h simulates it.
 *
 * Times are seconds, sizes bytes. A rank is a rank of the whole program (0 to n_ranks - 1) unless it
 * is said to be one of a group. Calls are in an order that agrees with that of every rank. */
#ifndef TN_PROGRAM_PROGRAM_H
#define TN_PROGRAM_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/transport.h"

/* A communicator: `rank` lists the program's ranks by their rank in it. */
struct tn_program_group {
  int n;
  int *rank; /* [n], owned */
};

/* Seconds: beside longer ones a double loses the nanoseconds of calls. */
#define TN_PROGRAM_LONGEST 1e7

/* Not a collective of the registry. */
enum { TN_PROGRAM_UNMODELLED = -1 };

/* One call. */
struct tn_program_call {
  const char
      *name;      /* as in tn_collective_names; of others MPI's name, small letters, without "MPI_".
                       Interned */
  int collective; /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int group;      /* number of its communicator */
  int root;       /* rank in the group; 0 where there is none */
  size_t bytes;   /* as tn_call.block; with counts: the mean */
  size_t *counts; /* as tn_call.counts: bytes by rank of the group (alltoallv: n * n, row =
                       sender), owned; NULL: uniform */
  enum tn_type type; /* of reductions; the nearest of the same size for others */
  bool in_place;
  bool fresh;         /* a buffer of it was in no call before */
  size_t first;       /* where its group's times begin in the arrays below */
  guint equal_counts; /* the same number in calls with the same counts; 0: none */
};

/* All of it is owned. Times are by call and rank in the call's group: element call.first + rank. */
struct tn_program {
  char *name;    /* for tables: a trace's folder, an application */
  char *library; /* that it was linked with, as the entries library:NAME have it; NULL: not known */
  char
      *left_out; /* what ranks did that is not simulated and takes no time: "2 messages from rank to
                      rank (4002000 bytes)"; NULL: nothing known */
  int n_ranks;
  GArray *groups; /* struct tn_program_group */
  GArray *calls;  /* struct tn_program_call */
  GArray
      *computed; /* double: between the exit of the rank's last call, or the begin, and the entry */
  GArray *entry; /* double: measured, since the begin; NAN: not known */
  GArray *exit;  /* double: measured likewise */
  double *tail;  /* [n_ranks] computed after the last call */
  GHashTable *known_counts; /* GBytes to struct tn_program_call.equal_counts */
  double scale;             /* one call stands for so many: a skeleton that simulates a part of its
                       iterations; 1 otherwise */
};

/* A program of n_ranks ranks without calls. `name` is copied. Transfer full. */
struct tn_program *tn_program_new(const char *name, int n_ranks);
void tn_program_free(struct tn_program *program);

/* The number of the group of these ranks, in this order, which is added if it is new. */
int tn_program_group(struct tn_program *program, int n, const int *rank);

/* Appends a call: *call, whose `collective` follows from its name and whose `first` and `equal_counts`
 * are set here; it takes call->counts over. The times are given by rank in the group; entry and exit may be NULL. */
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

/* Whether the call moves nothing and is no barrier: libraries return from it at once, and no rank waits
 * for another. */
bool tn_program_call_is_empty(const struct tn_program_call *call);

/* Whether all calls have measured entries and exits. */
bool tn_program_is_measured(const struct tn_program *program);

#endif
