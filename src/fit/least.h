/* Least squares by Levenberg and Marquardt (MINPACK's lmdif), for every fit of the program. */
#ifndef TN_FIT_LEAST_H
#define TN_FIT_LEAST_H

#include <stdbool.h>

enum { TN_LEAST_MOST = 64 }; /* unknowns */

/* A problem. The residuals' signature is MINPACK's: f[m] at x[n]; below 0 it ends the search. */
struct tn_least {
  int (*residuals)(void *data, int m, int n, const double *x, double *f, int flag);
  void *data;
  int m, n;           /* residuals; unknowns, 1 .. TN_LEAST_MOST */
  double tolerance;   /* relative, of the sum of squares and of x */
  double *covariance; /* [n * n] of the solution, filled as errors are; NULL: not wanted */
  double step; /* of the differences that stand for derivatives, relative to x; 0: rounding */
};

/* Solves from x[n] on, which becomes the solution; errors[n] get standard errors (NAN without more
 * residuals than unknowns). Returns the sum of squares; *ret_converged: whether it settled, within the
 * tolerance or as exactly as numbers get. */
double tn_least_solve(const struct tn_least *p, double *x, double *errors, bool *ret_converged);

#endif
