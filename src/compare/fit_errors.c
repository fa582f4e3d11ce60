/* Estimates the errors by a linear model: derivatives of the logarithms of the times by the
 * logarithms of the fitted values. The derivatives come from the simulator for messages and from
 * the closed form for trees. */
#include "fit_errors.h"

#include <math.h>
#include <string.h>

#include "fit/least.h"
#include "platform/params.h"
#include "unmeasured.h"

/* Factor by which a value is moved, and number of standard deviations in a stated error. With a
 * linear model 2.5 deviations would cover 99 of 100 values. The simulator is not linear, and fewer
 * values are covered (tests/fit_coverage.py). */
#define STEP 1.1
#define SURE 2.5
/* Number of standard deviations in a joint error (covers nine of ten values), and the smallest
 * joint error that is stated. */
#define NINETY 1.6449
#define LEAST_OFF 0.02

struct linear {
  int n_points;
  const double *rest, *slopes; /* rest[n_points]; slopes[n_points * TN_LEAST_MAX] */
  double pull;
};

static int residuals(void *data, int m, int n, const double *x, double *f, int flag)
{
  const struct linear *l = data;
  (void)m;
  (void)flag;
  for (int i = 0; i < l->n_points; i++) {
    f[i] = l->rest[i];
    for (int k = 0; k < n; k++)
      f[i] += l->slopes[i * TN_LEAST_MAX + k] * x[k];
  }
  for (int k = 0; k < n; k++)
    f[l->n_points + k] = l->pull * x[k];
  return 0;
}

struct asking {
  struct tn_fit *fit;
  const GArray *points;
  const struct tn_platform *platform;
  /* values for the simulator, and for the closed form */
  double values[TN_N_PARAMS], form[TN_N_PARAMS];
  /* standard deviation of a fitted value's logarithm before the fit */
  double prior;
  double *covariance; /* output: covariance of the unknowns; may be NULL */
  /* true if only fitted values move; false if their followers and values of other platforms move,
   * too */
  bool alone;
};

/* Computes the points' seconds with the values in `moved` (NAN: not moved). ret_read: as in
 * tn_fit_check. */
static bool predict(const struct asking *a, const double *moved, double *ret, bool *ret_read,
                    GError **error)
{
  struct tn_override overrides[TN_N_PARAMS];
  double form[TN_N_PARAMS];
  int n = 0;
  for (int q = 0; q < TN_N_PARAMS; q++) {
    const double value = isnan(moved[q]) ? a->values[q] : moved[q];
    form[q] = isnan(moved[q]) ? a->form[q] : moved[q];
    if (!isnan(value))
      overrides[n++] = (struct tn_override){ .param = (enum tn_param)q,
                                             .value = tn_param_clamp((enum tn_param)q, value) };
  }
  const struct tn_case asked = { .platform = a->platform,
                                 .mechanism = TN_JUST(tn_fit_mechanism(a->fit->assumption)),
                                 .overrides = overrides,
                                 .n_overrides = n };
  if (!tn_fit_check(&asked, a->points, ret, ret_read, error))
    return false;
  for (guint i = 0; i < a->points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(a->points, struct tn_fit_point, i);
    if (p->children > 0)
      ret[i] = tn_fit_seconds(a->fit->assumption, form, p, p->bytes > a->fit->limit[1]);
  }
  return true;
}

/* Sets `moved` to a move of parameter p. A fitted parameter moves with the parameters that follow
 * it; a follower or a parameter from another platform moves alone. Returns the move in standard
 * deviations of the prior, or 0 if p has no other value. */
static double move(const struct asking *a, int p, double *moved)
{
  const struct tn_fit *fit = a->fit;
  const enum tn_unit unit = tn_params[p].unit;
  const struct tn_bounds bounds =
      tn_platform_bounds(a->platform, tn_platform_kernel(a->platform), (enum tn_param)p);
  const bool varies = unit == TN_UNIT_SECONDS || unit == TN_UNIT_BYTES_PER_SECOND ||
                      unit == TN_UNIT_NONE || tn_bounds_are_stated(&bounds);
  double ends[2];
  for (int q = 0; q < TN_N_PARAMS; q++)
    moved[q] = fit->tied[q] == p ? a->form[q] * STEP : NAN;
  if (fit->tied[p] == p)
    return log(STEP) / a->prior;
  if (a->alone)
    return 0;
  if (fit->tied[p] >= 0) {
    moved[p] = a->form[p] * STEP;
    return log(STEP) / TN_FIT_SPLIT_PRIOR;
  }
  if (!isnan(a->values[p]) || !varies ||
      tn_unmeasured_moves(a->platform, (enum tn_param)p, a->form[p], ends) == 0)
    return 0;
  moved[p] = ends[0];
  return NINETY;
}

