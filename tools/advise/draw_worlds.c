#include "worlds.h"

#include <math.h>

#include "base/random.h"
#include "perturb/moves.h"
#include "platform/params.h"

enum { SEED = 1 };

/* Returns the quantile of the standard normal distribution for a probability. */
static double quantile(double share)
{
  double low = -8, high = 8;
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (erfc(-middle / sqrt(2)) / 2 < share)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

/* Returns a random number in this world's n-th part of (0, 1). */
static double turn_of(enum tn_param p, guint world, guint n)
{
  struct tn_random random = tn_random_make(SEED, (uint64_t)p);
  g_autofree guint *order = g_new(guint, n);
  for (guint i = 0; i < n; i++) {
    const guint j = (guint)(tn_random_uniform(&random) * (i + 1));
    order[i] = j < i ? order[j] : i;
    if (j < i)
      order[j] = i;
  }
  return (order[world] + 0.5) / n;
}

static const double of_nine_tenths = 1.6448536269514722;

/* Returns the value of a parameter with correlated errors: adds all random directions. */
static double joint_value(const struct tn_setup *setup, enum tn_param p, guint world, guint n)
{
  double off = 0, factor;
  for (int lead = 0; lead < TN_N_PARAMS; lead++) {
    tn_setup_joint(setup, (enum tn_param)lead, p, &factor);
    if (factor < 1 || factor > 1)
      off += log(factor) * quantile(turn_of((enum tn_param)lead, world, n)) / of_nine_tenths;
  }
  return tn_param_moved(p, setup->values[p], exp(fabs(off)) - 1, off > 0);
}

/* Returns the value of a parameter at the quantile `share` of its distribution. */
static double value_at(const struct tn_setup *setup, enum tn_param p, double share)
{
  const struct tn_bounds range = tn_setup_bounds(setup, p);
  const double own = setup->values[p];
  if (tn_bounds_are_stated(&range) && range.low > 0 && isfinite(range.high))
    return tn_param_moved(p, range.low, pow(range.high / range.low, share) - 1, true);
  const double z = quantile(share) / of_nine_tenths, stated = tn_setup_error(setup, p);
  const double error = tn_param_is_share(p) ? stated * fabs(z) : pow(1 + stated, fabs(z)) - 1;
  return tn_param_moved(p, own, error, z > 0);
}

GArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds)
{
  GArray *overrides = g_array_new(FALSE, FALSE, sizeof(struct tn_override));
  for (int i = 0; i < TN_N_PARAMS; i++) {
    const enum tn_param p = (enum tn_param)i;
    if (!(tn_setup_error(setup, p) > 0) || !tn_param_can_move(p, setup->values[p]))
      continue;
    double factor;
    const double value = tn_setup_joint(setup, p, p, &factor)
                             ? joint_value(setup, p, world, n_worlds)
                             : value_at(setup, p, turn_of(p, world, n_worlds));
    const struct tn_override drawn = { .param = p, .value = value };
    g_array_append_val(overrides, drawn);
  }
  return overrides;
}
