/* Steps of the requests of a rank: the conditions that they wait for, and the pieces that they move.
 * Private to the messages layer (p2p.h). */
#ifndef TN_ALGOS_MESSAGES_P2P_STEPS_H
#define TN_ALGOS_MESSAGES_P2P_STEPS_H

#include "p2p_far.h"
#include "p2p_slots.h"

/* Returns the bytes of a message of `len` bytes that pass through slots. */
static inline size_t tn_p2p_shared_bytes(int protocol, size_t len)
{
  return protocol == TN_P2P_RENDEZVOUS || tn_far_is(protocol) ? 0 : len;
}

/* Sets the piece that the request moves next. */
static inline void tn_p2p_begin_piece(const struct tn_p2p *p, struct tn_request *q, uint32_t first)
{
  q->next = first;
  q->end = tn_p2p_piece_end(p, q);
}

/* Returns true for a rendezvous: the receiver copies the bytes or lets its adapter read them. */
static inline bool tn_p2p_is_rendezvous(const struct tn_request *q)
{
  return q->protocol == TN_P2P_RENDEZVOUS || q->protocol == TN_P2P_FAR_RENDEZVOUS;
}

/* Returns true for a send that is complete only when the peer has taken the current piece, and for
 * a receive that an adapter or a device carries out. */
static inline bool tn_p2p_needs_notice(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send)
    return q->protocol == TN_P2P_FAR_RENDEZVOUS ||
           (q->protocol == TN_P2P_RENDEZVOUS && p->n_streams > 0);
  return tn_p2p_is_rendezvous(q) || (q->is_synchronous && q->end == q->last);
}

/* Returns true if only the notice is missing. */
static inline bool tn_p2p_is_passive(const struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_p2p_pair *pair = &p->pairs[q->peer];
  if (q->protocol == TN_P2P_ON_STREAM)
    return true;
  return tn_p2p_needs_notice(p, q) && (q->is_send ? pair->announced : pair->taken) >= q->next;
}

/* Return the condition of the request's next step; a condition that always holds. A send that has a
 * free slot does not wait for one. */
struct tn_cond tn_p2p_condition(const struct tn_p2p *p, const struct tn_request *q);
struct tn_cond tn_p2p_always(const struct tn_p2p *p, int peer);

/* Assigns a place to the newest request. */
void tn_p2p_enlist(struct tn_p2p *p, struct tn_request *q);

/* Sets the condition that the request waits for now; it has no condition before its turn. A notice
 * that the rank does not wait for has no condition either: a single condition is then more
 * frequent, and waiting for one is free. Notices to report are urgent: the answer to one may be a
 * send, which takes less time than a copy. */
void tn_p2p_look(struct tn_p2p *p, const struct tn_request *q);

/* Continues sends to the peer that need no answer from it. */
void tn_p2p_push_sends(struct tn_p2p *p, int peer);

/* Continues a request after its condition holds, and the requests that waited only for it. */
void tn_p2p_advance(struct tn_p2p *p, struct tn_request *q);

/* Adds a complete request to the requests to be reported. */
void tn_p2p_report(struct tn_p2p *p, struct tn_request *q);

/* Computes the next part of the call's computation. */
void tn_p2p_compute(struct tn_p2p *p);

#endif
