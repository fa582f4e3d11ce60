#include "verdict.h"

#include <math.h>
#include <stdlib.h>

#include "stats.h"

const char *const tn_quality_names[] = { "calm", "disturbed", "wild" };

static int by_series(const void *a, const void *b)
{
  const struct tn_fit_point *x = a, *y = b;
  if (x->distance != y->distance)
    return (int)x->distance - (int)y->distance;
  if (x->children != y->children)
    return x->children - y->children;
  return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

struct tn_repeatability tn_repeatability_of(const GArray *points)
{
  struct tn_repeatability v = { .n_points = (int)points->len };
  g_autoptr(GArray) spreads = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) repeats = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    if (p->repeats < 2)
      continue;
    tn_push(spreads, p->spread);
    tn_push(repeats, p->repeats);
  }
  v.n_repeated = (int)spreads->len;
  v.repeats = tn_quantile(repeats, 0.5);
  v.spread = tn_quantile(spreads, 0.5);
  v.p90 = tn_quantile(spreads, 0.9);
  const guint n = points->len;
  g_autofree struct tn_fit_point *p = g_memdup2(points->data, n * sizeof *p);
  bool fell = false;
  qsort(p, n, sizeof *p, by_series);
  for (guint i = 1; i < n; i++) {
    if (p[i].distance != p[i - 1].distance || p[i].children != p[i - 1].children) {
      fell = false;
      continue;
    }
    const bool falls = p[i].seconds < (1 - TN_CALM_SPREAD) * p[i - 1].seconds;
    v.n_steps++;
    v.n_falls += falls && fell;
    fell |= falls;
  }
  if (2 * v.n_repeated >= v.n_points)
    v.calm = v.spread > 4 * TN_CALM_SPREAD                               ? TN_WILD
             : v.spread <= TN_CALM_SPREAD && v.p90 <= 3 * TN_CALM_SPREAD ? TN_CALM
                                                                         : TN_DISTURBED;
  else
    v.calm = 4 * v.n_falls > v.n_steps    ? TN_WILD
             : 10 * v.n_falls > v.n_steps ? TN_DISTURBED
                                          : TN_CALM;
  return v;
}

double tn_verdict_excess(const GPtrArray *rows)
{
  g_autoptr(GArray) excess = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (!(row->avg > 0))
      continue;
    if (!(row->avg_median > 0))
      return NAN;
    tn_push(excess, row->avg / row->avg_median - 1);
  }
  return tn_quantile(excess, 0.5);
}
