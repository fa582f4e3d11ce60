#include "share.h"

#include <math.h>

/* Progressive filling: raise all rates together; a class stops at its cap or when a resource on its
 * route is full. Those that still rise are open. */

static double fair_level(int n_resources, const double *left, const double *rising)
{
  double level = INFINITY;
  for (int i = 0; i < n_resources; i++)
    if (rising[i] > 0.0 && left[i] / rising[i] < level)
      level = left[i] / rising[i];
  return level;
}

/* What a raise of all open classes takes of each resource: summed afresh, since a heavy class that
 * is subtracted leaves a rest which looks like somebody light. Returns their lowest cap. */
static double sum_rising(int n_open, const int *open, const struct tn_share_class *const *classes,
                         int n_resources, double *rising)
{
  double lowest = INFINITY;
  for (int i = 0; i < n_resources; i++)
    rising[i] = 0.0;
  for (int k = 0; k < n_open; k++) {
    const struct tn_share_class *c = classes[open[k]];
    for (int i = 0; i < c->n_route; i++)
      rising[c->route[i].resource] += c->users * c->route[i].weight;
    if (c->cap < lowest)
      lowest = c->cap;
  }
  return lowest;
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

static void find_full(int n_resources, double level, const double *left, const double *rising,
                      double *full)
{
  for (int i = 0; i < n_resources; i++)
    full[i] = left[i] <= level * rising[i] * (1.0 + 1e-14);
}

static int is_stopped(const struct tn_share_class *c, const double *full)
{
  for (int i = 0; i < c->n_route; i++)
    if (full[c->route[i].resource] > 0.0)
      return 1;
  return 0;
}

void tn_share_max_min(int n_classes, const struct tn_share_class *const *classes, int n_resources,
                      const double *capacity, double *scratch, int *open, double *ret_rate)
{
  double *left = scratch, *rising = left + n_resources, *full = rising + n_resources;
  int n_open = 0;
  for (int i = 0; i < n_resources; i++)
    left[i] = capacity[i];
  for (int c = 0; c < n_classes; c++)
    if (classes[c]->users > 0)
      open[n_open++] = c;
    else
      ret_rate[c] = classes[c]->cap;
  while (n_open > 0) {
    const double cap = sum_rising(n_open, open, classes, n_resources, rising);
    const double level = fair_level(n_resources, left, rising);
    /* Caps below the level settle first: they free bandwidth for the others. */
    const int by_cap = cap < level || level == INFINITY;
    const double lowest = by_cap ? cap : level;
    int n_left = 0;
    if (!by_cap)
      find_full(n_resources, level, left, rising, full);
    for (int k = 0; k < n_open; k++) {
      const struct tn_share_class *c = classes[open[k]];
      if (by_cap ? c->cap <= lowest : is_stopped(c, full)) {
        ret_rate[open[k]] = lowest;
        settle(c, lowest, left);
      } else {
        open[n_left++] = open[k];
      }
    }
    n_open = n_left;
  }
}
