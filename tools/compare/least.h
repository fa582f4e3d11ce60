/* Least squares by Levenberg and Marquardt (MINPACK's lmdif), for every fit of this folder. */
#ifndef TN_TOOLS_LEAST_H
#define TN_TOOLS_LEAST_H

#include <stdbool.h>

enum { TN_LEAST_MOST = 24 }; /* unknowns */

/* What is lent is taken to be right within a factor of 1.5, as the project's constants say of what
 * they assume: a normal prior of the logarithm, so that what the data do not determine stays near
 * what is lent. It weighs against residuals of their own size, hence fits are solved twice: first
 * with this weight of a prior's residual, then with that of the residuals found. */
#define TN_LENT_DEVIATION 0.405 /* ln 1.5 */
#define TN_FIRST_PULL 0.2

/* A problem. The residuals' signature is MINPACK's: f[m] at x[n]; below 0 it ends the search. */
struct tn_least {
  int (*residuals)(void *data, int m, int n, const double *x, double *f, int flag);
  void *data;
  int m, n;         /* residuals; unknowns, 1 .. TN_LEAST_MOST */
  double tolerance; /* relative, of the sum of squares and of x */
  double step;      /* of the differences that stand for derivatives, relative to x; 0: rounding */
};

/* Solves from x[n] on, which becomes the solution; errors[n] get standard errors (NAN without more
 * residuals than unknowns). Returns the sum of squares; *ret_converged: whether it settled. */
double tn_least_solve(const struct tn_least *p, double *x, double *errors, bool *ret_converged);

#endif
