#include "share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grown.h"

void tn_share_table_finish(struct tn_share_table *table)
{
  free(table->cap);
  free(table->users);
  free(table->first);
  free(table->resource);
  free(table->weight);
  free(table->taken);
  *table = (struct tn_share_table){ 0 };
}

static void make_room(struct tn_share_table *table)
{
  if (table->n == table->room) {
    const size_t n = (size_t)(table->room = table->room ? 2 * table->room : 16);
    table->cap = tn_grown(table->cap, n, sizeof *table->cap);
    table->users = tn_grown(table->users, n, sizeof *table->users);
    table->first = tn_grown(table->first, n + 1, sizeof *table->first);
    if (table->n == 0)
      table->first[0] = 0;
  }
  if (table->first[table->n] + TN_MAX_ROUTE > table->charge_room) {
    const size_t n = (size_t)(table->charge_room = 2 * (table->charge_room + TN_MAX_ROUTE));
    table->resource = tn_grown(table->resource, n, sizeof *table->resource);
    table->weight = tn_grown(table->weight, n, sizeof *table->weight);
    table->taken = tn_grown(table->taken, n, sizeof *table->taken);
  }
}

static void move(void *items, size_t size, int from, int end, int by)
{
  char *bytes = items;
  memmove(bytes + (size_t)(from + by) * size, bytes + (size_t)from * size,
          (size_t)(end - from) * size);
}

void tn_share_table_insert(struct tn_share_table *table, int at, const struct tn_share_class *c)
{
  make_room(table);
  const int n = table->n++, charge = table->first[at], end = table->first[n];
  move(table->cap, sizeof *table->cap, at, n, 1);
  move(table->users, sizeof *table->users, at, n, 1);
  move(table->first, sizeof *table->first, at, n + 1, 1);
  move(table->resource, sizeof *table->resource, charge, end, c->n_route);
  move(table->weight, sizeof *table->weight, charge, end, c->n_route);
  move(table->taken, sizeof *table->taken, charge, end, c->n_route);
  for (int i = at + 1; i <= table->n; i++)
    table->first[i] += c->n_route;
  table->cap[at] = c->cap;
  for (int i = 0; i < c->n_route; i++) {
    table->resource[charge + i] = c->route[i].resource;
    table->weight[charge + i] = c->route[i].weight;
  }
  tn_share_table_set_users(table, at, c->users);
}

void tn_share_table_set_users(struct tn_share_table *table, int at, int users)
{
  table->users[at] = users;
  for (int i = table->first[at]; i < table->first[at + 1]; i++)
    table->taken[i] = users * table->weight[i];
}

/* Progressive filling: raises the rates of all open classes together; a class closes at its cap or
 * when a resource on its route is full. Returns the rate at which the first resource is full. */

static double fair_level(int n_resources, const double *left, const double *rising)
{
  double level = INFINITY;
  for (int i = 0; i < n_resources; i++)
    if (rising[i] > 0.0 && left[i] / rising[i] < level)
      level = left[i] / rising[i];
  return level;
}

/* Computes the bytes of each resource that all open classes take per unit of rate. Sums anew each
 * time: subtracting a class of large weight would leave a rounding error as large as a class of
 * small weight. Returns the lowest cap. */
static double sum_rising(const struct tn_share_table *table, int n_open, const int *open,
                         int n_resources, double *rising)
{
  double lowest = INFINITY;
  for (int i = 0; i < n_resources; i++)
    rising[i] = 0.0;
  for (int k = 0; k < n_open; k++) {
    const int c = open[k];
    for (int i = table->first[c]; i < table->first[c + 1]; i++)
      rising[table->resource[i]] += table->taken[i];
    if (table->cap[c] < lowest)
      lowest = table->cap[c];
  }
  return lowest;
}

static void settle(const struct tn_share_table *table, int c, double rate, double *left)
{
  for (int i = table->first[c]; i < table->first[c + 1]; i++) {
    double *rest = &left[table->resource[i]];
    *rest -= table->taken[i] * rate;
    if (*rest < 0.0)
      *rest = 0.0;
  }
}

static void find_full(int n_resources, double level, const double *left, const double *rising,
                      double *full)
{
  for (int i = 0; i < n_resources; i++)
    full[i] = left[i] <= level * rising[i] * (1.0 + 1e-14);
}

static int is_stopped(const struct tn_share_table *table, int c, const double *full)
{
  for (int i = table->first[c]; i < table->first[c + 1]; i++)
    if (full[table->resource[i]] > 0.0)
      return 1;
  return 0;
}

/* Collects classes whose rates can rise in open[] and returns their number. Other classes get their
 * caps. */
static int open_all(const struct tn_share_table *table, int *open, double *rate)
{
  int n_open = 0;
  for (int c = 0; c < table->n; c++)
    if (table->users[c] > 0 && table->first[c] < table->first[c + 1])
      open[n_open++] = c;
    else
      rate[c] = table->cap[c];
  return n_open;
}

void tn_share_table_max_min(const struct tn_share_table *table, int n_resources,
                            const double *capacity, double *scratch, int *open, double *ret_rate)
{
  double *left = scratch, *rising = left + n_resources, *full = rising + n_resources;
  for (int i = 0; i < n_resources; i++)
    left[i] = capacity[i];
  for (int n_open = open_all(table, open, ret_rate); n_open > 0;) {
    const double cap = sum_rising(table, n_open, open, n_resources, rising);
    const double level = fair_level(n_resources, left, rising);
    /* Classes with caps below the fair rate close first, because they leave bandwidth to other
     * classes. */
    const int by_cap = cap < level || level == INFINITY;
    const double lowest = by_cap ? cap : level;
    int n_left = 0;
    if (!by_cap)
      find_full(n_resources, level, left, rising, full);
    for (int k = 0; k < n_open; k++) {
      const int c = open[k];
      if (by_cap ? table->cap[c] <= lowest : is_stopped(table, c, full)) {
        ret_rate[c] = lowest;
        settle(table, c, lowest, left);
      } else {
        open[n_left++] = c;
      }
    }
    n_open = n_left;
  }
}
