/* Ranks in groups by where they sit. Index arithmetic; moves no data. */
#ifndef TN_ALGOS_COMPOSE_PARTITION_H
#define TN_ALGOS_COMPOSE_PARTITION_H

#include "algos/transport.h"

/* What the parameter `levels` may name (a list, see registry.h); NULL-terminated. */
extern const char *const tn_place_names[];

/* Where each rank is at the named level; NULL without a layout: all in one place. */
const int *tn_places_at(const struct tn_layout *layout, int name);
/* In how many places of that name the ranks sit; they are numbered from 0 on. 1 without a layout. */
int tn_places_number(const struct tn_call *call, const char *name);

struct tn_partition {
  int n_ranks, n_groups;
  int largest;  /* members of the largest group */
  bool is_even; /* groups of equal size and of consecutive ranks: ranks by group are ranks */
  int *group;   /* [n_ranks] of each rank; by the groups' lowest ranks */
  int *index;   /* [n_ranks] place among the group's members */
  int *member;  /* [n_ranks] group by group, by rank */
  int *first;   /* [n_groups + 1] of each group in `member` */
  int *leader;  /* [n_groups] the head where it is, else the lowest rank */
};

/* Everything is owned: tn_partition_finish. */
void tn_partition_init(struct tn_partition *p, int n_ranks, const int *places, int head);
void tn_partition_finish(struct tn_partition *p);

static inline int tn_partition_size(const struct tn_partition *p, int group)
{
  return p->first[group + 1] - p->first[group];
}

#endif
