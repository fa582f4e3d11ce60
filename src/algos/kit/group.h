/* A group of ranks as a transport. The algorithm that runs in the group uses ranks 0 .. n - 1,
 * flags and scratch memory that begin at 0, and the buffers of the group's call. Every operation
 * becomes an operation of the surrounding transport. Groups may be nested. */
#ifndef TN_ALGOS_KIT_GROUP_H
#define TN_ALGOS_KIT_GROUP_H

#include "algos/registry.h"

/* Place of a member's buffer within the buffers of the surrounding call. */
struct tn_window {
  enum tn_buf buf;
  size_t off; /* bytes */
};

/* Resources of a group in the surrounding call. Flags and scratch memory begin at the same place on
 * all members, since members access the flags and memory of other members. */
struct tn_group {
  int n_ranks;
  const int *members;            /* [n_ranks] ranks in the surrounding call */
  struct tn_window *send, *recv; /* [n_ranks] places of the members' buffers */
  size_t temp, shared;           /* start of the scratch memory in TEMP and SHARED, bytes */
  int slot;                      /* index of the first flag */
};

/* Runs an algorithm on the caller, which is rank call->rank of the group. All arguments are
 * borrowed. */
void tn_group_run(struct tn_strand *r, const struct tn_group *group, const struct tn_call *call,
                  const struct tn_method *algorithm);

/* Places of the members. All places except the cores are renumbered from 0 without gaps. */
struct tn_group_layout {
  struct tn_layout layout;
  int *places; /* memory of the arrays in `layout`, owned */
};

/* Initialises the layout from `of`, the layout of the surrounding ranks; NULL: all ranks are in one
 * place. */
void tn_group_layout_init(struct tn_group_layout *l, const struct tn_layout *of, int n_ranks,
                          const int *members);
void tn_group_layout_finish(struct tn_group_layout *l);

#endif
