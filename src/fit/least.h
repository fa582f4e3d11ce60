/* Least squares by Levenberg and Marquardt (MINPACK's lmdif). */
#ifndef TN_FIT_LEAST_H
#define TN_FIT_LEAST_H

#include <stdbool.h>

enum { TN_LEAST_MOST = 64 }; /* upper limit of unknowns */

/* A problem. `residuals` has MINPACK's signature: it computes f[m] at x[n]; a negative result stops
 * the search. */
struct tn_least {
  int (*residuals)(void *data, int m, int n, const double *x, double *f, int flag);
  void *data;
  int m, n;           /* number of residuals; number of unknowns, 0 .. TN_LEAST_MOST */
  double tolerance;   /* relative, for the sum of squares and for x */
  double *covariance; /* [n * n] output: covariance of the solution; NULL if not wanted or n = 0 */
  double step;        /* finite-difference step relative to x; 0: from rounding errors */
};

/* Solves the problem. x[n] is the start and becomes the solution; errors[n] get standard errors
 * (NAN if m = n). Returns the sum of squares. *ret_converged: true if the search reached the
 * tolerance or the limit of rounding. */
double tn_least_solve(const struct tn_least *p, double *x, double *errors, bool *ret_converged);

#endif
