/* UCC's rings (tl/ucp: reduce_scatter_ring.c, reduce_scatterv_ring.c, allreduce_ring.c; main of
 * 2026).
 *
 * Two rings run in opposite directions, each with half of every block. In each of p - 1 steps a
 * rank receives the sum of a block, adds its own part of this block and sends the sum to the next
 * rank. The last sum, that of the rank's own block, is not sent. On each ring a receive is in
 * progress, and a send while the next sum is computed; so there are two places for sums. The rings
 * are independent. With at most as many elements as ranks there is one ring.
 * allreduce: a rank first copies its vector to the receive buffer. At the end the sums are sent
 *   around the ring (ring_sum.h).
 * T = (p-1) (alpha + n (beta + gamma)) for each ring, where n is half of a block; an allreduce adds
 * (p-1) (alpha + n beta) with whole blocks. Departures: a rank alternates between the two places;
 * UCC uses the one that is free. The result of a reduce-scatter in place is moved to the start of
 * the buffer; not so in UCC. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "ring_sum.h"

enum { RINGS };
enum { MAX_RINGS = 2 };
/* Places in TEMP of each ring: two for sums, and LANDING for the next received part. */
enum { LANDING = 2, N_PLACES };

struct rings {
  struct tn_p2p *p;
  int n_rings;
  int step[MAX_RINGS];                   /* number of parts received on each ring */
  struct tn_request receives[MAX_RINGS]; /* receive in progress on each ring; its peer is -1 if all
                                          * parts have been received */
  struct tn_request sends[MAX_RINGS][2]; /* sends of even and odd steps */
};

static bool is_allreduce(const struct tn_call *call)
{
  return call->collective == TN_ALLREDUCE;
}

static int n_rings_of(const struct tn_call *call)
{
  return tn_vector_bytes(call) / tn_element_size(call) > (size_t)call->n_ranks
             ? (int)call->params[RINGS]
             : 1;
}

static size_t longest(const struct tn_call *call)
{
  const size_t size = tn_element_size(call);
  const struct tn_elements block =
      is_allreduce(call) ? tn_ring_block(call, 0) : (struct tn_elements){ 0, call->block / size };
  return tn_elements_piece(block, (size_t)n_rings_of(call), 0).n * size;
}

/* Returns the span of a ring's part of a block, in `buf` of `rank`. */
static struct tn_span part_of(const struct rings *w, int ring, int rank, enum tn_buf buf, int block)
{
  const struct tn_call *call = w->p->r->call;
  const size_t size = tn_element_size(call);
  const struct tn_elements all = is_allreduce(call)
                                     ? tn_ring_block(call, block)
                                     : (struct tn_elements){ tn_displacement(call, block) / size,
                                                             tn_count(call, block) / size };
  const struct tn_elements part = tn_elements_piece(all, (size_t)w->n_rings, (size_t)ring);
  return (struct tn_span){ rank, buf, part.first * size, part.n * size };
}

static struct tn_span place_of(const struct rings *w, int ring, int rank, int place, size_t len)
{
  const size_t number = (size_t)ring * N_PLACES + (size_t)place;
  return (struct tn_span){ rank, TN_TEMP, number * longest(w->p->r->call), len };
}

/* Returns the rank at distance `further` in the direction of the ring. */
static int rank_on(const struct rings *w, int ring, int further)
{
  const struct tn_call *call = w->p->r->call;
  return tn_wrap(call->rank + (ring == 0 ? further : -further), call->n_ranks);
}

/* Returns the number of the block that the rank has after `step` steps (0 to p - 1) and then sends,
 * except after the last one. */
static int block_after(const struct rings *w, int ring, int step)
{
  return rank_on(w, ring, -1 - step);
}

/* Returns the buffer of a rank's contribution: RECV in an allreduce or in place, otherwise SEND. */
static enum tn_buf input_of(const struct tn_call *call, int rank)
{
  return is_allreduce(call) ? TN_RECV : tn_contribution(call, rank);
}

/* Returns the span that `rank` sends after `step` steps: its part of `block`, later the sum in
 * TEMP. */
static struct tn_span sent_after(const struct rings *w, int ring, int rank, int block, int step)
{
  const struct tn_span part = part_of(w, ring, rank, input_of(w->p->r->call, rank), block);
  return step == 0 ? part : place_of(w, ring, rank, (step - 1) % 2, part.len);
}

/* Starts the send of the available part, and the receive of the next one. */
static void pass_on(struct rings *w, int ring)
{
  const int rank = w->p->r->call->rank, step = w->step[ring], from = rank_on(w, ring, -1);
  const struct tn_span theirs = sent_after(w, ring, from, block_after(w, ring, step + 1), step);
  tn_isend(w->p, &w->sends[ring][step % 2], rank_on(w, ring, 1),
           sent_after(w, ring, rank, block_after(w, ring, step), step));
  tn_irecv(w->p, &w->receives[ring], place_of(w, ring, rank, LANDING, theirs.len), theirs);
}

