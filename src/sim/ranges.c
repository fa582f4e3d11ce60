#include "ranges.h"

#include <glib.h>
#include <string.h>

void tn_ranges_finish(struct tn_ranges *set)
{
  g_free(set->range);
}

static int find(const struct tn_ranges *set, size_t from)
{
  int low = 0, high = set->n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (set->range[middle].to < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void replace(struct tn_ranges *set, int first, int last, struct tn_range merged)
{
  const int n = set->n - (last - first) + 1;
  if (n > set->capacity) {
    set->capacity = 2 * n;
    set->range = g_renew(struct tn_range, set->range, set->capacity);
  }
  memmove(set->range + first + 1, set->range + last, sizeof *set->range * (size_t)(set->n - last));
  set->range[first] = merged;
  set->n = n;
}

size_t tn_ranges_add(struct tn_ranges *set, size_t from, size_t to)
{
  if (from >= to)
    return 0;
  const int first = find(set, from);
  struct tn_range merged = { from, to };
  size_t known = 0;
  int last = first;
  for (; last < set->n && set->range[last].from <= to; last++) {
    const struct tn_range old = set->range[last];
    const size_t low = MAX(old.from, from), high = MIN(old.to, to);
    known += high > low ? high - low : 0;
    merged.from = MIN(merged.from, old.from);
    merged.to = MAX(merged.to, old.to);
  }
  if (known < to - from)
    replace(set, first, last, merged);
  return to - from - known;
}
