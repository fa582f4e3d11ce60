/* Groups of neighbouring ranks, level above level: whom a rank follows and whom it leads (XHC
 * paper, section III.A). Index arithmetic over tn_layout; moves no data.
 *
 * At the innermost level the ranks that share a place (a last-level cache, a memory domain, a
 * package) form a group. One of them leads it: the head of the whole where it is, else the lowest
 * rank. The leaders form the groups of the next level, and those of the last level named form one
 * group at the top, which the head leads. A level without effect, whose groups are single ranks,
 * drops out. */
#ifndef TN_ALGOS_KIT_HIERARCHY_H
#define TN_ALGOS_KIT_HIERARCHY_H

#include "algos/transport.h"

/* What the parameter `hierarchy` may name (a list, see registry.h); NULL-terminated. */
extern const char *const tn_level_names[];

/* numa+socket, the parameter's default. */
#define TN_LEVELS_NUMA_SOCKET 0x43
/* numa. */
#define TN_LEVELS_NUMA 0x3
/* socket. */
#define TN_LEVELS_SOCKET 0x4

/* Most levels that a hierarchy can have: every name once, and the top. */
#define TN_MAX_LEVELS 6

/* The place of one rank. */
struct tn_hierarchy {
  int n_levels;  /* of all ranks together; 0: there is one rank */
  int n_led;     /* levels 0 .. n_led - 1 at which the rank leads its group */
  int parent;    /* leader of its group at level n_led; -1: the rank is the head */
  int *children; /* [first[n_led]] the other members of the groups it leads, by rank, innermost
                       level first; owned */
  int first[TN_MAX_LEVELS + 1]; /* children of level i: first[i] .. first[i + 1] - 1 */
};

/* The place of `rank` among call->n_ranks under `head`. `levels` is the value of the parameter, 0:
 * one flat group. Without a layout all ranks are in one place. */
void tn_hierarchy_init(struct tn_hierarchy *h, const struct tn_call *call, int64_t levels, int head,
                       int rank);
void tn_hierarchy_finish(struct tn_hierarchy *h);

#endif
