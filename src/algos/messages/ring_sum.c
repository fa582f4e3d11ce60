#include "ring_sum.h"

#include "algos/kit/basics.h"

/* The block that step `step` brings; the rank sends that of step 0. */
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
  const size_t place = ring->landing + (size_t)(step % 2) * ring->longest;
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