/* Returns true if p influences the times of messages. The parameters copy_rate do so only if
 * messages are copied by the kernel. */
static bool is_seen(const struct tn_fit *fit, int p)
{
  return fit->assumption >= TN_FIT_PARALLEL || p < TN_P_COPY_RATE || p > TN_P_COPY_RATE_MACHINE;
}

/* Sets the stated error of p's value. `deviation`: standard deviation of the value's logarithm;
 * `shift`: possible shift of the logarithm due to values of other platforms. */
static void state(struct tn_fit *fit, int p, double deviation, double shift)
{
  const bool is_copied = is_seen(fit, p);
  const double error = is_copied ? SURE * deviation + fabs(shift) : TN_FIT_PRIOR;
  fit->fitted[p].error = expm1(fmin(error, TN_FIT_PRIOR));
  if (!is_copied || hypot(deviation, shift) > TN_FIT_MAX_DEVIATION)
    fit->fitted[p].source = "unknown";
}

/* Solution of the linear model. Its unknowns are the fitted values, and other platforms' values
 * that messages depend on. */
struct solution {
  int n, unknown[TN_LEAST_MAX]; /* number of unknowns; the parameter of each */
  /* for each unknown, in standard deviations of its prior: the move and its standard deviation */
  double x[TN_LEAST_MAX], deviations[TN_LEAST_MAX];
  /* sum of squares before the move, at the values where the derivatives were computed */
  double squares;
};

/* Finds the unknowns and computes the derivatives of the points' logarithms by each of them.
 * slopes[m * TN_LEAST_MAX] has n values in each row. */
static bool find_slopes(const struct asking *a, double *base, double *slopes, struct solution *ret,
                        GError **error)
{
  const int m = (int)a->points->len;
  bool read[TN_N_PARAMS] = { false };
  double moved[TN_N_PARAMS];
  g_autofree double *seconds = g_new(double, m);
  int n = 0;
  for (int q = 0; q < TN_N_PARAMS; q++)
    moved[q] = NAN;
  if (!predict(a, moved, base, read, error))
    return false;
  for (int p = 0; p < TN_N_PARAMS && n < TN_LEAST_MAX; p++) {
    const double by = a->fit->tied[p] >= 0 || read[p] ? move(a, p, moved) : 0;
    if (!(by > 0))
      continue;
    if (!predict(a, moved, seconds, NULL, error))
      return false;
    for (int i = 0; i < m; i++)
      slopes[i * TN_LEAST_MAX + n] = log(seconds[i] / base[i]) / by;
    ret->unknown[n++] = p;
  }
  ret->n = n;
  return true;
}

/* Solves the linear model for the unknowns at the current values. */
static bool solve(const struct asking *a, struct solution *ret, GError **error)
{
  const int m = (int)a->points->len;
  g_autofree double *base = g_new(double, m), *rest = g_new(double, m);
  g_autofree double *slopes = g_new(double, m *TN_LEAST_MAX);
  double squares = 0;
  bool converged;
  if (!find_slopes(a, base, slopes, ret, error))
    return false;
  for (int i = 0; i < m; i++) {
    rest[i] = log(base[i] / g_array_index(a->points, struct tn_fit_point, i).seconds);
    squares += rest[i] * rest[i];
  }
  ret->squares = squares;
  struct linear linear = { m, rest, slopes, 0 };
  const struct tn_least least = { .residuals = residuals,
                                  .data = &linear,
                                  .tolerance = 1e-10,
                                  .m = m + ret->n,
                                  .n = ret->n,
                                  .covariance = a->covariance };
  memset(ret->x, 0, sizeof ret->x);
  for (int round = 0; ret->n > 0 && round < 5; round++) {
    linear.pull = sqrt(squares / m);
    squares = tn_least_solve(&least, ret->x, ret->deviations, &converged);
  }
  return true;
}

/* Moves the fitted values from those of the closed form to the best values of the simulator, which
 * has caches. Takes Gauss-Newton steps while they improve the fit. */
static bool refine(struct asking *a, GError **error)
{
  enum { ROUNDS = 4 };
  const double most = log(2);
  double least = INFINITY;
  struct solution s;
  struct asking nearest = *a;
  for (int round = 0; round < ROUNDS; round++) {
    if (!solve(a, &s, error))
      return false;
    if (!(s.squares < least))
      break;
    least = s.squares;
    nearest = *a;
    for (int q = 0; q < TN_N_PARAMS; q++)
      for (int k = 0; k < s.n; k++)
        if (a->fit->tied[q] == s.unknown[k])
          a->values[q] = a->form[q] *= exp(CLAMP(s.x[k] * a->prior, -most, most));
  }
  *a = nearest;
  for (int q = 0; q < TN_N_PARAMS; q++)
    if (a->fit->tied[q] >= 0 && !isnan(a->fit->fitted[q].value))
      a->fit->fitted[q].value = a->form[q];
  return true;
}

