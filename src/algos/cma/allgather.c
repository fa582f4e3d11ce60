#include "allgather.h"

enum { LINE_PROGRESS, LINE_BARRIER };

void tn_allgather_run(struct tn_strand *r,
                      void (*exchange)(struct tn_strand *r, const struct tn_allgather *ag))
{
  const struct tn_allgather ag = {
    .blocks = tn_blocks_of(r->call, TN_RECV),
    .own_move = !r->call->in_place,
    .holder = TN_NOBODY,
    .reached = TN_NOBODY,
    .slot = TN_LINE(LINE_PROGRESS),
  };
  if (r->call->n_ranks == 1) {
    tn_allgather_move_own(r, &ag);
    return;
  }
  exchange(r, &ag);
  tn_barrier(r, TN_LINE(LINE_BARRIER), 1);
}

void tn_allgather_expose(struct tn_strand *r, const struct tn_allgather *ag)
{
  if (!ag->exposed)
    r->transport->expose(r, ag->blocks.buf);
}

void tn_allgather_attach(struct tn_strand *r, const struct tn_allgather *ag, int peer)
{
  if (ag->reached != TN_EVERYBODY && ag->reached != peer)
    r->transport->attach(r, peer, ag->blocks.buf);
}

void tn_allgather_move_own(struct tn_strand *r, const struct tn_allgather *ag)
{
  if (ag->own_move)
    tn_gathered_move_own(r);
}
