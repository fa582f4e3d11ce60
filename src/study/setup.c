#include "setup.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "platform/params.h"

static bool is_overridden(const struct tn_setup *setup, enum tn_param p, bool by_transport)
{
  for (int i = 0; i < setup->n_overrides; i++)
    if (setup->overrides[i].param == p && (by_transport || !setup->overrides[i].transport))
      return true;
  return false;
}

bool tn_setup_sets(const struct tn_setup *setup, enum tn_param p)
{
  return is_overridden(setup, p, false);
}

bool tn_setup_has_value(const struct tn_setup *setup, enum tn_param p)
{
  return is_overridden(setup, p, true) ||
         g_strcmp0(tn_platform_param(setup->platform, p).source, "default") != 0;
}

void tn_setup_add_origins(const struct tn_setup *setup, bool *read)
{
  bool given[TN_N_PARAMS];
  for (int p = 0; p < TN_N_PARAMS; p++)
    given[p] = tn_setup_has_value(setup, (enum tn_param)p);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    int from = p;
    /* software_scale multiplies a transport's value if it was measured on another core
     * (tn_platform_values). */
    if (read[p] && tn_param_is_software((enum tn_param)p) &&
        is_overridden(setup, (enum tn_param)p, true) && !tn_setup_sets(setup, (enum tn_param)p))
      read[TN_P_SOFTWARE_SCALE] = true;
    while (read[p] && (from = tn_param_origin((enum tn_param)from, given)) >= 0)
      read[from] = true;
  }
}

bool tn_setup_follows(const struct tn_setup *setup, enum tn_param p)
{
  bool given[TN_N_PARAMS];
  for (int q = 0; q < TN_N_PARAMS; q++)
    given[q] = tn_setup_has_value(setup, (enum tn_param)q);
  return tn_param_origin(p, given) >= 0;
}

struct tn_bounds tn_setup_bounds(const struct tn_setup *setup, enum tn_param p)
{
  return is_overridden(setup, p, true) ? (struct tn_bounds){ 0 }
                                       : tn_platform_bounds(setup->platform, setup->kernel, p);
}

/* Returns the error of `value` if the true value is `end`: relative, for shares absolute. */
static double error_to(enum tn_param p, double value, double end)
{
  if (tn_param_is_share(p))
    return fabs(end - value);
  return value > 0.0 && end > 0.0 && isfinite(value) && isfinite(end)
             ? MAX(value / end, end / value) - 1.0
             : 1.0;
}

double tn_setup_error(const struct tn_setup *setup, enum tn_param p)
{
  const struct tn_bounds range = tn_setup_bounds(setup, p);
  double ends[2], stated = tn_setup_sets(setup, p) ? NAN : tn_setup_param(setup, p).error,
                  most = 0.0;
  const int n = tn_bounds_ends(&range, setup->values[p], ends);
  for (int i = 0; i < n; i++)
    most = MAX(most, error_to(p, setup->values[p], ends[i]));
  return n > 0 ? most : isfinite(stated) ? stated : 0.0;
}

const struct tn_setup *tn_setup_with_all(struct tn_study *study, const struct tn_setup *setup,
                                         const struct tn_override *more, int n)
{
  const int before = setup->n_overrides;
  g_autofree struct tn_override *all = g_new(struct tn_override, before + n);
  for (int i = 0; i < before + n; i++)
    all[i] = i < before ? setup->overrides[i] : more[i - before];
  return tn_study_setup(study, setup->platform, TN_JUST(setup->kernel), all, before + n, NULL);
}

const struct tn_setup *tn_setup_jittered(struct tn_study *study, const struct tn_setup *setup,
                                         uint64_t seed, guint number)
{
  struct tn_random random = tn_random_make(seed, number);
  struct tn_override more[TN_N_PARAMS];
  int n = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const double value = setup->values[p];
    const double factor = 1.0 + TN_JITTER * (2.0 * tn_random_uniform(&random) - 1.0);
    const enum tn_unit unit = tn_params[p].unit;
    if ((unit == TN_UNIT_SECONDS || unit == TN_UNIT_BYTES_PER_SECOND) && isfinite(value))
      more[n++] = (struct tn_override){ .param = (enum tn_param)p,
                                        .value = tn_param_clamp((enum tn_param)p, value * factor) };
  }
  return tn_setup_with_all(study, setup, more, n);
}
