#include "axis.h"

GArray *tn_axis_new(void)
{
  return g_array_new(FALSE, FALSE, sizeof(int64_t));
}

static int by_value(const void *x, const void *y)
{
  const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return (a > b) - (a < b);
}

void tn_axis_add(GArray *axis, int64_t value)
{
  guint place = axis->len;
  while (place > 0 && tn_axis_at(axis, place - 1) > value)
    place--;
  if (place == 0 || tn_axis_at(axis, place - 1) < value)
    g_array_insert_val(axis, place, value);
}

guint tn_axis_find(const GArray *axis, int64_t value)
{
  guint place = axis->len;
  g_array_binary_search((GArray *)axis, &value, by_value, &place);
  return place;
}
