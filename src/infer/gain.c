#include "gain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

double *tn_deviates_new(int n, unsigned seed)
{
  double *z = tn_numbers_new(n, TN_DRAWS);
  for (int i = 0; i < n; i++) {
    struct tn_random random = tn_random_make(seed, (uint64_t)i);
    for (int d = 0; d < TN_DRAWS / 2; d++) {
      const double radius = sqrt(2 * tn_random_exponential(&random)); /* Box and Muller (1958) */
      z[i * TN_DRAWS + d] = radius * cos(2 * M_PI * tn_random_uniform(&random));
      z[i * TN_DRAWS + TN_DRAWS / 2 + d] = -z[i * TN_DRAWS + d];
    }
  }
  return z;
}

static const int *items_of(const struct tn_contests *cells, int cell)
{
  return cells->item + (size_t)cell * (size_t)cells->most;
}

static int count(const struct tn_contests *cells, int cell)
{
  const int *item = items_of(cells, cell);
  int n = 0;
  while (n < cells->most && item[n] >= 0)
    n++;
  return n;
}

int tn_cell_best(const struct tn_gauss *g, const struct tn_contests *cells, int cell)
{
  const int *item = items_of(cells, cell), n = count(cells, cell);
  int best = item[0];
  for (int i = 1; i < n; i++)
    if (g->mean[item[i]] < g->mean[best])
      best = item[i];
  return best;
}

/* Draws TN_DRAWS logarithms of times for each of a cell's n items. Returns [n * TN_DRAWS], for
 * free(). */
static double *draw(const struct tn_gauss *g, const int *item, int n, const double *deviates)
{
  double *a = tn_numbers_new(n, n), *x = tn_numbers_new(n, TN_DRAWS);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * n + j] = g->cov[(size_t)item[i] * (size_t)g->n + (size_t)item[j]];
  tn_cholesky(a, n);
  for (int i = 0; i < n; i++)
    for (int d = 0; d < TN_DRAWS; d++) {
      double sum = g->mean[item[i]];
      for (int j = 0; j <= i; j++)
        sum += a[i * n + j] * deviates[j * TN_DRAWS + d];
      x[i * TN_DRAWS + d] = sum;
    }
  free(a);
  return x;
}

static int least(const double *x, int n, int d)
{
  int best = 0;
  for (int i = 1; i < n; i++)
    if (x[i * TN_DRAWS + d] < x[best * TN_DRAWS + d])
      best = i;
  return best;
}

void tn_cell_risks(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                   const double *deviates, double limit, struct tn_risk *ret)
{
  const int *item = items_of(cells, cell), n = count(cells, cell);
  double *x = draw(g, item, n, deviates);
  for (int i = 0; i < n; i++)
    ret[i] = (struct tn_risk){ 0 };
  for (int d = 0; d < TN_DRAWS; d++) {
    const double best = x[least(x, n, d) * TN_DRAWS + d];
    for (int i = 0; i < n; i++) {
      const double loss = expm1(x[i * TN_DRAWS + d] - best);
      ret[i].loss += loss / TN_DRAWS;
      ret[i].chance += (loss <= limit ? 1.0 : 0.0) / TN_DRAWS;
    }
  }
  free(x);
}

void tn_cell_wins(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                  const double *deviates, double *wins)
{
  const int *item = items_of(cells, cell), n = count(cells, cell);
  double *x = draw(g, item, n, deviates);
  for (int i = 0; i < cells->most; i++)
    wins[i] = 0;
  for (int d = 0; d < TN_DRAWS; d++)
    wins[least(x, n, d)] += 1.0 / TN_DRAWS;
  free(x);
}

/* Returns the solution x of transposed(factor) * x = deviates, for each draw: [n * TN_DRAWS], for
 * free(). */
static double *weights(const double *factor, int n, const double *deviates)
{
  double *x = tn_numbers_new(n, TN_DRAWS);
  memcpy(x, deviates, (size_t)n * TN_DRAWS * sizeof *x);
  for (int i = n; i-- > 0;)
    for (int d = 0; d < TN_DRAWS; d++) {
      double *own = x + i * TN_DRAWS + d;
      for (int j = i + 1; j < n; j++)
        *own -= factor[(size_t)j * (size_t)n + (size_t)i] * x[j * TN_DRAWS + d];
      *own /= factor[(size_t)i * (size_t)(n + 1)];
    }
  return x;
}

/* Computes the mean that an item has after each drawn set of observations: ret[TN_DRAWS]. */
static void moved_mean(const struct tn_gauss *g, const struct tn_observations *observed,
                       const double *weight, int item, double *ret)
{
  const double *row = g->cov + (size_t)item * (size_t)g->n;
  for (int d = 0; d < TN_DRAWS; d++)
    ret[d] = g->mean[item];
  for (int i = 0; i < observed->n; i++) {
    const double c = row[observed->item[i]];
    for (int d = 0; d < TN_DRAWS; d++)
      ret[d] += c * weight[i * TN_DRAWS + d];
  }
}

double tn_gain(const struct tn_gauss *g, const struct tn_contests *cells,
               const struct tn_observations *observed, const double *deviates)
{
  double *factor = tn_gauss_factor(g, observed);
  double *weight = weights(factor, observed->n, deviates), sum = 0;
  for (int cell = 0; cell < cells->n; cell++) {
    const int *item = items_of(cells, cell), n = count(cells, cell);
    double low[TN_DRAWS], one[TN_DRAWS], mean = 0;
    for (int i = 0; i < n; i++) {
      moved_mean(g, observed, weight, item[i], i ? one : low);
      for (int d = 0; i && d < TN_DRAWS; d++)
        low[d] = fmin(low[d], one[d]);
    }
    for (int d = 0; d < TN_DRAWS; d++)
      mean += low[d] / TN_DRAWS;
    sum += g->mean[tn_cell_best(g, cells, cell)] - mean;
  }
  free(factor);
  free(weight);
  return sum;
}
