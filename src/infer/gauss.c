#include "gauss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"

/* Pivots below this fraction of the variance are rounding errors. */
#define LEAST_PIVOT 1e-12

double *tn_numbers_new(int n, int times)
{
  double *new = calloc((size_t)n * (size_t)times + 1, sizeof *new);
  if (!new)
    abort();
  return new;
}

void tn_gauss_init(struct tn_gauss *g, int n)
{
  *g = (struct tn_gauss){ n, tn_numbers_new(n, 1), tn_numbers_new(n, n) };
}

void tn_gauss_clear(struct tn_gauss *g)
{
  free(g->mean);
  free(g->cov);
  *g = (struct tn_gauss){ 0 };
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void tn_cholesky(double *a, int n)
{
  for (int j = 0; j < n; j++) {
    double *row = a + (size_t)j * (size_t)n;
    const double own = row[j], rest = own - dot(row, row, j);
    row[j] = sqrt(fmax(rest, fmax(own, 1) * LEAST_PIVOT));
    for (int i = j + 1; i < n; i++) {
      double *below = a + (size_t)i * (size_t)n;
      below[j] = (below[j] - dot(below, row, j)) / row[j];
    }
  }
}

double *tn_gauss_factor(const struct tn_gauss *g, const struct tn_observations *observed)
{
  const int n = observed->n;
  double *a = tn_numbers_new(n, n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      a[(size_t)i * (size_t)n + (size_t)j] =
          g->cov[(size_t)observed->item[i] * (size_t)g->n + (size_t)observed->item[j]];
    a[(size_t)i * (size_t)(n + 1)] +=
        observed->variance ? observed->variance[i] : TN_MEASURED_VARIANCE;
  }
  tn_cholesky(a, n);
  return a;
}

/* Returns the observations' residuals (value - mean), divided by the Cholesky factor: independent
 * numbers with variance 1. For free(). */
static double *residuals(const struct tn_gauss *g, const struct tn_observations *observed,
                         const double *factor)
{
  double *e = tn_numbers_new(observed->n, 1);
  for (int i = 0; i < observed->n; i++) {
    const double *row = factor + (size_t)i * (size_t)observed->n;
    e[i] = (observed->value[i] - g->mean[observed->item[i]] - dot(row, e, i)) / row[i];
  }
  return e;
}

double tn_gauss_evidence(const struct tn_gauss *g, const struct tn_observations *observed)
{
  static const double half_log_2pi = 0.91893853320467274178;
  double *factor = tn_gauss_factor(g, observed), *e = residuals(g, observed, factor);
  double sum = -0.5 * dot(e, e, observed->n) - observed->n * half_log_2pi;
  for (int i = 0; i < observed->n; i++)
    sum -= log(factor[(size_t)i * (size_t)(observed->n + 1)]);
  free(factor);
  free(e);
  return sum;
}

/* Returns the covariances of the observations with all numbers, divided by the Cholesky factor:
 * [observed->n][g->n], for free(). */
static double *covariances(const struct tn_gauss *g, const struct tn_observations *observed,
                           const double *factor)
{
  const size_t n = (size_t)g->n;
  double *v = tn_numbers_new(observed->n, g->n);
  for (int i = 0; i < observed->n; i++) {
    double *row = v + (size_t)i * n;
    const double *l = factor + (size_t)i * (size_t)observed->n;
    memcpy(row, g->cov + (size_t)observed->item[i] * n, n * sizeof *row);
    for (int j = 0; j < i; j++)
      for (size_t k = 0; k < n; k++)
        row[k] -= l[j] * v[(size_t)j * n + k];
    for (size_t k = 0; k < n; k++)
      row[k] /= l[i];
  }
  return v;
}

void tn_gauss_condition(struct tn_gauss *g, const struct tn_observations *observed)
{
  const size_t n = (size_t)g->n;
  double *factor = tn_gauss_factor(g, observed);
  double *v = covariances(g, observed, factor),
         *e = observed->value ? residuals(g, observed, factor) : NULL;
  for (int i = 0; i < observed->n; i++) {
    const double *row = v + (size_t)i * n;
    for (size_t k = 0; e && k < n; k++)
      g->mean[k] += row[k] * e[i];
    for (size_t k = 0; k < n; k++)
      for (size_t l = 0; l < n; l++)
        g->cov[k * n + l] -= row[k] * row[l];
  }
  free(factor);
  free(v);
  free(e);
}
