#include "partition.h"

#include <stdlib.h>

#include "algos/kit/basics.h"
#include "base/names.h"

const char *const tn_place_names[] = { "core",   "llc",     "l3",   "numa",
                                       "socket", "package", "node", NULL };

const int *tn_places_at(const struct tn_layout *layout, int name)
{
  if (!layout)
    return NULL;
  const int *const places[] = { layout->core,    layout->llc,     layout->llc, layout->numa,
                                layout->package, layout->package, layout->node };
  return places[name];
}

int tn_places_number(const struct tn_call *call, const char *name)
{
  const int *places = tn_places_at(call->layout, tn_name_find(tn_place_names, name));
  return tn_places_count(places, call->n_ranks);
}

static void number_groups(struct tn_partition *p, const int *places)
{
  /* [place] number of the place's group plus 1; 0 while it has none */
  int *number = tn_ints_new(tn_places_count(places, p->n_ranks));
  for (int r = 0; r < p->n_ranks; r++) {
    int *own = &number[places ? places[r] : 0];
    if (*own == 0)
      *own = ++p->n_groups;
    p->group[r] = *own - 1;
  }
  free(number);
}

static void list_members(struct tn_partition *p)
{
  for (int r = 0; r < p->n_ranks; r++)
    p->index[r] = p->first[p->group[r] + 1]++;
  p->is_even = true;
  for (int g = 0; g < p->n_groups; g++) {
    const int size = p->first[g + 1];
    p->largest = size > p->largest ? size : p->largest;
    p->is_even = p->is_even && size == p->first[1];
    p->first[g + 1] += p->first[g];
  }
  for (int r = 0; r < p->n_ranks; r++) {
    const int at = p->first[p->group[r]] + p->index[r];
    p->member[at] = r;
    p->is_even = p->is_even && at == r;
  }
}

void tn_partition_init(struct tn_partition *p, int n_ranks, const int *places, int head)
{
  *p = (struct tn_partition){ .n_ranks = n_ranks,
                              .group = tn_ints_new(n_ranks),
                              .index = tn_ints_new(n_ranks),
                              .member = tn_ints_new(n_ranks),
                              .first = tn_ints_new(n_ranks + 1),
                              .leader = tn_ints_new(n_ranks) };
  number_groups(p, places);
  list_members(p);
  for (int g = 0; g < p->n_groups; g++)
    p->leader[g] = g == p->group[head] ? head : p->member[p->first[g]];
}

void tn_partition_finish(struct tn_partition *p)
{
  free(p->group);
  free(p->index);
  free(p->member);
  free(p->first);
  free(p->leader);
}
