/* Arithmetic of a calibration, on data with a known answer. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/spread.h"
#include "real/lockscope.h"
#include "real/regression.h"

static void close_to(double value, double expected, double relative, const char *what)
{
  cr_assert(fabs(value - expected) <= relative * fabs(expected), "%s: %g, not %g", what, value,
            expected);
}

/* Returns a number in -1..1, the same for each i in all runs. */
static double jitter(int i)
{
  const unsigned mixed = ((unsigned)i + 1) * 2654435761u;
  return (double)(mixed >> 8) / (1 << 23) - 1;
}

Test(line, goes_through_exact_points)
{
  const double x[] = { 1, 2, 4, 64 }, y[] = { 3.5, 4, 5, 35 };
  struct tn_line_fit fit;
  cr_assert(tn_fit_line(4, x, y, NULL, &fit));
  close_to(fit.intercept, 3, 1e-12, "intercept");
  close_to(fit.slope, 0.5, 1e-12, "slope");
  cr_assert_lt(fit.residual, 1e-12);
  cr_assert_lt(fit.slope_error, 1e-12);
}

/* With a scatter of 1 % the true value is within a few standard errors, which shrink with n. */
Test(line, states_its_error)
{
  enum { MOST = 400 };
  double x[MOST], y[MOST], error_before = INFINITY;
  for (int i = 0; i < MOST; i++) {
    x[i] = 1 + i % 50;
    y[i] = (2e-6 + 1e-7 * x[i]) * (1 + 0.01 * jitter(i));
  }
  for (int n = 50; n <= MOST; n *= 2) {
    struct tn_line_fit fit;
    cr_assert(tn_fit_line(n, x, y, NULL, &fit));
    cr_assert_lt(fabs(fit.slope - 1e-7), 4 * fit.slope_error, "%d points", n);
    cr_assert_lt(fabs(fit.intercept - 2e-6), 4 * fit.intercept_error, "%d points", n);
    cr_assert(fit.residual > 0.003 && fit.residual < 0.01, "residual %g", fit.residual);
    cr_assert_lt(fit.slope_error, error_before);
    error_before = fit.slope_error;
  }
}

/* Differences of times have the errors of the times: small differences carry little information. */
Test(line, weighs_by_a_scale)
{
  const double x[] = { 1, 2, 4 }, y[] = { 5, 20, 40 }, scale[] = { 1e6, 1, 1 };
  struct tn_line_fit fit;
  cr_assert(tn_fit_line(3, x, y, scale, &fit));
  close_to(fit.slope, 10, 1e-6, "slope");
  cr_assert_lt(fabs(fit.intercept), 1e-5);
}

Test(line, refuses_what_is_none)
{
  const double x[] = { 1, 2 }, same[] = { 3, 3 }, y[] = { 1, 2 }, bad[] = { 1, NAN },
               zero[] = { 0, 1 };
  struct tn_line_fit fit;
  cr_assert_not(tn_fit_line(1, x, y, NULL, &fit));
  cr_assert_not(tn_fit_line(2, same, y, NULL, &fit));
  cr_assert_not(tn_fit_line(2, x, bad, NULL, &fit));
  cr_assert_not(tn_fit_line(2, x, zero, NULL, &fit));
}

static double decay(const double *param, int i, const void *context)
{
  return param[0] * exp(-param[1] * ((const double *)context)[i]);
}

Test(curve, finds_what_is_not_linear)
{
  const double x[] = { 0, 1, 2, 3, 5 };
  double y[5];
  struct tn_curve_fit fit = { .param = { 1, 0.1 } };
  for (int i = 0; i < 5; i++)
    y[i] = 7 * exp(-0.3 * x[i]);
  cr_assert(tn_fit_curve(decay, x, 5, y, 2, &fit));
  close_to(fit.param[0], 7, 1e-6, "factor");
  close_to(fit.param[1], 0.3, 1e-6, "rate");
  cr_assert_lt(fit.error[0], 1e-5);
  cr_assert_not(tn_fit_curve(decay, x, 1, y, 2, &fit));
}

/* Fills points of a law; with `cross`, half of the callers are on the second package. */
static int gamma_points(double a, double b, double cross, int most, double noise,
                        struct tn_gamma_point *ret)
{
  int n = 0;
  for (int c = 2; c <= most; c++) {
    const double mix = isnan(cross) || c <= most / 2 ? 0 : 1;
    const double factor = mix > 0 ? cross : 1;
    ret[n] = (struct tn_gamma_point){ c, mix, (a * c * c + b * c) * factor };
    ret[n].gamma *= 1 + noise * jitter(n);
    n++;
  }
  return n;
}

