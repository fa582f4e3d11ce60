/* Groups of ranks by their places. Index arithmetic; moves no data. */
#ifndef TN_ALGOS_COMPOSE_PARTITION_H
#define TN_ALGOS_COMPOSE_PARTITION_H

#include "algos/transport.h"

/* Names that the parameter `levels` accepts (a list, see registry.h); NULL-terminated. */
extern const char *const tn_place_names[];

/* Returns each rank's place at the named level; NULL without a layout: all in one place. */
const int *tn_places_at(const struct tn_layout *layout, int name);
/* Returns the number of places with that name that have ranks; places are numbered from 0. Returns
 * 1 without a layout. */
int tn_places_number(const struct tn_call *call, const char *name);

struct tn_partition {
  int n_ranks, n_groups;
  int largest;  /* members of the largest group */
  bool is_even; /* true if groups are equal and have consecutive ranks */
  int *group;   /* [n_ranks] group of each rank; groups are numbered by their lowest ranks */
  int *index;   /* [n_ranks] index among the group's members */
  int *member;  /* [n_ranks] group by group, by rank */
  int *first;   /* [n_groups + 1] start of each group in `member` */
  int *leader;  /* [n_groups] the head in its own group, otherwise the lowest rank */
};

/* Initialises the partition; tn_partition_finish frees all its arrays. */
void tn_partition_init(struct tn_partition *p, int n_ranks, const int *places, int head);
void tn_partition_finish(struct tn_partition *p);

static inline int tn_partition_size(const struct tn_partition *p, int group)
{
  return p->first[group + 1] - p->first[group];
}

#endif
