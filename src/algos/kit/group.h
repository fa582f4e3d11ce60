/* A group of ranks as a transport of its own, over the transport of the surrounding call. The
 * group's algorithm uses ranks 0 .. n - 1, flags and scratch memory from 0 on, and the buffers of
 * the group's call. Groups may be nested. */
#ifndef TN_ALGOS_KIT_GROUP_H
#define TN_ALGOS_KIT_GROUP_H

#include "algos/registry.h"

/* Start of a member's user buffer, within a buffer of the surrounding call. */
struct tn_window {
  enum tn_buf buf;
  size_t off; /* offset in bytes */
};

/* Resources of a group in the surrounding call. Flags and scratch memory begin at the same offset
 * on all members, since members access the flags and memory of other members. */
struct tn_group {
  int n_ranks;
  const int *members; /* [n_ranks] ranks in the surrounding call */
  struct tn_window *send, *recv;
  size_t temp, shared; /* offsets in bytes of the group's scratch memory in TEMP and SHARED */
  int slot;            /* index of the first flag */
};

/* Runs the caller's part of an algorithm in the group, as rank call->rank. Borrows all
 * arguments. */
void tn_group_run(struct tn_strand *r, const struct tn_group *group, const struct tn_call *call,
                  const struct tn_method *algorithm);

/* Places of a group's members; all except the cores are renumbered from 0 without gaps. */
struct tn_group_layout {
  struct tn_layout layout;
  int *places; /* memory of the arrays in `layout`, owned */
};

/* Initialises the layout of the members from `of`, the layout of the surrounding call. If `of` is
 * NULL, all ranks are in one place. */
void tn_group_layout_init(struct tn_group_layout *l, const struct tn_layout *of, int n_ranks,
                          const int *members);
void tn_group_layout_finish(struct tn_group_layout *l);

#endif
