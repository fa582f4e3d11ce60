#include "moves.h"

#include <math.h>

#include "platform/joint.h"
#include "platform/params.h"
#include "platform/quantity.h"

/* Rounds a value to three digits, so that users can set exactly the printed value. */
static double rounded(enum tn_param p, double value)
{
  const bool is_whole = tn_params[p].unit == TN_UNIT_COUNT || tn_params[p].unit == TN_UNIT_BYTES;
  return tn_param_clamp(p, is_whole ? round(value) : tn_in_digits(value, 3));
}

double tn_param_moved(enum tn_param p, double value, double error, bool up)
{
  const double factor = up ? 1.0 + error : 1.0 / (1.0 + error);
  return rounded(p, tn_param_is_share(p) ? value + (up ? error : -error) : value * factor);
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
  const double margin = 1.01;
  return tn_param_is_share(p) ? INFINITY : margin * MAX(from / to, to / from);
}

bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor)
{
  const GArray *joint = tn_platform_joint(setup->platform);
  const double own = setup->values[p], files = tn_platform_param(setup->platform, p).value;
  bool has_part = false;
  *ret_factor = 1.0;
  for (guint i = 0; joint && i < joint->len && !(own < files || own > files); i++) {
    const struct tn_joint *j = &g_array_index(joint, struct tn_joint, i);
    has_part = has_part || j->param == p;
    if (j->param == p && j->lead == lead)
      *ret_factor = j->factor;
  }
  return has_part;
}

const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value)
{
  struct tn_override all[TN_N_PARAMS] = { { .param = p, .value = value } };
  double lead, factor;
  int n = 1;
  tn_setup_joint(setup, p, p, &lead);
  for (int q = 0; lead > 1.0 && value > 0.0 && q < TN_N_PARAMS; q++) {
    const enum tn_param other = (enum tn_param)q;
    tn_setup_joint(setup, p, other, &factor);
    if (other != p && (factor < 1.0 || factor > 1.0))
      all[n++] = (struct tn_override){
        .param = other,
        .value = rounded(other, setup->values[other] *
                                    pow(factor, log(value / setup->values[p]) / log(lead)))
      };
  }
  return tn_setup_with_all(study, setup, all, n);
}

bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double usual_error, bool up,
                   struct tn_move *ret)
{
  double factor;
  const bool is_joint = tn_setup_joint(setup, p, p, &factor);
  const double own = setup->values[p], stated = is_joint ? factor - 1.0 : tn_setup_error(setup, p);
  const struct tn_bounds range = is_joint ? (struct tn_bounds){ 0 } : tn_setup_bounds(setup, p);
  *ret = (struct tn_move){
    .param = p, .is_up = up, .is_stated = stated > 0.0, .error = stated > 0.0 ? stated : usual_error
  };
  if (!(ret->error > 0.0) || (is_joint && !ret->is_stated) ||
      (!ret->is_stated && tn_setup_follows(setup, p)))
    return false;
  if (tn_bounds_are_stated(&range))
    ret->value = up ? range.high : range.low;
  else if (tn_param_can_move(p, own))
    ret->value = tn_param_moved(p, own, ret->error, up);
  else
    return false;
  return ret->value < own || ret->value > own;
}

GArray *tn_setup_moves(const struct tn_setup *setup, double usual_error)
{
  GArray *moves = g_array_new(FALSE, FALSE, sizeof(struct tn_move));
  struct tn_move move;
  for (int p = 0; p < TN_N_PARAMS; p++)
    for (int up = 0; up < 2; up++)
      if (tn_setup_move(setup, (enum tn_param)p, usual_error, up, &move))
        g_array_append_val(moves, move);
  return moves;
}
