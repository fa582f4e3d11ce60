/* Closed forms of messages as the simulator sends them, through the receiver's queue. A library
 * without a queue has no queue lines. L = line_latency of the distance, m = 1 for a message inside
 * its queue entry (inline_limit), otherwise 2, o = move_overhead:
 *
 *   through shared memory: b = send_overhead + ((m - 1) slot_lines + (m - 1 + end) queue_lines) L
 *                              + o + n / in
 *                          rest = receive_overhead + 2 L + first + o + n / line_rate
 *                          1 / in = 1 / memcpy_rate + reclaim_factor / line_rate
 *   the same in f pieces:  o for each piece, L for each piece that waits for a used slot; both ends
 *                          work concurrently. If the receiver waits for the last piece (g bytes),
 *                          rest = 2 L + o + g / line_rate;
 *                          otherwise the receiver is the slower end: f (o + L) + n / line_rate
 *   single copy:           b = send_overhead + end queue_lines L
 *                          rest = receive_overhead + 2 L + alpha + pages pin_time gamma(k)
 *                                 + n / copy_rate (.core, while L2 has it)
 *
 * end: 1 if another rank was the last to write the queue's end, otherwise 0. In a tree this rank is
 * another sender (after the barrier before each call); otherwise it is the receiver, if
 * queue_holder is the receiver. The receiver owns the entry.
 * first: time to fetch the lines of the first piece (tn_line_stream), which is added again each
 * time the slots are reused; 0 if the payload is inside the entry and fits in one line.
 * Under one LLC, while all slots of both ranks fit into an L2, line_rate and reclaim_factor are
 * those of lines in another core's L2. Between packages each byte that the receiver reads takes
 * shared_remote lone_remote / rate more, because only one core reads it. */
#include "fit.h"

#include <math.h>

#include "contention/line.h"
#include "contention/lock.h"

struct pieces {
  double bytes, last, n; /* bytes of a piece and of the last piece; number of pieces */
  double depth;          /* number of slots */
  double in, out;        /* seconds per byte of the sender and of the receiver */
};

/* Returns the reclaim factor for lines that are in the cache of another core. Under one LLC it is 0
 * unless the slots stay in the L2s of two cores. */
static double reclaim_of(const double *v, const struct tn_fit_point *p, const struct pieces *of)
{
  const double slots = 2 * (of->depth * of->bytes + p->bytes);
  if (p->distance > TN_SAME_LLC)
    return v[TN_P_RECLAIM_FACTOR];
  return p->distance < TN_SAME_LLC || (v[TN_P_L2_SIZE] > 0 && slots > v[TN_P_L2_SIZE])
             ? 0
             : v[TN_P_RECLAIM_LLC];
}

/* Returns the factor by which a receiver's time per byte grows because of other packages. If a
 * core on another package has read the data, the data's home asks that package first
 * (tn_traffic_read). */
static double asking_of(const double *v, const struct tn_fit_point *p)
{
  return p->distance == TN_OTHER_PACKAGE ? 1 + v[TN_P_SHARED_REMOTE] * v[TN_P_LONE_REMOTE] : 1;
}

static void through_memory(const double *v, const struct tn_fit_point *p, double piece,
                           double *ret_busy, double *ret_rest)
{
  struct pieces of = { .bytes = fmin(p->bytes, piece), .n = ceil(p->bytes / piece) };
  const bool eager = p->bytes <= v[TN_P_EAGER_LIMIT];
  of.last = p->bytes - (of.n - 1) * of.bytes;
  of.depth = v[eager ? TN_P_EAGER_SLOTS : TN_P_FRAGMENTS_IN_FLIGHT];
  of.out = 1 / v[p->distance == TN_SAME_LLC ? (int)TN_P_LINE_RATE_PEER_L2
                                            : (int)TN_P_LINE_RATE + (int)p->distance];
  of.in = 1 / v[TN_P_MEMCPY_RATE] + reclaim_of(v, p, &of) * of.out;
  of.out *= asking_of(v, p);
  const double latency = v[TN_P_LINE_LATENCY + p->distance], move = v[TN_P_MOVE_OVERHEAD];
  const double more = of.n - 1, k = fmax(1, p->children);
  const double sending = of.n * move + p->bytes * of.in + fmax(0, of.n - of.depth) * latency;
  double first = 0;
  if (p->bytes > fmin(v[TN_P_INLINE_LIMIT], v[TN_P_LINE_SIZE]) && p->distance >= TN_SAME_LLC)
    first = tn_line_stream(latency, v[TN_P_ADJACENT_MLP], v[TN_P_LINE_SIZE],
                           fmin(of.bytes, v[TN_P_L1_SIZE])) *
            (1 + floor(more / of.depth));
  const double waiting = 2 * latency + move + of.last * of.out;
  *ret_busy += sending;
  *ret_rest += first + of.n * move + p->bytes * of.out + more * latency +
               (more > 0 ? move + of.bytes * of.in - k * sending : 0);
  if (more > 0)
    *ret_rest = fmax(*ret_rest, waiting);
}

bool tn_fit_is_in_l2(const double *v, const struct tn_fit_point *p)
{
  return p->distance == TN_SAME_LLC && v[TN_P_L2_SIZE] < v[TN_P_LLC_SIZE] &&
         2 * p->bytes <= v[TN_P_L2_SIZE];
}

void tn_fit_message(const double *v, const struct tn_fit_point *p, double piece, double *ret_busy,
                    double *ret_rest)
{
  const double latency = v[TN_P_LINE_LATENCY + p->distance];
  const bool in_slot = piece > 0 && p->bytes > v[TN_P_INLINE_LIMIT];
  /* The sender acquires the lines before it moves data. */
  const bool end = p->children > 0 || v[TN_P_QUEUE_HOLDER] == TN_QUEUE_OF_RECEIVER;
  const double n_lines = (in_slot ? v[TN_P_SLOT_LINES] : 0) + v[TN_P_QUEUE_LINES] * (in_slot + end);
  *ret_busy = v[TN_P_SEND_OVERHEAD] + n_lines * latency;
  *ret_rest = v[TN_P_RECEIVE_OVERHEAD] + 2 * latency;
  if (piece > 0) {
    through_memory(v, p, fmin(p->bytes, piece), ret_busy, ret_rest);
    return;
  }
  const double gamma = tn_gamma(v[TN_P_GAMMA_A], v[TN_P_GAMMA_B], p->children);
  *ret_rest += v[TN_P_RENDEZVOUS_OVERHEAD] + v[TN_P_ALPHA] +
               ceil(p->bytes / v[TN_P_PAGE_SIZE]) * v[TN_P_PIN_TIME] * gamma +
               asking_of(v, p) * p->bytes /
                   v[TN_P_COPY_RATE_CLASS + (tn_fit_is_in_l2(v, p) ? TN_SAME_CORE : p->distance)];
}
