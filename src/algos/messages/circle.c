#include "circle.h"

static int rank_at(const struct tn_p2p *p, const struct tn_circle *c, int place)
{
  return tn_absolute(p->r->call, c->first + place * c->stride);
}

/* What the members from a place on had at first, where `holder` has it. */
static struct tn_span held(const struct tn_p2p *p, const struct tn_circle *c, int holder, int place,
                           int n)
{
  const int n_ranks = p->r->call->n_ranks, from = c->first + place * c->stride;
  const int to = from + n * c->stride;
  return tn_block_range(c->blocks, rank_at(p, c, holder), from,
                        (to < n_ranks ? to : n_ranks) - from);
}

void tn_circle_ring(struct tn_p2p *p, const struct tn_circle *c)
{
  const int left = tn_wrap(c->own - 1, c->size), right = (c->own + 1) % c->size;
  for (int step = 0; step < c->size - 1; step++) {
    const int sent = tn_wrap(c->own - step, c->size), received = tn_wrap(left - step, c->size);
    tn_sendrecv(p, rank_at(p, c, right), held(p, c, c->own, sent, 1),
                held(p, c, c->own, received, 1), held(p, c, left, received, 1));
  }
}

void tn_circle_double(struct tn_p2p *p, const struct tn_circle *c)
{
  for (int d = 1; d < c->size; d *= 2) {
    const int peer = c->own ^ d, theirs = peer / d * d;
    tn_sendrecv(p, rank_at(p, c, peer), held(p, c, c->own, c->own / d * d, d),
                held(p, c, c->own, theirs, d), held(p, c, peer, theirs, d));
  }
}
