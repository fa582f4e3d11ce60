/* Groups of neighbouring ranks on several levels, and the leader and the members of a rank in
 * them (XHC paper, section III.A). Nothing here moves data.
 *
 * At the innermost level the ranks that share a place (a last-level cache, a memory domain, a
 * package) form a group. The leader of a group is the head of the hierarchy if the head is a
 * member, otherwise the member with the lowest rank. The leaders form the groups of the next level,
 * those of the last named level one group at the top, led by the head. A level is dropped if all
 * its groups are single ranks. */
#ifndef TN_ALGOS_KIT_HIERARCHY_H
#define TN_ALGOS_KIT_HIERARCHY_H

#include "algos/transport.h"

/* Names that the parameter `hierarchy` accepts (a list, see registry.h); NULL-terminated. */
extern const char *const tn_level_names[];

#define TN_LEVELS_NUMA_SOCKET 0x43
#define TN_LEVELS_NUMA 0x3
#define TN_LEVELS_SOCKET 0x4

/* Maximum number of levels: every name once, and the top. */
#define TN_MAX_LEVELS 6

struct tn_hierarchy {
  int n_levels; /* number of levels of the hierarchy; 0 for one rank */
  int n_led;    /* number of levels, 0 .. n_led - 1, at which the rank leads its group */
  int parent;   /* leader of the rank's group at level n_led; -1 for the head */
  /* [first[n_led]] other members of the groups that the rank leads, innermost group first, then by
   * rank; owned */
  int *children;
  int first[TN_MAX_LEVELS + 1]; /* children of level i: first[i] .. first[i + 1] - 1 */
};

/* Computes the position of `rank` in the hierarchy with head `head`. `levels` is the value of the
 * parameter `hierarchy`; 0: one flat group. Without a layout all ranks are in one place. */
void tn_hierarchy_init(struct tn_hierarchy *h, const struct tn_call *call, int64_t levels, int head,
                       int rank);
void tn_hierarchy_finish(struct tn_hierarchy *h);

#endif
