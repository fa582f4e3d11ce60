/* Carries out the steps of a rank's requests: the conditions for which requests wait, and the
 * pieces that they move. Private to the messages layer (p2p.h). */
#ifndef TN_ALGOS_MESSAGES_P2P_STEPS_H
#define TN_ALGOS_MESSAGES_P2P_STEPS_H

#include "p2p_far.h"
#include "p2p_slots.h"

/* Returns how many of a message's bytes pass through slots. */
static inline size_t tn_p2p_shared_bytes(int protocol, size_t len)
{
  return protocol == TN_P2P_RENDEZVOUS || tn_far_is(protocol) ? 0 : len;
}

static inline void tn_p2p_begin_piece(const struct tn_p2p *p, struct tn_request *q, uint32_t first)
{
  q->next = first;
  q->end = tn_p2p_piece_end(p, q);
}

/* Returns true for a rendezvous, which the receiver copies or its adapter reads. */
static inline bool tn_p2p_is_rendezvous(const struct tn_request *q)
{
  return q->protocol == TN_P2P_RENDEZVOUS || q->protocol == TN_P2P_FAR_RENDEZVOUS;
}

/* Returns true if a notice follows the request's piece: it is a send that ends when the peer has
 * taken it, or a receive by an adapter or a stream. */
static inline bool tn_p2p_needs_notice(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send)
    return q->protocol == TN_P2P_FAR_RENDEZVOUS ||
           (q->protocol == TN_P2P_RENDEZVOUS && p->n_streams > 0);
  return tn_p2p_is_rendezvous(q) || (q->is_synchronous && q->end == q->last);
}

/* Returns true if the request's piece has moved and only the notice is missing. */
static inline bool tn_p2p_is_passive(const struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_p2p_pair *pair = &p->pairs[q->peer];
  if (q->protocol == TN_P2P_ON_STREAM)
    return true;
  return tn_p2p_needs_notice(p, q) && (q->is_send ? pair->announced : pair->taken) >= q->next;
}

/* Return the condition for the request's next step (a send with a free slot needs none); a
 * condition that always holds. */
struct tn_cond tn_p2p_condition(const struct tn_p2p *p, const struct tn_request *q);
struct tn_cond tn_p2p_always(const struct tn_p2p *p, int peer);

void tn_p2p_enlist(struct tn_p2p *p, struct tn_request *q);

/* Sets the condition for which a request waits. A request before its turn has no condition. A
 * notice for which the rank does not wait has no condition, so that more sets have a single one,
 * for which waiting takes no time. Notices to report are urgent: the rank may answer by a send,
 * which takes less time than a copy. */
void tn_p2p_look(struct tn_p2p *p, const struct tn_request *q);

/* Continues sends to the peer as long as they need no answer from the peer. */
void tn_p2p_push_sends(struct tn_p2p *p, int peer);

/* Continues a request whose condition holds, then those that waited only for it. */
void tn_p2p_advance(struct tn_p2p *p, struct tn_request *q);

void tn_p2p_report(struct tn_p2p *p, struct tn_request *q);

void tn_p2p_compute(struct tn_p2p *p);

#endif
