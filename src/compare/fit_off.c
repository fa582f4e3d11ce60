/* What a fit leaves unexplained, by kind of data, distance and size. */
#include "fit.h"

#include <math.h>

#include "stats.h"

static bool belongs(const struct tn_fit_group *g, const struct tn_fit_point *p)
{
  return (p->children > 0) == g->trees && (g->distance < 0 || (int)p->distance == g->distance) &&
         (g->size_class < 0 || (int)tn_size_class_of(p->bytes) == g->size_class);
}

struct tn_fit_off tn_fit_off(const struct tn_fit *fit, const GArray *points,
                             const struct tn_fit_group *group)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) bias = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    if (!belongs(group, p))
      continue;
    const bool above = p->bytes > fit->limit[p->children > 0];
    const double error = tn_fit_seconds(fit->assumption, fit->values, p, above) / p->seconds - 1;
    tn_push(off, fabs(error));
    tn_push(bias, error);
  }
  return (struct tn_fit_off){ tn_quantile(off, 0.5), tn_quantile(off, 0.9), tn_quantile(bias, 0.5),
                              (int)off->len };
}
