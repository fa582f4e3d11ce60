/* Strands of one list are all different, and their orders small numbers: each marks its place, and
 * the places are gone through. Often they come in order already, as users of one resource leave
 * it. */
#include "engine.h"

#include <limits.h>

static bool is_in_order(const struct tn_list *strands)
{
  int last = -1;
  for (unsigned i = 0; i < strands->n; i++) {
    const int order = ((const struct tn_sim_strand *)strands->items[i])->order;
    if (order < last)
      return false;
    last = order;
  }
  return true;
}

void tn_engine_sort_many(struct tn_engine *e, struct tn_list *strands)
{
  unsigned first = UINT_MAX, last = 0, n = 0;
  if (is_in_order(strands))
    return;
  for (unsigned i = 0; i < strands->n; i++) {
    const unsigned order = (unsigned)((const struct tn_sim_strand *)strands->items[i])->order;
    e->marks[order / 64] |= UINT64_C(1) << order % 64;
    first = MIN(first, order / 64);
    last = MAX(last, order / 64);
  }
  for (unsigned i = first; i <= last; i++) {
    for (uint64_t left = e->marks[i]; left; left &= left - 1)
      strands->items[n++] = e->by_order[i * 64 + (unsigned)__builtin_ctzll(left)];
    e->marks[i] = 0;
  }
}
