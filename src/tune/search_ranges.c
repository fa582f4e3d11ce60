/* What the best table of few ranges hangs on, where only some times are known. */
#include <math.h>
#include <string.h>

#include "search.h"
#include "size_ranges.h"
#include "study/axis.h"
#include "tune.h"

/* The points of one table by size and choice. */
struct board {
  GArray *sizes;       /* int64_t, ascending */
  GHashTable *choices; /* number of the choice -> column */
  double *best;        /* [sizes] the least time that is known */
  guint *point;        /* point[size * n_choices + choice]: number + 1 of the point; 0: none */
  double *loss;        /* the same cells; of what has not been run the least that it can be */
};

static bool is_of(const struct tn_search_point *p, guint table)
{
  return p->table == table && !p->is_beside;
}

/* The sizes and the choices; a library's decision is no choice of a range. */
static void lay_out(struct board *b, const struct tn_search_point *points, guint n, guint table)
{
  b->sizes = tn_axis_new();
  b->choices = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const struct tn_search_point *p = &points[i];
    if (!is_of(p, table) || p->decides)
      continue;
    tn_axis_add(b->sizes, p->size);
    if (!g_hash_table_contains(b->choices, GUINT_TO_POINTER(p->choice)))
      g_hash_table_insert(b->choices, GUINT_TO_POINTER(p->choice),
                          GUINT_TO_POINTER(g_hash_table_size(b->choices)));
  }
}

/* The best of each size as tables count it: a decision only where it leads by more than a tie. */
static void find_best(struct board *b, const struct tn_search_point *points, guint n, guint table,
                      const double *time)
{
  g_autofree double *decided = g_new(double, b->sizes->len + 1);
  b->best = g_new(double, b->sizes->len + 1);
  for (guint s = 0; s < b->sizes->len; s++)
    b->best[s] = decided[s] = INFINITY;
  for (guint i = 0; i < n; i++) {
    const struct tn_search_point *p = &points[i];
    const guint s = is_of(p, table) ? tn_axis_find(b->sizes, p->size) : b->sizes->len;
    double *least = p->decides ? decided : b->best;
    if (s < b->sizes->len && !isnan(time[i]))
      least[s] = fmin(least[s], time[i]);
  }
  for (guint s = 0; s < b->sizes->len; s++)
    if (b->best[s] > (1 + TN_TUNE_TIE) * decided[s])
      b->best[s] = decided[s];
}

static void find_losses(struct board *b, const struct tn_search_point *points, guint n, guint table,
                        const double *time, const bool *is_run)
{
  const guint n_choices = g_hash_table_size(b->choices), n_cells = b->sizes->len * n_choices;
  b->point = g_new0(guint, n_cells + 1);
  b->loss = g_new(double, n_cells + 1);
  for (guint cell = 0; cell < n_cells; cell++)
    b->loss[cell] = INFINITY;
  for (guint i = 0; i < n; i++) {
    const struct tn_search_point *p = &points[i];
    if (!is_of(p, table) || p->decides)
      continue;
    const guint s = tn_axis_find(b->sizes, p->size);
    const guint cell =
        s * n_choices +
        GPOINTER_TO_UINT(g_hash_table_lookup(b->choices, GUINT_TO_POINTER(p->choice)));
    b->point[cell] = i + 1;
    if (!is_run[i])
      b->loss[cell] = TN_SEARCH_REACH - 1;
    else if (!isnan(time[i]))
      b->loss[cell] = fmax(tn_tune_ratio(time[i], b->best[s]) - 1, 0);
  }
}

/* Of the cells of the best table those that have not been run. */
static bool want(const struct board *b, const bool *is_run, guint most, double limit, bool *wanted)
{
  const guint n_choices = g_hash_table_size(b->choices);
  GArray *cuts = tn_ranges_cut(b->loss, b->sizes->len, n_choices, most, limit);
  bool any = false;
  if (!cuts)
    cuts = tn_ranges_cut(b->loss, b->sizes->len, n_choices, most, INFINITY);
  for (guint k = 0; cuts && k < cuts->len; k++) {
    const struct tn_size_range *cut = &g_array_index(cuts, struct tn_size_range, k);
    for (guint s = cut->first; s <= cut->last; s++) {
      const guint point = b->point[s * n_choices + cut->choice] - 1;
      wanted[point] = !is_run[point];
      any = any || wanted[point];
    }
  }
  g_clear_pointer(&cuts, g_array_unref);
  return any;
}

bool tn_search_ranges(const struct tn_search_point *points, guint n, const double *time,
                      const bool *is_run, guint most, double limit, bool *wanted)
{
  guint n_tables = 0;
  bool any = false;
  memset(wanted, 0, n * sizeof *wanted);
  for (guint i = 0; i < n; i++)
    n_tables = MAX(n_tables, points[i].table + 1);
  for (guint table = 0; table < n_tables; table++) {
    struct board b;
    lay_out(&b, points, n, table);
    find_best(&b, points, n, table, time);
    find_losses(&b, points, n, table, time, is_run);
    if (b.sizes->len)
      any = want(&b, is_run, most, limit, wanted) || any;
    g_array_unref(b.sizes);
    g_hash_table_destroy(b.choices);
    g_free(b.best);
    g_free(b.point);
    g_free(b.loss);
  }
  return any;
}
