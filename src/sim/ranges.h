/* Sets of numbers, such as those of touched pages, kept as ranges. */
#ifndef TN_SIM_RANGES_H
#define TN_SIM_RANGES_H

#include <stddef.h>

struct tn_range {
  size_t from, to; /* [from, to) */
};

/* Sorted ranges with gaps between them. {0} is the empty set. */
struct tn_ranges {
  struct tn_range *range; /* [n], owned */
  int n, capacity;
};

void tn_ranges_finish(struct tn_ranges *set);

/* Adds the numbers of [from, to). Returns how many of them were not in the set before. */
size_t tn_ranges_add(struct tn_ranges *set, size_t from, size_t to);

#endif