/* Returns the change of the logarithm of p's fitted value when an unknown moves by one prior
 * standard deviation. */
static double weight_of(const struct tn_fit *fit, int p, int unknown)
{
  return unknown == fit->tied[p] ? TN_FIT_PRIOR : unknown == p ? TN_FIT_SPLIT_PRIOR : 0;
}

/* Returns the joint errors of the fitted values as text, the largest first. They include the effect
 * of values from other platforms. known[n * n] is the covariance of the unknowns. Transfer full. */
static char *directions_of(const struct tn_fit *fit, const double *known, const struct solution *s)
{
  const int n = s->n;
  int param[TN_N_PARAMS], m = 0, lead = 0;
  double off[TN_N_PARAMS];
  GString *text = g_string_new(NULL);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (fit->tied[p] >= 0 && !isnan(fit->fitted[p].value) && is_seen(fit, p))
      param[m++] = p;
  g_autofree double *covariance = g_new0(double, m *m + 1);
  for (int i = 0; i < m * m; i++)
    for (int k = 0; k < n * n; k++)
      covariance[i] += weight_of(fit, param[i / m], s->unknown[k / n]) *
                       weight_of(fit, param[i % m], s->unknown[k % n]) *
                       (known[k] + s->x[k / n] * s->x[k % n]);
  for (int done = 0; done < m; done++) {
    for (int i = 0; i < m; i++)
      lead = covariance[i * (m + 1)] > covariance[lead * (m + 1)] ? i : lead;
    if (!(covariance[lead * (m + 1)] > LEAST_OFF * LEAST_OFF))
      break;
    /* Remove from the covariance the direction in which the least certain value and the values
     * correlated with it move together. It is a column of the Cholesky factor. */
    const double deviation = sqrt(covariance[lead * (m + 1)]);
    for (int i = 0; i < m; i++)
      off[i] = covariance[i * m + lead] / deviation;
    for (int k = 0; k < m * m; k++)
      covariance[k] -= off[k / m] * off[k % m];
    const double step = fmin(NINETY, TN_FIT_PRIOR / off[lead]);
    g_string_append_printf(text, "%s%s %.3g", done > 0 ? "; " : "", tn_params[param[lead]].name,
                           exp(off[lead] * step));
    for (int i = 0; i < m; i++)
      if (i != lead && fabs(off[i]) > LEAST_OFF)
        g_string_append_printf(text, " %s %.3g", tn_params[param[i]].name, exp(off[i] * step));
  }
  return g_string_free(text, text->len == 0);
}

bool tn_fit_errors(struct tn_fit *fit, const GArray *points, const struct tn_platform *pf,
                   const double *values, bool is_calm, GError **error)
{
  struct asking a = {
    .fit = fit, .points = points, .platform = pf, .prior = TN_PRIOR_DEVIATION, .alone = true
  };
  struct solution s;
  /* change of each unknown's logarithm when it moves by 1 in the linear model */
  double unit[TN_LEAST_MAX];
  memcpy(a.values, values, sizeof a.values);
  memcpy(a.form, fit->values, sizeof a.form);
  if (is_calm && !refine(&a, error))
    return false;
  g_autofree double *known = g_new0(double, TN_LEAST_MAX *TN_LEAST_MAX);
  a.covariance = known;
  a.alone = false;
  a.prior = TN_FIT_PRIOR;
  if (!solve(&a, &s, error))
    return false;
  for (int k = 0; k < s.n; k++)
    unit[k] = fit->tied[s.unknown[k]] == s.unknown[k] ? TN_FIT_PRIOR : TN_FIT_SPLIT_PRIOR;
  for (int k = 0; k < s.n; k++) {
    const int p = fit->tied[s.unknown[k]];
    const double own_deviation = unit[k] * s.deviations[k], own_shift = unit[k] * s.x[k];
    for (int j = 0; p >= 0 && j < s.n; j++)
      if (s.unknown[j] == p)
        state(fit, s.unknown[k], hypot(unit[j] * s.deviations[j], j == k ? 0 : own_deviation),
              unit[j] * s.x[j] + (j == k ? 0 : own_shift));
  }
  fit->joint = directions_of(fit, known, &s);
  return true;
}
