/* Solves least-squares problems by Levenberg and Marquardt's method (MINPACK's lmdif). */
#ifndef TN_FIT_LEAST_H
#define TN_FIT_LEAST_H

#include <stdbool.h>

enum { TN_LEAST_MAX = 64 };

/* A least-squares problem. `residuals` computes f[m] at x[n], as MINPACK expects; a negative result
 * stops the search. */
struct tn_least {
  int (*residuals)(void *data, int m, int n, const double *x, double *f, int flag);
  void *data;
  int m, n;           /* number of residuals; number of unknowns, 0 .. TN_LEAST_MAX */
  double tolerance;   /* relative error of the sum of squares, or of x, at which the search stops */
  double *covariance; /* output: covariance of the solution [n * n]; NULL if not wanted, or n = 0 */
  double step;        /* step of finite differences relative to x; 0: for rounding errors of
                       * double */
};

/* Solves the problem. x[n] has the start values, and receives the solution; errors[n] receives
 * standard errors (NAN if m = n). Returns the sum of squares. *ret_converged: true if the search
 * reached the tolerance or the limit of rounding. */
double tn_least_solve(const struct tn_least *p, double *x, double *errors, bool *ret_converged);

#endif
