#include "axis.h"

GArray *tn_axis_new(void)
{
  return g_array_new(FALSE, FALSE, sizeof(int64_t));
}

/* The first place whose value is not below this one. */
static guint place_of(const GArray *axis, int64_t value)
{
  guint low = 0, high = axis->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (tn_axis_at(axis, middle) < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void tn_axis_add(GArray *axis, int64_t value)
{
  if (tn_axis_find(axis, value) == axis->len)
    g_array_insert_val(axis, place_of(axis, value), value);
}

guint tn_axis_find(const GArray *axis, int64_t value)
{
  const guint place = place_of(axis, value);
  return place < axis->len && tn_axis_at(axis, place) == value ? place : axis->len;
}
