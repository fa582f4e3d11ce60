#include "p2p_far.h"

#include "algos/kit/basics.h"
#include "p2p_slots.h"

/* Flags of a rank for one peer. If the rank does not wait for a transfer, the adapter reports it on
 * a separate flag, because each flag only grows. */
enum { ARRIVED, N_IN_LINES = 2 }; /* first line: number of pieces that have come from the peer */
enum { GIVEN_BACK, READ_OUT, SENT, READ_IN, RETURNED }; /* second line */

static int arrived_from(int peer)
{
  return TN_LINE(N_IN_LINES * peer) + ARRIVED;
}

static int slot_of(int peer, int flag)
{
  return TN_LINE(N_IN_LINES * peer + 1) + flag;
}

bool tn_far_peer(const struct tn_call *call, int peer)
{
  const struct tn_layout *l = call->layout;
  return l && l->node && l->node[peer] != l->node[call->rank];
}

int tn_far_protocol(const struct tn_p2p *p, struct tn_span src)
{
  const size_t from = p->limits.far_fragments_from;
  if (src.len <= p->limits.far_eager_limit)
    return TN_P2P_FAR_EAGER;
  return from > 0 && src.len >= from && src.buf != TN_SHARED ? TN_P2P_FAR_FRAGMENTS
                                                             : TN_P2P_FAR_RENDEZVOUS;
}

struct tn_cond tn_far_step(const struct tn_p2p *p, const struct tn_request *q)
{
  const int own = p->r->call->rank;
  if (!q->is_send)
    return (struct tn_cond){ own, arrived_from(q->peer), q->next, .queued = false };
  return (struct tn_cond){ own, slot_of(q->peer, GIVEN_BACK),
                           q->next - tn_p2p_depth(p, q->protocol), .queued = false };
}

struct tn_cond tn_far_notice(const struct tn_p2p *p, const struct tn_request *q)
{
  const int flag = !q->is_send                            ? READ_IN
                   : q->protocol == TN_P2P_FAR_RENDEZVOUS ? READ_OUT
                                                          : GIVEN_BACK;
  return (struct tn_cond){ p->r->call->rank, slot_of(q->peer, flag), q->next, .queued = false };
}

/* Returns the slot of the request's piece at its sender or receiver. */
static struct tn_span slot_in(const struct tn_p2p *p, const struct tn_request *q, size_t pair,
                              bool of_sender)
{
  const int own = p->r->call->rank, other = q->peer;
  const bool is_own = of_sender == q->is_send, is_fragment = q->protocol == TN_P2P_FAR_FRAGMENTS;
  const size_t slots = tn_p2p_depth(p, q->protocol), eager = tn_far_slot_bytes(&p->limits, p->use);
  const size_t size = is_fragment ? tn_far_fragment_bytes(&p->limits, p->use) : eager;
  const size_t index = (q->next - 1) % slots + (of_sender ? 0 : slots);
  return (struct tn_span){ is_own ? own : other, TN_SHARED,
                           (size_t)(is_own ? other : own) * pair + index * size +
                               (is_fragment ? 2 * p->limits.far_eager_slots * eager : 0),
                           tn_p2p_part(p, q).len };
}

void tn_far_send(struct tn_p2p *p, const struct tn_request *q, size_t pair)
{
  const int own = p->r->call->rank;
  struct tn_span src = { own, TN_SHARED, 0, 0 }, dst = { q->peer, TN_SHARED, 0, 0 };
  if (q->protocol != TN_P2P_FAR_RENDEZVOUS) {
    src = slot_in(p, q, pair, true);
    dst = slot_in(p, q, pair, false);
    tn_move(p->r, src, tn_p2p_part(p, q));
  }
  p->r->transport->put(p->r, dst, src, slot_of(q->peer, SENT), arrived_from(own), q->next);
}

/* Returns true if slots must be returned now: a waiting sender needs at most half of them.
 * Synchronous sends, and fragments that may follow in separate slots, need them earlier. */
static bool is_due(const struct tn_p2p *p, uint32_t piece)
{
  const uint32_t half = (uint32_t)p->limits.far_eager_slots / 2;
  return p->use.is_synchronous || tn_far_fragment_bytes(&p->limits, p->use) > 0 || half == 0 ||
         piece % half == 0;
}

void tn_far_take(struct tn_p2p *p, const struct tn_request *q, size_t pair)
{
  const int own = p->r->call->rank;
  if (q->protocol != TN_P2P_FAR_RENDEZVOUS)
    tn_move(p->r, tn_p2p_part(p, q), slot_in(p, q, pair, false));
  else
    p->r->transport->put(p->r, q->own, q->theirs, slot_of(q->peer, READ_IN), slot_of(own, READ_OUT),
                         q->next);
  if (is_due(p, q->next))
    p->r->transport->put(p->r, (struct tn_span){ q->peer, TN_SHARED, 0, 0 },
                         (struct tn_span){ own, TN_SHARED, 0, 0 }, slot_of(q->peer, RETURNED),
                         slot_of(own, GIVEN_BACK), q->next);
}
