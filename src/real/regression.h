/* Fits curves to measured times, with standard errors. */
#ifndef TN_REAL_REGRESSION_H
#define TN_REAL_REGRESSION_H

#include <stdbool.h>

/* y = intercept + slope * x. */
struct tn_line_fit {
  double intercept, slope;
  double intercept_error, slope_error; /* standard errors in the units of intercept and slope; 0
                                        * if there are only two points */
  double residual;                     /* root mean square of the relative residuals */
};

/* Fits a line by least squares. Residuals are relative to scale[n], the positive scatter of each y;
 * NULL: to y[n]. Returns false if n < 2, a number is not finite or all x are equal. */
bool tn_fit_line(int n, const double *x, const double *y, const double *scale,
                 struct tn_line_fit *ret);

enum { TN_FIT_PARAMS = 4 };
struct tn_curve_fit {
  double param[TN_FIT_PARAMS];
  double error[TN_FIT_PARAMS]; /* standard errors of the parameters */
  double residual;             /* root mean square of the relative residuals */
};

/* Returns the value of a curve with the given parameters at point i; `context` has the data of the
 * points. */
typedef double (*tn_curve)(const double *param, int i, const void *context);

/* Fits a curve to y[n] (positive) by relative least squares (Levenberg-Marquardt, cminpack).
 * ret->param[n_params] holds the start and gets the solution. Returns false if it does not
 * converge, n < n_params, or a number is not finite. */
bool tn_fit_curve(tn_curve curve, const void *context, int n, const double *y, int n_params,
                  struct tn_curve_fit *ret);

/* Measured slowdown of a page lock that several callers share. */
struct tn_gamma_point {
  int callers;  /* number of callers, at least 2 */
  double mix;   /* evenness with which the callers are spread over packages, 0 to 1 (tn_lock_mix) */
  double gamma; /* time per page / time with one caller */
};

enum { TN_GAMMA_LEAST = 6 };

/* gamma(c) = (a c^2 + b c) (1 + (cross - 1) mix), a and b not negative. */
struct tn_gamma_fit {
  double a, b, cross;
  double a_error, b_error, cross_error; /* standard errors; cross_error: NAN if all mixes are 0 */
  double residual;
};

/* Fits gamma(c). Returns false if there are fewer than three points, or if the largest number of
 * callers is below TN_GAMMA_LEAST. The terms of a and b could not be separated then. */
bool tn_fit_gamma(int n, const struct tn_gamma_point *points, struct tn_gamma_fit *ret);

#endif
