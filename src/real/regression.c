#include "regression.h"

#include <glib.h>
#include <math.h>

#include "contention/lock.h"
#include "fit/least.h"

static bool all_positive(int n, const double *y)
{
  for (int i = 0; i < n; i++)
    if (!(isfinite(y[i]) && y[i] > 0))
      return false;
  return true;
}

bool tn_fit_line(int n, const double *x, const double *y, const double *scale,
                 struct tn_line_fit *ret)
{
  double weights = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0, rest = 0;
  if (!scale)
    scale = y;
  if (n < 2 || !all_positive(n, scale))
    return false;
  for (int i = 0; i < n; i++) {
    const double weight = 1 / (scale[i] * scale[i]);
    weights += weight;
    mean_x += weight * x[i];
    mean_y += weight * y[i];
  }
  mean_x /= weights;
  mean_y /= weights;
  for (int i = 0; i < n; i++) {
    const double weight = 1 / (scale[i] * scale[i]), dx = x[i] - mean_x;
    xx += weight * dx * dx;
    xy += weight * dx * (y[i] - mean_y);
  }
  if (!(xx > 0) || !isfinite(xy) || !isfinite(mean_y))
    return false;
  ret->slope = xy / xx;
  ret->intercept = mean_y - ret->slope * mean_x;
  for (int i = 0; i < n; i++) {
    const double off = (ret->intercept + ret->slope * x[i] - y[i]) / scale[i];
    rest += off * off;
  }
  const double variance = n > 2 ? rest / (n - 2) : 0;
  ret->residual = sqrt(rest / n);
  ret->slope_error = sqrt(variance / xx);
  ret->intercept_error = sqrt(variance * (1 / weights + mean_x * mean_x / xx));
  return true;
}

struct curve_call {
  tn_curve curve;
  const void *context;
  const double *y;
};

static int residuals(void *data, int n, int n_params, const double *param, double *ret, int flag)
{
  const struct curve_call *call = data;
  (void)n_params;
  (void)flag;
  for (int i = 0; i < n; i++)
    ret[i] = call->curve(param, i, call->context) / call->y[i] - 1;
  return 0;
}

bool tn_fit_curve(tn_curve curve, const void *context, int n, const double *y, int n_params,
                  struct tn_curve_fit *ret)
{
  struct curve_call call = { curve, context, y };
  bool converged;
  if (n < n_params || n_params < 1 || n_params > TN_FIT_PARAMS || !all_positive(n, y))
    return false;
  const struct tn_least least = {
    .residuals = residuals, .data = &call, .m = n, .n = n_params, .tolerance = 1e-12
  };
  const double squares = tn_least_solve(&least, ret->param, ret->error, &converged);
  for (int p = 0; p < n_params && n == n_params; p++)
    ret->error[p] = 0;
  ret->residual = sqrt(squares / n);
  return converged && isfinite(squares);
}

/* Parameters a, b and cross of gamma(c). Those that are not fitted are fixed at 0, 0 and 1. */
struct gamma_context {
  int n;
  const struct tn_gamma_point *points; /* [n] */
  const double *y;                     /* [n] */
  int a, b, cross;                     /* index of the parameter among the fitted ones; -1 if it
                                        * is fixed */
};

static double gamma_curve(const double *param, int i, const void *data)
{
  const struct gamma_context *context = data;
  const struct tn_gamma_point *p = &context->points[i];
  const double a = context->a < 0 ? 0 : param[context->a];
  const double b = context->b < 0 ? 0 : param[context->b];
  const double cross = context->cross < 0 ? 1 : param[context->cross];
  return tn_gamma(a, b, p->callers) * tn_lock_crossing(cross, p->mix);
}

static bool fit_free(struct gamma_context *context, bool with_a, bool with_b, bool with_cross,
                     struct tn_gamma_fit *ret)
{
  struct tn_curve_fit fit = { .param = { 0 } };
  int n_free = 0;
  context->a = with_a ? n_free++ : -1;
  context->b = with_b ? n_free++ : -1;
  context->cross = with_cross ? n_free++ : -1;
  if (with_a)
    fit.param[context->a] = 0.1;
  if (with_b)
    fit.param[context->b] = 0.5;
  if (with_cross)
    fit.param[context->cross] = 1.1;
  if (!tn_fit_curve(gamma_curve, context, context->n, context->y, n_free, &fit))
    return false;
  *ret = (struct tn_gamma_fit){
    .a = with_a ? fit.param[context->a] : 0,
    .b = with_b ? fit.param[context->b] : 0,
    .cross = with_cross ? fit.param[context->cross] : 1,
    .a_error = with_a ? fit.error[context->a] : 0,
    .b_error = with_b ? fit.error[context->b] : 0,
    .cross_error = with_cross ? fit.error[context->cross] : NAN,
    .residual = fit.residual,
  };
  return true;
}

bool tn_fit_gamma(int n, const struct tn_gamma_point *points, struct tn_gamma_fit *ret)
{
  g_autofree double *y = g_new(double, MAX(n, 1));
  struct gamma_context context = { .n = n, .points = points, .y = y };
  struct tn_gamma_fit fit;
  int most = 0;
  bool mixes = false;
  for (int i = 0; i < n; i++) {
    y[i] = points[i].gamma;
    most = MAX(most, points[i].callers);
    mixes = mixes || points[i].mix > 0;
  }
  if (n < 3 || most < TN_GAMMA_LEAST || !fit_free(&context, true, true, mixes, &fit))
    return false;
  /* A negative term would mean that the lock gets faster with more callers. */
  if (fit.a < 0 && !fit_free(&context, false, true, mixes, &fit))
    return false;
  if (fit.b < 0 && !fit_free(&context, true, false, mixes, &fit))
    return false;
  if (fit.cross < 1 && !fit_free(&context, fit.a > 0, fit.b > 0, false, &fit))
    return false;
  *ret = fit;
  return true;
}
