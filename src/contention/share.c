#include "share.h"

#include <math.h>

/* Progressive filling: raise all rates together; a class stops at its cap or when a resource on its
 * route is full. Rates of classes that still rise are negative until they are known. */

static double fair_level(int n_resources, const double *left, const double *rising)
{
  double level = INFINITY;
  for (int i = 0; i < n_resources; i++)
    if (rising[i] > 0.0 && left[i] / rising[i] < level)
      level = left[i] / rising[i];
  return level;
}

/* What a raise of all open classes takes of each resource: summed afresh, since a heavy class that
 * is subtracted leaves a rest which looks like somebody light. */
static void sum_rising(int n_classes, const struct tn_share_class *const *classes,
                       const double *rate, int n_resources, double *rising)
{
  for (int i = 0; i < n_resources; i++)
    rising[i] = 0.0;
  for (int c = 0; c < n_classes; c++)
    for (int i = 0; i < classes[c]->n_route && rate[c] < 0.0; i++)
      rising[classes[c]->route[i].resource] += classes[c]->users * classes[c]->route[i].weight;
}

static void settle(const struct tn_share_class *c, double rate, double *left)
{
  for (int i = 0; i < c->n_route; i++) {
    const int resource = c->route[i].resource;
    left[resource] -= c->users * c->route[i].weight * rate;
    if (left[resource] < 0.0)
      left[resource] = 0.0;
  }
}

static int is_full(const struct tn_share_class *c, double level, const double *left,
                   const double *rising)
{
  for (int i = 0; i < c->n_route; i++)
    if (left[c->route[i].resource] <= level * rising[c->route[i].resource] * (1.0 + 1e-14))
      return 1;
  return 0;
}

void tn_share_max_min(int n_classes, const struct tn_share_class *const *classes, int n_resources,
                      const double *capacity, double *scratch, double *ret_rate)
{
  double *left = scratch, *rising = scratch + n_resources;
  for (int i = 0; i < n_resources; i++)
    left[i] = capacity[i];
  int open = 0;
  for (int c = 0; c < n_classes; c++) {
    ret_rate[c] = classes[c]->users > 0 ? -1.0 : classes[c]->cap;
    open += classes[c]->users > 0;
  }
  while (open > 0) {
    sum_rising(n_classes, classes, ret_rate, n_resources, rising);
    const double level = fair_level(n_resources, left, rising);
    double lowest = level;
    for (int c = 0; c < n_classes; c++)
      if (ret_rate[c] < 0.0 && classes[c]->cap < lowest)
        lowest = classes[c]->cap;
    /* Caps below the level settle first: they free bandwidth for the others. */
    const int by_cap = lowest < level || level == INFINITY;
    for (int c = 0; c < n_classes; c++)
      if (ret_rate[c] < 0.0 &&
          (by_cap ? classes[c]->cap <= lowest : is_full(classes[c], level, left, rising)))
        ret_rate[c] = -2.0 - lowest;
    for (int c = 0; c < n_classes; c++)
      if (ret_rate[c] <= -2.0) {
        ret_rate[c] = lowest;
        settle(classes[c], lowest, left);
        open--;
      }
  }
}
