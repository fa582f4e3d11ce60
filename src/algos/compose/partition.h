/* Groups of ranks that share a place. The functions only compute indices; no data move. */
#ifndef TN_ALGOS_COMPOSE_PARTITION_H
#define TN_ALGOS_COMPOSE_PARTITION_H

#include "algos/transport.h"

/* Names that the parameter `levels` accepts (a list, see registry.h); NULL-terminated. */
extern const char *const tn_place_names[];

/* Returns the places of all ranks at the level tn_place_names[name]; NULL if there is no layout, so
 * that all ranks are in one place. */
const int *tn_places_at(const struct tn_layout *layout, int name);
/* Returns the number of places of the level `name` that have ranks; 1 without a layout. */
int tn_places_number(const struct tn_call *call, const char *name);

struct tn_partition {
  int n_ranks, n_groups;
  int largest;  /* number of members of the largest group */
  bool is_even; /* true if all groups have the same size and consecutive ranks */
  int *group;   /* [n_ranks] group of each rank; groups are numbered by their lowest ranks */
  int *index;   /* [n_ranks] index of each rank among the members of its group */
  int *member;  /* [n_ranks] members of all groups, group by group; within a group by rank */
  int *first;   /* [n_groups + 1] start of each group in `member` */
  int *leader;  /* [n_groups] leader of each group: the head if it is a member, otherwise the lowest
                 * rank */
};

/* Initialises the partition; tn_partition_finish frees all its arrays. */
void tn_partition_init(struct tn_partition *p, int n_ranks, const int *places, int head);
void tn_partition_finish(struct tn_partition *p);

static inline int tn_partition_size(const struct tn_partition *p, int group)
{
  return p->first[group + 1] - p->first[group];
}

#endif
