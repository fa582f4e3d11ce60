#include "moves.h"

#include <math.h>

#include "platform/params.h"
#include "platform/quantity.h"

/* With three digits: so that a user who sets what is shown gets what is meant. */
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
  const double beside = 1.01;
  return tn_param_is_share(p) ? INFINITY : beside * MAX(from / to, to / from);
}

bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double otherwise, bool up,
                   struct tn_move *ret)
{
  const double own = setup->values[p], stated = tn_setup_error(setup, p);
  const struct tn_bounds range = tn_setup_bounds(setup, p);
  *ret = (struct tn_move){
    .param = p, .is_up = up, .is_stated = stated > 0.0, .error = stated > 0.0 ? stated : otherwise
  };
  if (!(ret->error > 0.0) || (!ret->is_stated && tn_setup_follows(setup, p)))
    return false;
  if (tn_bounds_are_stated(&range))
    ret->value = up ? range.high : range.low;
  else if (tn_param_can_move(p, own))
    ret->value = tn_param_moved(p, own, ret->error, up);
  else
    return false;
  return ret->value < own || ret->value > own;
}

GArray *tn_setup_moves(const struct tn_setup *setup, double otherwise)
{
  GArray *moves = g_array_new(FALSE, FALSE, sizeof(struct tn_move));
  struct tn_move move;
  for (int p = 0; p < TN_N_PARAMS; p++)
    for (int up = 0; up < 2; up++)
      if (tn_setup_move(setup, (enum tn_param)p, otherwise, up, &move))
        g_array_append_val(moves, move);
  return moves;
}
