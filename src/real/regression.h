/* Fits of curves to measured times, with standard errors. */
#ifndef TN_REAL_REGRESSION_H
#define TN_REAL_REGRESSION_H

#include <stdbool.h>

/* y = intercept + slope * x. */
struct tn_line_fit {
  double intercept, slope;
  double intercept_error, slope_error; /* standard errors in the same units; 0 for two points */
  double residual;                     /* root of the mean squared relative residual */
};

/* Fits a line by least squares of the residuals relative to scale[n], the scatter of the times
 * (positive; NULL: y[n]). Returns false if n < 2, a number is not finite or all x are equal. */
bool tn_fit_line(int n, const double *x, const double *y, const double *scale,
                 struct tn_line_fit *ret);

/* Result of a curve fit with at most TN_FIT_PARAMS parameters. */
enum { TN_FIT_PARAMS = 4 };
struct tn_curve_fit {
  double param[TN_FIT_PARAMS];
  double error[TN_FIT_PARAMS]; /* standard errors */
  double residual;             /* as in tn_line_fit */
};

/* Returns the value of a curve for the parameters at point i of the context's data. */
typedef double (*tn_curve)(const double *param, int i, const void *context);

/* Fits a curve by least squares of the relative residuals against y[n], y > 0, with Levenberg and
 * Marquardt's method (cminpack). ret->param[n_params] holds the start values. Returns false if the
 * fit does not converge, n < n_params, or a number is not finite. */
bool tn_fit_curve(tn_curve curve, const void *context, int n, const double *y, int n_params,
                  struct tn_curve_fit *ret);

/* Measured slowdown of a shared page lock. */
struct tn_gamma_point {
  int callers;  /* at least 2 */
  double mix;   /* tn_lock_mix of the callers */
  double gamma; /* time per page relative to one caller */
};

enum { TN_GAMMA_LEAST = 6 };

/* gamma(c) = (a c^2 + b c) (1 + (cross - 1) mix), a and b not negative. */
struct tn_gamma_fit {
  double a, b, cross;
  double a_error, b_error, cross_error; /* standard errors; NAN for cross if callers never mix */
  double residual;
};

/* Fits gamma(c). Returns false with fewer than three points or fewer than TN_GAMMA_LEAST callers at
 * most, because the two terms are then inseparable. */
bool tn_fit_gamma(int n, const struct tn_gamma_point *points, struct tn_gamma_fit *ret);

#endif
