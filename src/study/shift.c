#include "shift.h"

#include <math.h>

#include "platform/params.h"

/* With three digits: so that a user who sets what is shown gets what is meant. */
static double shortened(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_ascii_strtod(g_ascii_formatd(text, sizeof text, "%.3g", value), NULL);
}

static double rounded(enum tn_param p, double value)
{
  const bool is_whole = tn_params[p].unit == TN_UNIT_COUNT || tn_params[p].unit == TN_UNIT_BYTES;
  return tn_param_clamp(p, is_whole ? round(value) : shortened(value));
}

double tn_param_moved(enum tn_param p, double value, double error, bool up)
{
  const double factor = up ? 1.0 + error : 1.0 / (1.0 + error);
  return rounded(p, tn_param_is_share(p) ? value + (up ? error : -error) : value * factor);
}

bool tn_setup_moved(const struct tn_setup *setup, enum tn_param p, double error, bool up,
                    double *ret)
{
  const double value = setup->values[p];
  const struct tn_bounds range = tn_setup_bounds(setup, p);
  if (tn_bounds_are_stated(&range))
    *ret = up ? range.high : range.low;
  else if (tn_param_can_move(p, value))
    *ret = tn_param_moved(p, value, error, up);
  else
    return false;
  return *ret < value || *ret > value;
}

bool tn_param_can_move(enum tn_param p, double value)
{
  return tn_params[p].unit != TN_UNIT_CHOICE && tn_params[p].unit != TN_UNIT_SHARING &&
         isfinite(value);
}

double tn_param_between(enum tn_param p, double a, double b)
{
  return rounded(p, tn_param_is_share(p) || !(a > 0.0) || !(b > 0.0) ? a + (b - a) / 2
                                                                     : sqrt(a) * sqrt(b));
}

double tn_param_most(enum tn_param p, double from, double to)
{
  const double beside = 1.01;
  return tn_param_is_share(p) ? INFINITY : beside * MAX(from / to, to / from);
}

/* Who follows each parameter of a setup. */
struct following {
  struct tn_reads of[TN_N_PARAMS];
};

GHashTable *tn_followings_new(void)
{
  return g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

static const struct following *following_of(GHashTable *known, const struct tn_setup *setup)
{
  struct following *f = g_hash_table_lookup(known, setup);
  if (f)
    return f;
  f = g_new(struct following, 1);
  for (int p = 0; p < TN_N_PARAMS; p++)
    f->of[p] = tn_setup_followers(setup, (enum tn_param)p);
  g_hash_table_insert(known, (void *)setup, f);
  return f;
}

bool tn_point_charged(GHashTable *followings, const struct tn_study *study, guint point,
                      enum tn_param p)
{
  const struct tn_outcome *o = tn_study_outcome(study, point);
  const struct tn_setup *setup = tn_study_point(study, point)->setup;
  return o->state == TN_DONE && tn_reads_any(&o->result, &following_of(followings, setup)->of[p]);
}

/* Adds the point with the parameter moved in a direction, if that changes its value. */
static void add_shift(const struct tn_study *study, struct tn_shift shift, struct tn_study *shifted,
                      GArray *shifts)
{
  struct tn_point point = *tn_study_point(study, shift.point);
  double other;
  if (!tn_setup_moved(point.setup, shift.param, shift.error, shift.is_up, &other))
    return;
  point.setup = tn_setup_with(shifted, point.setup, shift.param, other);
  if (!point.setup)
    return;
  shift.value = other;
  shift.number = tn_study_n(shifted);
  tn_study_take(shifted, &point);
  g_array_append_val(shifts, shift);
}

static void shift_point(const struct tn_study *study, guint i, double otherwise, GHashTable *known,
                        struct tn_study *shifted, GArray *shifts)
{
  const struct tn_setup *setup = tn_study_point(study, i)->setup;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const double stated = tn_setup_error(setup, (enum tn_param)p);
    struct tn_shift shift = { .point = i,
                              .param = (enum tn_param)p,
                              .error = stated > 0.0 ? stated : otherwise,
                              .is_stated = stated > 0.0 };
    if (!(shift.error > 0.0) || !tn_point_charged(known, study, i, shift.param))
      continue;
    for (int up = 0; up < 2; up++) {
      shift.is_up = up;
      add_shift(study, shift, shifted, shifts);
    }
  }
}

GArray *tn_study_shift(const struct tn_study *study, const GArray *points, double otherwise,
                       struct tn_study *shifted)
{
  GArray *shifts = g_array_new(FALSE, FALSE, sizeof(struct tn_shift));
  g_autoptr(GHashTable) known = tn_followings_new();
  const guint n = points ? points->len : tn_study_n(study);
  for (guint i = 0; i < n; i++)
    shift_point(study, points ? g_array_index(points, guint, i) : i, otherwise, known, shifted,
                shifts);
  return shifts;
}

struct tn_conditions tn_shift_conditions(const struct tn_study *study)
{
  struct tn_conditions conditions = *tn_study_conditions(study);
  conditions.verify = false;
  conditions.outputs = (struct tn_sim_outputs){ 0 };
  return conditions;
}