/* Fits to points of the papers' machines give their laws. */
Test(gamma, comes_back)
{
  static const double laws[][3] = { { 0.11, 1.6, NAN }, { 0.18, 0.83, NAN }, { 0.04, 1.95, 1.8 } };
  for (int l = 0; l < 3; l++) {
    struct tn_gamma_point points[32];
    struct tn_gamma_fit fit;
    const int n = gamma_points(laws[l][0], laws[l][1], laws[l][2], 20, 0, points);
    cr_assert(tn_fit_gamma(n, points, &fit));
    close_to(fit.a, laws[l][0], 1e-6, "a");
    close_to(fit.b, laws[l][1], 1e-6, "b");
    if (isnan(laws[l][2]))
      cr_assert(isnan(fit.cross_error));
    else
      close_to(fit.cross, laws[l][2], 1e-6, "cross");
  }
}

Test(gamma, states_its_error)
{
  struct tn_gamma_point points[64];
  struct tn_gamma_fit fit;
  const int n = gamma_points(0.11, 1.6, NAN, 60, 0.05, points);
  cr_assert(tn_fit_gamma(n, points, &fit));
  cr_assert(fit.a_error > 0 && fit.b_error > 0);
  cr_assert_lt(fabs(fit.a - 0.11), 4 * fit.a_error);
  cr_assert_lt(fabs(fit.b - 1.6), 4 * fit.b_error);
}

/* A lock whose cost per caller does not grow has no quadratic term, and never a negative one. */
Test(gamma, has_no_negative_term)
{
  struct tn_gamma_point points[16];
  struct tn_gamma_fit fit;
  const int n = gamma_points(-0.01, 0.9, NAN, 12, 0, points);
  cr_assert(tn_fit_gamma(n, points, &fit));
  cr_assert_eq(fit.a, 0);
  cr_assert(fit.b > 0.7 && fit.b < 0.9, "%g", fit.b);
}

Test(gamma, wants_six_readers)
{
  struct tn_gamma_point points[16];
  struct tn_gamma_fit fit;
  cr_assert_not(tn_fit_gamma(gamma_points(0.1, 1, NAN, 5, 0, points), points, &fit));
  cr_assert(tn_fit_gamma(gamma_points(0.1, 1, NAN, 6, 0, points), points, &fit));
}

Test(lock_scope, is_told_from_five_times)
{
  static const struct {
    double seconds[TN_N_LOCK_CASES]; /* alone, same pages, same table, other table, other process */
    enum tn_lock_scope scope;
  } cases[] = {
    { { 190, 400, 300, 195, 192 }, TN_SCOPE_PAGETABLE },
    { { 190, 650, 262, 198, 208 }, TN_SCOPE_PAGETABLE },
    { { 110, 205, 202, 201, 111 }, TN_SCOPE_PROCESS },
    { { 110, 205, 300, 220, 111 }, TN_SCOPE_PROCESS },
    { { 110, 140, 112, 111, 111 }, TN_SCOPE_NONE },
    /* Time that two readers lose without a lock does not count. */
    { { 100, 150, 150, 150, 150 }, TN_SCOPE_NONE },
    { { 100, 250, 250, 160, 150 }, TN_SCOPE_PAGETABLE },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    enum tn_lock_scope scope;
    cr_assert(tn_lock_scope_of(cases[i].seconds, &scope));
    cr_assert_eq(scope, cases[i].scope, "case %zu: %s", i, tn_lock_scope_names[scope]);
  }
}

Test(lock_scope, wants_all_times)
{
  const double missing[TN_N_LOCK_CASES] = { 190, 400, NAN, 195, 192 };
  const double wrong[TN_N_LOCK_CASES] = { 190, 400, 300, 0, 192 };
  enum tn_lock_scope scope;
  cr_assert_not(tn_lock_scope_of(missing, &scope));
  cr_assert_not(tn_lock_scope_of(wrong, &scope));
}

Test(middle, is_robust)
{
  double values[] = { 1, 1.1, 0.9, 1, 50, 1.05, 0.95, 1, 1, 1.02, 0.98, 1, 1 };
  double two_modes[] = { 1, 3, 1, 3, 1, 1, 3, 1, 1 }, one[] = { 3 }, scatter;
  close_to(tn_median_scatter(values, 13, &scatter), 1.0, 1e-12, "median");
  /* At 1.92 and 10.08 of 0.9 0.95 0.98 ... 1.02 1.05 1.1 50. */
  close_to(scatter, 0.5 * (1.05 + 0.08 * 0.05 - (0.95 + 0.92 * 0.03)), 1e-9, "scatter");
  cr_assert_eq(tn_median_scatter(two_modes, 9, &scatter), 1);
  close_to(scatter, 1, 1e-12, "scatter of two modes");
  cr_assert_eq(tn_median_scatter(one, 1, &scatter), 3);
  cr_assert(isnan(scatter));
  cr_assert(isnan(tn_median_scatter(NULL, 0, &scatter)));
}
