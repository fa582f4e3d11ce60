/* A group of ranks as a transport of its own: the algorithm that runs in it sees ranks 0 .. n - 1,
 * flags and scratch memory from 0, and buffers of its own call, and every operation becomes one of
 * the surrounding transport. Groups may lie within groups. */
#ifndef TN_ALGOS_KIT_GROUP_H
#define TN_ALGOS_KIT_GROUP_H

#include "algos/registry.h"

/* Where a buffer of a member lies among the buffers of the surrounding call. */
struct tn_window {
  enum tn_buf buf;
  size_t off; /* bytes */
};

/* What a group has of the surrounding call. Flags and scratch begin at the same place on all
 * members, as each names the others' too. */
struct tn_group {
  int n_ranks;
  const int *members;            /* [n_ranks] their ranks in the surrounding call */
  struct tn_window *send, *recv; /* [n_ranks] */
  size_t temp, shared;           /* where the scratch begins in TEMP and SHARED, bytes */
  int slot;                      /* the first flag */
};

/* Runs an entry on the caller, who is call->rank of the group. Everything is borrowed. */
void tn_group_run(struct tn_strand *r, const struct tn_group *group, const struct tn_call *call,
                  const struct tn_method *algorithm);

/* Where the members sit, numbered densely again but for their cores. */
struct tn_group_layout {
  struct tn_layout layout;
  int *places; /* owned */
};

/* `of`: the surrounding ranks'; NULL: all are in one place. */
void tn_group_layout_init(struct tn_group_layout *l, const struct tn_layout *of, int n_ranks,
                          const int *members);
void tn_group_layout_finish(struct tn_group_layout *l);

#endif
