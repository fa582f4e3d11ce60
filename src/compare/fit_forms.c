/* The closed forms of a message and a flat tree. A message of n bytes keeps its sender busy for b and
 * arrives after b + rest:
 *
 *   through shared memory: b = send_overhead + n / memcpy_rate
 *                          rest = receive_overhead + 2 line_latency + n / copy_rate
 *   single copy:           b = send_overhead
 *                          rest = receive_overhead + 2 line_latency + alpha
 *                                 + pages pin_time gamma(readers) + n / copy_rate
 *
 *   in fragments of F:     b = send_overhead + n / memcpy_rate, all k children in turn;
 *                          the last arrives after send_overhead + receive_overhead
 *                          + 2 line_latency + max(k n / memcpy_rate, n / copy_rate)
 *                          + F / max(memcpy_rate, copy_rate)
 *
 * gamma(1) = 1, gamma(k) = gamma_a k^2 + gamma_b k; gamma_b is fitted where there are trees.
 * Child i of a flat tree has its message after i b + rest. The root leaves after k b, or, where
 * children copy from its memory, with the last of them. */
#include "fit.h"

#include <math.h>

#include "contention/lock.h"

/* Sender and receiver at work at a time: whoever is slower decides, but for the first fragment. */
static double fragments_seconds(const double *v, const struct tn_fit_point *p)
{
  const double k = p->children > 0 ? p->children : 1;
  const double out = v[TN_P_COPY_RATE_CLASS + p->distance], in = v[TN_P_MEMCPY_RATE];
  const double root = k * (v[TN_P_SEND_OVERHEAD] + p->bytes / in);
  const double arrival = v[TN_P_SEND_OVERHEAD] + v[TN_P_RECEIVE_OVERHEAD] +
                         2 * v[TN_P_LINE_LATENCY + p->distance] + fmax(root, p->bytes / out) +
                         fmin(p->bytes, v[TN_P_FRAGMENT_SIZE]) / fmax(in, out);
  return p->children == 0 ? arrival : (root + k * arrival) / (k + 1);
}

/* The root leaves when it has sent all, or with the last child where they copy from its memory. */
static double tree_seconds(double k, double busy, double rest, bool root_waits)
{
  const double root = k * busy + (root_waits ? rest : 0);
  return (root + busy * k * (k + 1) / 2 + k * rest) / (k + 1);
}

double tn_fit_seconds(enum tn_fit_assumption assumption, const double *v,
                      const struct tn_fit_point *p, bool above)
{
  const double k = p->children > 0 ? p->children : 1;
  double busy = v[TN_P_SEND_OVERHEAD];
  double rest = v[TN_P_RECEIVE_OVERHEAD] + 2 * v[TN_P_LINE_LATENCY + p->distance] +
                p->bytes / v[TN_P_COPY_RATE_CLASS + p->distance];
  if (above && assumption == TN_FIT_FRAGMENTS)
    return fragments_seconds(v, p);
  if (assumption == TN_FIT_QUEUED) {
    tn_fit_queued(v, p, above, &busy, &rest);
  } else if (above) {
    const double pages = ceil(p->bytes / v[TN_P_PAGE_SIZE]);
    rest += v[TN_P_ALPHA] +
            pages * v[TN_P_PIN_TIME] * tn_gamma(v[TN_P_GAMMA_A], v[TN_P_GAMMA_B], p->children);
  } else {
    busy += p->bytes / v[TN_P_MEMCPY_RATE];
  }
  return p->children == 0 ? busy + rest : tree_seconds(k, busy, rest, above);
}
