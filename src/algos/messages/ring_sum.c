#include "ring_sum.h"

#include "algos/kit/reduction.h"
#include "round_messages.h"

/* Returns the number of the block received in step `step`; for step 0, of the block sent first. */
static int block_number(const struct tn_ring *ring, int step)
{
  const struct tn_call *call = ring->p->r->call;
  return tn_wrap(tn_wrap(call->rank - step, call->n_ranks) - ring->behind, call->n_ranks);
}

static struct tn_span own_block(const struct tn_ring *ring, int step)
{
  return ring->block(ring->what, ring->p->r->call->rank, block_number(ring, step));
}

static void start_receive(const struct tn_ring *ring, int step, struct tn_request *q)
{
  const struct tn_call *call = ring->p->r->call;
  const int left = tn_wrap(call->rank - 1, call->n_ranks);
  const struct tn_span theirs = ring->block(ring->what, left, block_number(ring, step));
  const size_t place = ring->receive_span + (size_t)(step % 2) * ring->longest;
  tn_irecv(ring->p, q, (struct tn_span){ call->rank, TN_TEMP, place, theirs.len }, theirs);
}

void tn_ring_sum(const struct tn_ring *ring)
{
  const int n = ring->p->r->call->n_ranks, right = (ring->p->r->call->rank + 1) % n;
  struct tn_request receives[2];
  start_receive(ring, 1, &receives[1]);
  tn_send(ring->p, right, own_block(ring, 0));
  for (int step = 1; step < n; step++) {
    struct tn_request *q = &receives[step % 2];
    const struct tn_span sum = own_block(ring, step);
    if (step + 1 < n)
      start_receive(ring, step + 1, &receives[(step + 1) % 2]);
    tn_request_wait(ring->p, q);
    if (sum.len > 0)
      tn_reduce(ring->p->r, sum, q->own);
    if (step + 1 < n)
      tn_send(ring->p, right, sum);
  }
}

struct tn_elements tn_ring_block(const struct tn_call *call, int i)
{
  const struct tn_elements all = { 0, call->block / tn_element_size(call) };
  return tn_elements_piece(all, (size_t)call->n_ranks, (size_t)i);
}

static struct tn_span shared(const struct tn_round_exchange *c, int rank, int to,
                             struct tn_run part)
{
  const struct tn_call *call = c->p->r->call;
  const struct tn_elements block = tn_ring_block(call, part.first);
  const size_t size = tn_element_size(call);
  (void)to;
  return (struct tn_span){ rank, TN_RECV, block.first * size, block.n * size };
}

void tn_ring_share(struct tn_p2p *p, int ahead)
{
  const int n = p->r->call->n_ranks;
  tn_round_exchange_run(
      &(struct tn_round_exchange){ p, tn_rounds_ring, .n = n, .own = (p->r->call->rank + ahead) % n,
                                   .first = tn_wrap(-ahead, n), .stride = 1, .sent = shared });
}
