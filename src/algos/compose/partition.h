/* Partition of the ranks into groups that share a place, e.g. a node. */
#ifndef TN_ALGOS_COMPOSE_PARTITION_H
#define TN_ALGOS_COMPOSE_PARTITION_H

#include "algos/transport.h"

extern const char *const tn_place_names[];

/* Returns the places of all ranks at the level tn_place_names[name]; NULL if there is no layout, so
 * that all ranks are in one place. */
const int *tn_places_at(const struct tn_layout *layout, int name);
/* Returns the number of places with ranks; 1 without a layout. */
int tn_places_number(const struct tn_call *call, const char *name);

struct tn_partition {
  int n_ranks, n_groups;
  int largest;  /* number of members of the largest group */
  bool is_even; /* true if groups have equal size and consecutive ranks */
  int *group;   /* [n_ranks] group of each rank; groups are numbered by their lowest ranks */
  int *index;   /* [n_ranks] index of each rank among the members of its group */
  int *member;  /* [n_ranks] members of all groups, group by group; within a group by rank */
  int *first;   /* [n_groups + 1] start of each group in `member` */
  int *leader;  /* [n_groups] leader of each group: rank `head` in its group, the lowest rank in
                 * others */
};

void tn_partition_init(struct tn_partition *p, int n_ranks, const int *places, int head);
void tn_partition_finish(struct tn_partition *p);

static inline int tn_partition_size(const struct tn_partition *p, int group)
{
  return p->first[group + 1] - p->first[group];
}

#endif
