#include "rivals.h"

#include <math.h>

#include "study/usage.h"
#include "study/values.h"
#include "tune.h"

static void rivals_free(void *data)
{
  struct tn_rivals *r = data;
  g_ptr_array_unref(r->rows);
  g_ptr_array_unref(r->mechanisms);
  g_array_unref(r->sizes);
  g_ptr_array_unref(r->best);
  g_free(r);
}

static guint mechanism_of(const struct tn_rivals *r, const char *name)
{
  for (guint m = 0; m < r->mechanisms->len; m++)
    if (r->mechanisms->pdata[m] == name)
      return m;
  return TN_NO_MECHANISM;
}

static bool find_sides(struct tn_rivals *r, GError **error)
{
  for (guint i = 0; i < r->rows->len; i++) {
    const struct tn_row *row = r->rows->pdata[i];
    tn_axis_add(r->sizes, row->size);
    if (mechanism_of(r, r->side(row)) != TN_NO_MECHANISM)
      continue;
    if (r->mechanisms->len == TN_MAX_RIVALS)
      return tn_usage_at(row->file, row->line, error,
                         "mechanism \"%.40s\" is one too many (a "
                         "table has at most %d)",
                         r->side(row), TN_MAX_RIVALS);
    g_ptr_array_add(r->mechanisms, (void *)r->side(row));
  }
  return true;
}

static const char *side_of_mechanism(const struct tn_row *row)
{
  return row->mechanism;
}

GPtrArray *tn_rivals_new(const GPtrArray *rows, enum tn_objective objective, GError **error)
{
  return tn_rivals_by(rows, objective, side_of_mechanism, error);
}

GPtrArray *tn_rivals_by(const GPtrArray *rows, enum tn_objective objective, tn_side side,
                        GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_context_hash, tn_row_context_equal);
  GPtrArray *all = g_ptr_array_new_with_free_func(rivals_free);
  for (guint i = 0; i < rows->len; i++) {
    struct tn_rivals *r = g_hash_table_lookup(known, rows->pdata[i]);
    if (!side(rows->pdata[i]))
      continue;
    if (r) {
      g_ptr_array_add(r->rows, rows->pdata[i]);
      continue;
    }
    r = g_new0(struct tn_rivals, 1);
    *r = (struct tn_rivals){ .rows = g_ptr_array_new(),
                             .objective = objective,
                             .side = side,
                             .mechanisms = g_ptr_array_new(),
                             .sizes = tn_axis_new(),
                             .best = g_ptr_array_new() };
    g_ptr_array_add(r->rows, rows->pdata[i]);
    g_hash_table_insert(known, rows->pdata[i], r);
    g_ptr_array_add(all, r);
  }
  for (guint i = 0; i < all->len; i++) {
    if (!find_sides(all->pdata[i], error)) {
      g_ptr_array_unref(all);
      return NULL;
    }
    struct tn_rivals *r = all->pdata[i];
    const guint n = r->mechanisms->len;
    g_ptr_array_set_size(r->best, (gint)(r->sizes->len * n));
    for (guint k = 0; k < r->rows->len; k++) {
      const struct tn_row *row = r->rows->pdata[k];
      const guint cell = tn_axis_find(r->sizes, row->size) * n + mechanism_of(r, side(row));
      const struct tn_row *best = r->best->pdata[cell];
      if (!best || tn_tune_beats(row, best, objective))
        r->best->pdata[cell] = (void *)row;
    }
  }
  return all;
}

int64_t tn_rivals_size(const struct tn_rivals *r, guint size)
{
  return tn_axis_at(r->sizes, size);
}

const struct tn_row *tn_rivals_best(const struct tn_rivals *r, guint size, guint mechanism)
{
  return r->best->pdata[size * r->mechanisms->len + mechanism];
}

double tn_rivals_time(const struct tn_rivals *r, guint size, guint mechanism)
{
  const struct tn_row *row = tn_rivals_best(r, size, mechanism);
  return row ? tn_row_time(row, r->objective) : INFINITY;
}

guint tn_rivals_winner(const struct tn_rivals *r, guint size, guint without)
{
  guint winner = TN_NO_MECHANISM;
  for (guint m = 0; m < r->mechanisms->len; m++) {
    if (m == without || !tn_rivals_best(r, size, m))
      continue;
    if (winner == TN_NO_MECHANISM || tn_rivals_time(r, size, m) < tn_rivals_time(r, size, winner))
      winner = m;
  }
  return winner;
}

static bool same_choice(const struct tn_row *a, const struct tn_row *b)
{
  return a->algorithm == b->algorithm && a->params == b->params;
}

bool tn_rivals_same(const struct tn_rivals *r, guint size, guint a, guint b)
{
  const struct tn_row *x = tn_rivals_best(r, size, a), *y = tn_rivals_best(r, size, b);
  const double difference = tn_rivals_time(r, size, a) - tn_rivals_time(r, size, b);
  return x && y && same_choice(x, y) && !(fabs(difference) > 0);
}

GArray *tn_rivals_bands(const struct tn_rivals *r)
{
  GArray *bands = g_array_new(FALSE, FALSE, sizeof(struct tn_band));
  for (guint size = 0; size < r->sizes->len; size++) {
    const guint m = tn_rivals_winner(r, size, TN_NO_MECHANISM);
    struct tn_band band = { size, size, m, r->mechanisms->len > 1 };
    for (guint other = 1; other < r->mechanisms->len; other++)
      band.any = band.any && tn_rivals_same(r, size, 0, other);
    struct tn_band *last =
        bands->len ? &g_array_index(bands, struct tn_band, bands->len - 1) : NULL;
    if (last && last->mechanism == m && last->any == band.any &&
        same_choice(tn_rivals_best(r, last->last, m), tn_rivals_best(r, size, m)))
      last->last = size;
    else
      g_array_append_val(bands, band);
  }
  return bands;
}
