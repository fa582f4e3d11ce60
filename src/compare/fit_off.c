/* What a fit leaves unexplained, by kind of data, distance and size. */
#include "fit.h"

#include <math.h>

#include "stats.h"

static bool belongs(const struct tn_fit_group *g, const struct tn_fit_point *p)
{
  return (p->children > 0) == g->trees && (g->distance < 0 || (int)p->distance == g->distance) &&
         (g->size_class < 0 || (int)tn_size_class_of(p->bytes) == g->size_class);
}

struct tn_fit_off tn_fit_off_of(const GArray *points, const double *seconds,
                                const struct tn_fit_group *group)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) bias = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    if (!belongs(group, p))
      continue;
    tn_push(off, fabs(seconds[i] / p->seconds - 1));
    tn_push(bias, seconds[i] / p->seconds - 1);
  }
  return (struct tn_fit_off){ tn_quantile(off, 0.5), tn_quantile(off, 0.9), tn_quantile(bias, 0.5),
                              (int)off->len };
}

struct tn_fit_off tn_fit_off(const struct tn_fit *fit, const GArray *points,
                             const struct tn_fit_group *group)
{
  g_autofree double *seconds = g_new(double, points->len + 1);
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    seconds[i] =
        tn_fit_seconds(fit->assumption, fit->values, p, p->bytes > fit->limit[p->children > 0]);
  }
  return tn_fit_off_of(points, seconds, group);
}
