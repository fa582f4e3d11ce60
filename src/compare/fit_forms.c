/* The closed forms of a message and a flat tree. A message of n bytes keeps its sender busy for b
 * and arrives after b + rest (fit_queued.c).
 *
 * gamma(1) = 1, gamma(k) = gamma_a k^2 + gamma_b k; gamma_b is fitted where there are trees. Child
 * i of a flat tree has its message after i b + rest, and in fragments, which all children get in
 * turn, after k b + rest. The root leaves after k b, or, where children copy from its memory, with
 * the last of them. A tree is a collective's call, which takes call_overhead besides. */
#include "fit.h"

static double tree_seconds(double k, double busy, double rest, bool root_waits)
{
  const double root = k * busy + (root_waits ? rest : 0);
  return (root + busy * k * (k + 1) / 2 + k * rest) / (k + 1);
}

double tn_fit_seconds(enum tn_fit_assumption assumption, const double *v,
                      const struct tn_fit_point *p, bool above)
{
  const bool in_turn = above && assumption == TN_FIT_FRAGMENTS, once = above && !in_turn;
  const bool in_pieces = in_turn || (assumption == TN_FIT_QUEUED && p->bytes > v[TN_P_EAGER_LIMIT]);
  const double k = p->children;
  double busy, rest;
  tn_fit_message(v, p, once ? 0 : in_pieces ? v[TN_P_FRAGMENT_SIZE] : p->bytes, &busy, &rest);
  if (p->children == 0)
    return busy + rest;
  if (in_turn)
    return v[TN_P_CALL_OVERHEAD] + k * (busy + k * busy + rest) / (k + 1);
  return v[TN_P_CALL_OVERHEAD] + tree_seconds(k, busy, rest, once);
}
