/* Closed forms of a message and of a flat tree. A message of n bytes occupies its sender for b
 * seconds and arrives after b + rest (fit_queued.c).
 *
 * gamma(1) = 1, gamma(k) = gamma_a k^2 + gamma_b k; gamma_b is fitted if there are trees. In a flat
 * tree with k children, child i has its message after i b + rest. Fragments go to all children
 * alternately, so that each child has its message after k b + rest. The root returns after k b or,
 * if children copy from its memory, with the last child. A tree is a call of a collective, which
 * adds call_overhead. */
#include "fit.h"

#include <math.h>

#include "stats.h"

double tn_fit_seconds(enum tn_fit_assumption assumption, const double *v,
                      const struct tn_fit_point *p, bool above)
{
  const bool in_turn = above && assumption == TN_FIT_FRAGMENTS, once = above && !in_turn;
  const bool in_pieces = in_turn || (assumption == TN_FIT_QUEUED && p->bytes > v[TN_P_EAGER_LIMIT]);
  const double k = p->children;
  double busy, rest;
  tn_fit_message(v, p, once ? 0 : in_pieces ? v[TN_P_FRAGMENT_SIZE] : p->bytes, &busy, &rest);
  if (p->children == 0)
    return busy + rest;
  if (in_turn)
    return v[TN_P_CALL_OVERHEAD] + k * (busy + k * busy + rest) / (k + 1);
  const double root = k * busy + (once ? rest : 0);
  return v[TN_P_CALL_OVERHEAD] + (root + busy * k * (k + 1) / 2 + k * rest) / (k + 1);
}

struct tn_fit_deviation tn_fit_deviation_of(const GArray *points, const double *seconds,
                                            const struct tn_fit_group *group)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) bias = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    if ((p->children > 0) != group->trees ||
        (group->distance >= 0 && (int)p->distance != group->distance) ||
        (group->size_class >= 0 && (int)tn_size_class_of(p->bytes) != group->size_class))
      continue;
    tn_push(off, fabs(seconds[i] / p->seconds - 1));
    tn_push(bias, seconds[i] / p->seconds - 1);
  }
  return (struct tn_fit_deviation){ tn_quantile(off, 0.5), tn_quantile(off, 0.9),
                                    tn_quantile(bias, 0.5), (int)off->len };
}

struct tn_fit_deviation tn_fit_deviation(const struct tn_fit *fit, const GArray *points,
                                         const struct tn_fit_group *group)
{
  g_autofree double *seconds = g_new(double, points->len + 1);
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    seconds[i] =
        tn_fit_seconds(fit->assumption, fit->values, p, p->bytes > fit->limit[p->children > 0]);
  }
  return tn_fit_deviation_of(points, seconds, group);
}
