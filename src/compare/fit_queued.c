/* The closed forms of messages through their receiver's queue, as UCX and Open MPI's vader have it.
 * With L = line_latency, m = 1 for a message inside its entry (inline_limit), else 2:
 *
 *   through shared memory: b = send_overhead + (m - 1) slot_lines L
 *                              + others m queue_lines L + n / in
 *                          rest = receive_overhead + 2 L + first + n / line_rate
 *                          1 / in = 1 / memcpy_rate + reclaim_factor / line_rate
 *   the same, longer than a fragment F: both ends at work at a time,
 *                          rest = receive_overhead + 2 L + first + F / line_rate
 *   single copy:           b = send_overhead + others queue_lines L
 *                          rest = receive_overhead + 2 L + alpha + pages pin_time gamma(k)
 *                                 + n / copy_rate
 *
 * first: what the lines of the payload's first piece are waited for, if it is not in the line of its
 * announcement: inside the entry and no longer than a line (tn_line_stream).
 * others: 1 in a tree, where the barrier before each call has let others use the queue, 0 between
 * two ranks alone. A queue under the sender's own LLC moves at memcpy_rate inwards. */
#include "fit.h"

#include <math.h>

#include "contention/line.h"
#include "contention/lock.h"

static double lines(const double *v, const struct tn_fit_point *p, bool in_slot)
{
  const double taken_over = p->children > 0 ? v[TN_P_QUEUE_LINES] * (in_slot ? 2 : 1) : 0;
  return v[TN_P_LINE_LATENCY + p->distance] * (taken_over + (in_slot ? v[TN_P_SLOT_LINES] : 0));
}

static double first_lines(const double *v, const struct tn_fit_point *p)
{
  const double bytes = fmin(fmin(p->bytes, v[TN_P_FRAGMENT_SIZE]), v[TN_P_L1_SIZE]);
  if (p->bytes <= fmin(v[TN_P_INLINE_LIMIT], v[TN_P_LINE_SIZE]))
    return 0;
  return tn_line_stream(v[TN_P_LINE_LATENCY + p->distance], v[TN_P_ADJACENT_MLP], v[TN_P_LINE_SIZE],
                        bytes);
}

void tn_fit_queued(const double *v, const struct tn_fit_point *p, bool single_copy,
                   double *ret_busy, double *ret_rest)
{
  const double move = v[TN_P_LINE_RATE + p->distance], memcpy_rate = v[TN_P_MEMCPY_RATE];
  const double taken_back = 1 / (1 / memcpy_rate + v[TN_P_RECLAIM_FACTOR] / move);
  const double in = p->distance <= TN_SAME_LLC ? memcpy_rate : taken_back;
  *ret_busy = v[TN_P_SEND_OVERHEAD] + lines(v, p, !single_copy && p->bytes > v[TN_P_INLINE_LIMIT]);
  *ret_rest = v[TN_P_RECEIVE_OVERHEAD] + 2 * v[TN_P_LINE_LATENCY + p->distance];
  if (!single_copy) {
    *ret_busy += p->bytes / in;
    *ret_rest += first_lines(v, p) + fmin(p->bytes, v[TN_P_FRAGMENT_SIZE]) / move;
    if (p->bytes > v[TN_P_FRAGMENT_SIZE])
      *ret_rest += fmax(0, (p->bytes - v[TN_P_FRAGMENT_SIZE]) * (1 / move - 1 / in));
    return;
  }
  const double gamma = tn_gamma(v[TN_P_GAMMA_A], v[TN_P_GAMMA_B], p->children);
  *ret_rest += v[TN_P_ALPHA] + ceil(p->bytes / v[TN_P_PAGE_SIZE]) * v[TN_P_PIN_TIME] * gamma +
               p->bytes / v[TN_P_COPY_RATE_CLASS + p->distance];
}
