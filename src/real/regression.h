/* Fits of laws to measured times, with the standard error of what is found. */
#ifndef TN_REAL_REGRESSION_H
#define TN_REAL_REGRESSION_H

#include <stdbool.h>

/* y = intercept + slope * x. */
struct tn_line_fit {
  double intercept, slope;
  double intercept_error, slope_error; /* standard errors, in the same units; 0 for two points */
  double residual;                     /* root of the mean squared relative residual */
};

/* Least squares of the residuals relative to scale[n], which is what timings scatter by; NULL: to
 * y[n] itself. x[n]; the scale is positive. False when n < 2, a number is not finite or all x are
 * the same. */
bool tn_fit_line(int n, const double *x, const double *y, const double *scale,
                 struct tn_line_fit *ret);

/* What a fit by a curve finds; at most TN_FIT_PARAMS of them. */
enum { TN_FIT_PARAMS = 4 };
struct tn_curve_fit {
  double param[TN_FIT_PARAMS];
  double error[TN_FIT_PARAMS]; /* standard errors */
  double residual;             /* as above */
};

/* A law: its value for the parameters at point i of the context's data. */
typedef double (*tn_curve)(const double *param, int i, const void *context);

/* Least squares of the relative residuals against y[n], y > 0, by Levenberg and Marquardt's method
 * (cminpack); ret->param[n_params] holds where to start. False when it does not converge, n is
 * smaller than n_params or a number is not finite. */
bool tn_fit_curve(tn_curve curve, const void *context, int n, const double *y, int n_params,
                  struct tn_curve_fit *ret);

/* One measured slow-down of a shared page lock. */
struct tn_gamma_point {
  int callers;  /* at least 2 */
  double mix;   /* tn_lock_mix of the callers */
  double gamma; /* time per page over that of one caller */
};

enum { TN_GAMMA_LEAST = 6 };

/* gamma(c) = (a c^2 + b c) (1 + (cross - 1) mix), a and b not negative. */
struct tn_gamma_fit {
  double a, b, cross;
  double a_error, b_error, cross_error; /* standard errors; NAN for cross where no callers mix */
  double residual;
};

/* False when there are fewer than three points or the most callers are fewer than TN_GAMMA_LEAST:
 * then the two terms cannot be told apart. */
bool tn_fit_gamma(int n, const struct tn_gamma_point *points, struct tn_gamma_fit *ret);

#endif