/* Returns the span of the sum that is computed in step `step`: a place in TEMP, or the result for
 * the last step (TEMP for a reduce-scatter in place). */
static struct tn_span sum_after(const struct rings *w, int ring, int step)
{
  const struct tn_call *call = w->p->r->call;
  struct tn_span result = part_of(w, ring, call->rank, TN_RECV, block_after(w, ring, step));
  if (step < call->n_ranks - 1 || (!is_allreduce(call) && call->in_place))
    return place_of(w, ring, call->rank, (step - 1) % 2, result.len);
  result.off -= is_allreduce(call) ? 0 : tn_displacement(call, call->rank);
  return result;
}

/* Adds the received part to the rank's own and sends the sum on, unless it is the last. */
static void take(struct rings *w, int ring)
{
  const struct tn_call *call = w->p->r->call;
  const int step = ++w->step[ring];
  const struct tn_span sum = sum_after(w, ring, step);
  if (step >= 2)
    tn_request_wait(w->p, &w->sends[ring][step % 2]);
  if (sum.len > 0)
    tn_reduce_two(
        w->p->r, sum,
        part_of(w, ring, call->rank, input_of(call, call->rank), block_after(w, ring, step)),
        w->receives[ring].own);
  if (step < call->n_ranks - 1)
    pass_on(w, ring);
  else
    w->receives[ring].peer = -1;
}

/* Moves the result to the start of the receive buffer in a call in place. The sums of all rings
 * must be complete, since the result overwrites their input. */
static void move_result(const struct rings *w)
{
  const struct tn_call *call = w->p->r->call;
  for (int ring = 0; ring < w->n_rings; ring++) {
    const struct tn_span sum = sum_after(w, ring, call->n_ranks - 1);
    struct tn_span result = part_of(w, ring, call->rank, TN_RECV, call->rank);
    result.off -= tn_displacement(call, call->rank);
    if (sum.len > 0)
      tn_move(w->p->r, result, sum);
  }
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  if (is_allreduce(call))
    tn_move_own_vector(p->r);
  else if (tn_reduce_scatter_trivially(p->r))
    return;
  if (call->n_ranks == 1)
    return;
  struct rings w = { .p = p, .n_rings = n_rings_of(call) };
  for (int ring = 0; ring < w.n_rings; ring++)
    pass_on(&w, ring);
  for (int left = w.n_rings * (call->n_ranks - 1); left > 0; left--)
    take(&w, tn_request_wait_any(p, w.n_rings, w.receives));
  for (int ring = 0; ring < w.n_rings; ring++)
    tn_request_wait_all(p, call->n_ranks > 2 ? 2 : 1, w.sends[ring]);
  if (is_allreduce(call))
    tn_ring_share(p, 0);
  else if (call->in_place)
    move_result(&w);
}

/* Returns the upper limits of the messages: two ranks may be neighbours on both rings, and the sums
 * of an allreduce are sent around once more. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  const size_t parts = is_allreduce(call) ? (size_t)n_rings_of(call) : 1;
  return (struct tn_p2p_use){ .largest = parts * longest(call),
                              .messages = (MAX_RINGS + 1) * (size_t)call->n_ranks };
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const size_t n = (size_t)n_rings_of(call) * N_PLACES;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? n * longest(call) : 0 };
}

static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const int n_rings = n_rings_of(call), n = call->n_ranks - 1;
  if (n_rings < 1)
    return false;
  const double part = (double)longest(call);
  tn_steps_send(s, n_rings * n, part);
  tn_steps_sum(s, n_rings * n, part);
  tn_steps_send(s, is_allreduce(call) ? n : 0, n_rings * part);
  return true;
}

#define TWO_RINGS                                                                                  \
  TN_MESSAGES,                                                                                     \
      .name = "two-rings", .ucc = "ring", .use = use_of, .exchange = exchange, .form = form,       \
      .scratch = scratch,                                                                          \
      .params = { [RINGS] = TN_COUNT_PARAM("rings", 1, MAX_RINGS, MAX_RINGS,                       \
                                           "number of rings, in opposite directions; UCC's "       \
                                           "REDUCE_SCATTER(V)_RING_BIDIRECTIONAL") }
#define OF_SHARES                                                                                  \
  TWO_RINGS, .summary = "halves of shares go round two opposite rings and are summed"

const struct tn_algorithm tn_reduce_scatter_block_two_rings = {
  OF_SHARES,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .source = "UCC, tl/ucp/reduce_scatter/reduce_scatter_ring.c",
};

const struct tn_algorithm tn_reduce_scatter_two_rings = {
  OF_SHARES,
  .collective = TN_REDUCE_SCATTER,
  .source = "UCC, tl/ucp/reduce_scatterv/reduce_scatterv_ring.c",
};

const struct tn_algorithm tn_allreduce_two_rings = {
  TWO_RINGS,
  .collective = TN_ALLREDUCE,
  .summary = "halves of blocks go round two opposite rings and are summed; then blocks go round",
  .source = "UCC, tl/ucp/allreduce/allreduce_ring.c",
};
