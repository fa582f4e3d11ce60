/* Ranges of times and decisions due to the stated errors of parameters. */
#include <criterion/criterion.h>
#include <math.h>

#include "algos/registry.h"
#include "perturb/uncertainty.h"

static void add(GArray *uncertainty, double low, double high)
{
  const struct tn_param_effect d = { .param = TN_P_ALPHA, .low = low, .high = high };
  g_array_append_val(uncertainty, d);
}

Test(uncertainty, add_as_squares_of_the_excess)
{
  g_autoptr(GArray) uncertainty = g_array_new(FALSE, FALSE, sizeof(struct tn_param_effect));
  double low, high;
  tn_uncertainty_join(uncertainty, 10.0, &low, &high);
  cr_expect_float_eq(low, 10.0, 0);
  cr_expect_float_eq(high, 10.0, 0);
  add(uncertainty, 5.0, 20.0);
  tn_uncertainty_join(uncertainty, 10.0, &low, &high);
  cr_expect_float_eq(low, 5.0, 1e-12, "one parameter: its own range");
  cr_expect_float_eq(high, 20.0, 1e-12);
  add(uncertainty, 10.0, 17.5);
  add(uncertainty, 8.0, 10.0);
  tn_uncertainty_join(uncertainty, 10.0, &low, &high);
  cr_expect_float_eq(high, 10.0 * (1.0 + 1.25), 1e-12, "1 and 0.75: 1.25");
  cr_expect_float_eq(low, 10.0 / (1.0 + sqrt(1.0625)), 1e-12);
}

Test(uncertainty, values_between_two)
{
  cr_expect_float_eq(tn_param_between(TN_P_COPY_RATE, 1e9, 4e9), 2e9, 1);
  cr_expect_float_eq(tn_param_between(TN_P_LLC_SHARE, 0.0, 1.0), 0.5, 1e-12);
  cr_expect_float_eq(tn_param_between(TN_P_EAGER_LIMIT, 1000, 4000), 2000, 0);
  cr_expect_not(tn_param_can_move(TN_P_LOCK_SCOPE, 0));
  cr_expect_not(tn_param_can_move(TN_P_COPY_RATE_MEMORY, INFINITY));
}

static struct tn_platform *platform;

static void set_up(void)
{
  GError *error = NULL;
  platform = tn_platform_load("knl", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
}

static void tear_down(void)
{
  tn_platform_free(platform);
}

/* Returns the average time of the case with `overrides` in seconds. */
static double time_with(struct tn_case asked, const struct tn_override *overrides, int n)
{
  const struct tn_conditions conditions = { .jobs = 1 };
  struct tn_study *study = tn_study_new(&conditions);
  asked.overrides = overrides;
  asked.n_overrides = n;
  cr_assert(tn_study_add(study, &asked, NULL) && tn_study_run(study, NULL, NULL));
  const double time = tn_study_outcome(study, 0)->result.avg;
  tn_study_free(study);
  return time;
}

/* Runs a study of the case and returns it with its uncertainty. */
static struct tn_uncertainty *doubts_of(const struct tn_case *asked, struct tn_study **ret_study)
{
  const struct tn_conditions conditions = { .jobs = 1 };
  *ret_study = tn_study_new(&conditions);
  cr_assert(tn_study_add(*ret_study, asked, NULL) && tn_study_run(*ret_study, NULL, NULL));
  struct tn_uncertainty *uncertainty = tn_uncertainty_new(*ret_study, true, 0);
  cr_assert(tn_study_run(tn_uncertainty_study(uncertainty), NULL, NULL));
  tn_uncertainty_fill(uncertainty);
  return uncertainty;
}

/* Doubts have every parameter with an error that the run depends on, with the times of that
 * parameter moved alone, and no other parameter. */
Test(uncertainty, are_those_of_the_parameters_alone, .init = set_up, .fini = tear_down)
{
  struct tn_study *study;
  const struct tn_case asked = { .platform = platform,
                                 .algorithm = tn_method_find(TN_BCAST, "binomial"),
                                 .ranks = 8,
                                 .bytes = 65536 };
  struct tn_uncertainty *uncertainty = doubts_of(&asked, &study);
  const struct tn_outcome *o = tn_study_outcome(study, 0);
  const struct tn_setup *setup = tn_study_point(study, 0)->setup;
  g_autoptr(GArray) list = tn_uncertainty_effects(uncertainty, 0);
  double longer = 0.0, shorter = 0.0, before = INFINITY;
  cr_assert(list->len > 1);
  for (guint i = 0; i < list->len; i++) {
    const struct tn_param_effect *d = &g_array_index(list, struct tn_param_effect, i);
    const struct tn_bounds range = tn_setup_bounds(setup, d->param);
    const bool is_stated = tn_bounds_are_stated(&range);
    const double error = tn_setup_error(setup, d->param), value = setup->values[d->param];
    double low = o->result.avg, high = o->result.avg;
    cr_expect(error > 0.0);
    for (int up = 0; up < 2; up++) {
      const struct tn_override one = { .param = d->param,
                                       .value = is_stated
                                                    ? up ? range.high : range.low
                                                    : tn_param_moved(d->param, value, error, up) };
      const double time = time_with(asked, &one, 1);
      low = fmin(low, time);
      high = fmax(high, time);
    }
    cr_expect_float_eq(d->low, low, 0, "%s", tn_params[d->param].name);
    cr_expect_float_eq(d->high, high, 0, "%s", tn_params[d->param].name);
    cr_expect_leq(high - low, before, "the most first");
    before = high - low;
    longer += (high / o->result.avg - 1) * (high / o->result.avg - 1);
    shorter += (o->result.avg / low - 1) * (o->result.avg / low - 1);
  }
  cr_expect_float_eq(o->high, o->result.avg * (1 + sqrt(longer)), 1e-15);
  cr_expect_float_eq(o->low, o->result.avg / (1 + sqrt(shorter)), 1e-15);
  tn_uncertainty_free(uncertainty);
  tn_study_free(study);
}

/* Values set by the user have no error and are not moved. */
Test(uncertainty, leave_alone_what_is_set, .init = set_up, .fini = tear_down)
{
  struct tn_study *study;
  const struct tn_override set = { .param = TN_P_SEND_OVERHEAD, .value = 60e-9 };
  const struct tn_case asked = { .platform = platform,
                                 .algorithm = tn_method_find(TN_BCAST, "binomial"),
                                 .ranks = 4,
                                 .bytes = 64,
                                 .overrides = &set,
                                 .n_overrides = 1 };
  struct tn_uncertainty *uncertainty = doubts_of(&asked, &study);
  g_autoptr(GArray) list = tn_uncertainty_effects(uncertainty, 0);
  bool receives = false; /* receive_overhead follows software_scale */
  for (guint i = 0; i < list->len; i++) {
    cr_expect_neq(g_array_index(list, struct tn_param_effect, i).param, TN_P_SEND_OVERHEAD);
    receives =
        receives || g_array_index(list, struct tn_param_effect, i).param == TN_P_SOFTWARE_SCALE;
  }
  cr_expect(receives);
  tn_uncertainty_free(uncertainty);
  tn_study_free(study);
}
