#include "advise/worlds.h"

#include <math.h>

#include "study/values.h"

struct worlds {
  GHashTable *rows;      /* const struct tn_row; the key identifies a point */
  GPtrArray *overrides;  /* const struct tn_values of each world */
  GArray *ranks, *sizes; /* int64_t: ranks and sizes of the rows, ascending (axes of
                          * study/values.h) */
};

/* Returns the index of the last value of an axis that is at most `value`. *ret_part: the distance
 * from there towards the next value, as a fraction of the distance in octaves. */
static guint worlds_place(const GArray *axis, int64_t value, double *ret_part)
{
  guint i = 0;
  while (i + 1 < axis->len && tn_axis_at(axis, i + 1) <= value)
    i++;
  *ret_part = 0;
  if (i + 1 < axis->len) {
    const double low = log2((double)MAX(tn_axis_at(axis, i), 1));
    const double high = log2((double)MAX(tn_axis_at(axis, i + 1), 1));
    *ret_part = high > low ? CLAMP((log2((double)MAX(value, 1)) - low) / (high - low), 0, 1) : 0;
  }
  return i;
}

/* Returns the logarithm of the time of the row with the same point and overrides as `like`, NAN if
 * there is no such row. */
static double worlds_time(const struct worlds *w, const struct tn_row *like)
{
  const struct tn_row *row = g_hash_table_lookup(w->rows, like);
  return row ? log(row->avg) : NAN;
}

/* Sets ret[worlds] to the logarithms of the row's time in each world relative to its predicted
 * time. */
static void worlds_fill(const struct worlds *w, const struct tn_row *row, double *ret)
{
  double rank_part, size_part;
  const guint r = worlds_place(w->ranks, row->ranks, &rank_part);
  const guint s = worlds_place(w->sizes, row->size, &size_part);
  for (guint i = 0; i < w->overrides->len; i++)
    for (guint corner = 0; corner < 4; corner++) {
      const guint up = corner & 1, right = corner >> 1;
      const double weight = (up ? rank_part : 1 - rank_part) * (right ? size_part : 1 - size_part);
      struct tn_row at = *row;
      if (!(weight > 0))
        continue;
      at.ranks = tn_axis_at(w->ranks, r + up);
      at.size = tn_axis_at(w->sizes, s + right);
      const double own = worlds_time(w, &at);
      at.overrides = w->overrides->pdata[i];
      const double off = worlds_time(w, &at) - own;
      ret[i] += isfinite(off) ? weight * off : 0;
    }
}

double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n)
{
  g_autoptr(GHashTable) table = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  g_autoptr(GPtrArray) overrides = g_ptr_array_new();
  g_autoptr(GArray) ranks = tn_axis_new(), sizes = tn_axis_new();
  const struct worlds w = { table, overrides, ranks, sizes };
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_add(table, rows->pdata[i]);
  for (guint i = 0; i < moved->len; i++) {
    const struct tn_row *row = moved->pdata[i];
    g_hash_table_add(table, moved->pdata[i]);
    if (!g_ptr_array_find(overrides, row->overrides, NULL))
      g_ptr_array_add(overrides, (void *)row->overrides);
    tn_axis_add(ranks, row->ranks);
    tn_axis_add(sizes, row->size);
  }
  *ret_n = (int)overrides->len;
  double *off = tn_numbers_new((int)p->items->len, *ret_n + 1);
  for (int i = 0; i < (int)p->items->len; i++)
    worlds_fill(&w, tn_problem_item(p, tn_problem_item(p, i)->like)->row, off + i * *ret_n);
  return off;
}
