/* Computes costs of cache lines from a matrix of latencies. Pairs of units that are equivalent by
 * symmetry form a group. */
#include <math.h>

#include "base/spread.h"
#include "fit.h"
#include "stats.h"

/* Pairs of units at one distance that are equivalent on a symmetric machine. */
struct group {
  enum tn_distance distance;
  int a, b;      /* numbers of the two domains or packages, a <= b */
  GArray *times; /* double, nanoseconds */
};

static void group_free(void *data)
{
  struct group *g = data;
  g_array_unref(g->times);
  g_free(g);
}

static struct group *group_of(GPtrArray *groups, const struct tn_pu_place *x,
                              const struct tn_pu_place *y)
{
  const enum tn_distance d = tn_pu_distance(x, y);
  const bool near = d != TN_SAME_PACKAGE && d != TN_OTHER_PACKAGE;
  const int a = near ? x->numa : x->package, b = near ? y->numa : y->package;
  for (guint i = 0; i < groups->len; i++) {
    struct group *g = groups->pdata[i];
    if (g->distance == d && g->a == MIN(a, b) && g->b == MAX(a, b))
      return g;
  }
  struct group *g = g_new(struct group, 1);
  *g = (struct group){ d, MIN(a, b), MAX(a, b), g_array_new(FALSE, FALSE, sizeof(double)) };
  g_ptr_array_add(groups, g);
  return g;
}

struct tn_fit_lines tn_fit_lines(const struct tn_platform *pf, const GArray *pairs)
{
  g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func(group_free);
  struct tn_fit_lines lines = { 0 };
  double most[TN_N_DISTANCES] = { 0 };
  for (guint i = 0; i < pairs->len; i++) {
    const struct tn_fit_pair *pair = &g_array_index(pairs, struct tn_fit_pair, i);
    struct tn_pu_place a, b;
    const bool is_known =
        tn_platform_os_place(pf, pair->a, &a) && tn_platform_os_place(pf, pair->b, &b);
    g_assert(is_known);
    tn_push(group_of(groups, &a, &b)->times, pair->nanoseconds);
  }
  for (guint i = 0; i < groups->len; i++) {
    const struct group *g = groups->pdata[i];
    const double median = tn_quantile(g->times, 0.5);
    if (lines.n_groups[g->distance]++ == 0 || median * 1e-9 < lines.latency[g->distance]) {
      lines.latency[g->distance] = median * 1e-9;
      lines.error[g->distance] = tn_deviation(g->times, median);
    }
    most[g->distance] = fmax(most[g->distance], median * 1e-9);
  }
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (lines.n_groups[d] > 0)
      lines.asymmetry[d] = most[d] / lines.latency[d] - 1;
  return lines;
}

/* Returns the share of (near, far) pairs in which the near time is shorter; equal times count
 * half. Both arrays are sorted. */
static double share_in_order(const GArray *near, const GArray *far)
{
  double n_shorter = 0;
  guint below = 0, equal = 0;
  for (guint i = 0; i < far->len; i++) {
    const double time = g_array_index(far, double, i);
    while (below < near->len && g_array_index(near, double, below) < time)
      below++;
    for (equal = MAX(equal, below);
         equal < near->len && g_array_index(near, double, equal) <= time;)
      equal++;
    n_shorter += below + 0.5 * (equal - below);
  }
  return n_shorter / ((double)near->len * far->len);
}

bool tn_fit_lines_ordered(const struct tn_platform *pf, const GArray *pairs,
                          enum tn_distance *ret_near, enum tn_distance *ret_far, double *ret_share)
{
  static const enum tn_distance order[][2] = {
    { TN_SAME_CORE, TN_SAME_LLC },     { TN_SAME_CORE, TN_SAME_NUMA },
    { TN_SAME_CORE, TN_SAME_PACKAGE }, { TN_SAME_CORE, TN_OTHER_PACKAGE },
    { TN_SAME_LLC, TN_OTHER_PACKAGE },
  };
  GArray *times[TN_N_DISTANCES];
  bool ok = true;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    times[d] = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < pairs->len; i++) {
    const struct tn_fit_pair *pair = &g_array_index(pairs, struct tn_fit_pair, i);
    struct tn_pu_place a, b;
    if (tn_platform_os_place(pf, pair->a, &a) && tn_platform_os_place(pf, pair->b, &b))
      tn_push(times[tn_pu_distance(&a, &b)], pair->nanoseconds);
  }
  for (int d = 0; d < TN_N_DISTANCES; d++)
    tn_sort((double *)(void *)times[d]->data, (int)times[d]->len);
  for (size_t i = 0; ok && i < G_N_ELEMENTS(order); i++) {
    const GArray *near = times[order[i][0]], *far = times[order[i][1]];
    const double share = near->len && far->len ? share_in_order(near, far) : 1;
    ok = share >= TN_LEAST_ORDER;
    if (ok)
      continue;
    *ret_near = order[i][0];
    *ret_far = order[i][1];
    *ret_share = share;
  }
  for (int d = 0; d < TN_N_DISTANCES; d++)
    g_array_unref(times[d]);
  return ok;
}
