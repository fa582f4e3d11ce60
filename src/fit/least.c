#include "least.h"

#include <cminpack.h>
#include <glib.h>
#include <math.h>

double tn_least_solve(const struct tn_least *p, double *x, double *errors, bool *ret_converged)
{
  enum { TRIES = 4000 };
  const int n = p->n, m = p->m;
  g_autofree double *f = g_new0(double, m), *jacobian = g_new0(double, (gsize)m *(gsize)n);
  g_autofree double *rest = g_new0(double, m);
  double diagonal[TN_LEAST_MAX], qtf[TN_LEAST_MAX], w1[TN_LEAST_MAX], w2[TN_LEAST_MAX];
  double w3[TN_LEAST_MAX];
  int pivot[TN_LEAST_MAX], evaluations;
  g_assert(n >= 0 && n <= TN_LEAST_MAX && m >= n);
  if (n == 0) {
    double sum = 0;
    p->residuals(p->data, m, 0, x, f, 0);
    for (int i = 0; i < m; i++)
      sum += f[i] * f[i];
    *ret_converged = true;
    return sum;
  }
  const int info = lmdif(p->residuals, p->data, m, n, x, f, p->tolerance, p->tolerance, 0, TRIES,
                         p->step * p->step, diagonal, 1, 100, 0, &evaluations, jacobian, m, pivot,
                         qtf, w1, w2, w3, rest);
  /* lmdif's codes 1 to 3: the tolerance is met; 4, 6, 7: rounding errors limit the result */
  *ret_converged = info >= 1 && info <= 7 && info != 5;
  const double norm = enorm(m, f);
  const double variance = m > n ? norm * norm / (m - n) : NAN;
  covar(n, jacobian, m, pivot, p->tolerance, w1);
  for (int i = 0; i < n; i++)
    errors[i] = sqrt(variance * jacobian[i * m + i]);
  for (int i = 0; p->covariance && i < n * n; i++)
    p->covariance[i] = variance * jacobian[i / n * m + i % n];
  return norm * norm;
}
