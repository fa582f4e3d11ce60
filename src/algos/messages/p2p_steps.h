/* Carries out the steps of a rank's requests: the conditions for which requests wait, and the
 * pieces that they move. Private to the messages layer (p2p.h). */
#ifndef TN_ALGOS_MESSAGES_P2P_STEPS_H
#define TN_ALGOS_MESSAGES_P2P_STEPS_H

#include "p2p_far.h"
#include "p2p_slots.h"

/* Returns how many bytes of a message of `len` bytes pass through slots. */
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

/* Returns true if the message is a rendezvous: its receiver copies the bytes or lets its adapter
 * read them. */
static inline bool tn_p2p_is_rendezvous(const struct tn_request *q)
{
  return q->protocol == TN_P2P_RENDEZVOUS || q->protocol == TN_P2P_FAR_RENDEZVOUS;
}

/* Returns true if the request needs a notice after its piece: a send that is complete only when the
 * peer has taken the piece, or a receive that an adapter or a device carries out. */
static inline bool tn_p2p_needs_notice(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send)
    return q->protocol == TN_P2P_FAR_RENDEZVOUS ||
           (q->protocol == TN_P2P_RENDEZVOUS && p->n_streams > 0);
  return tn_p2p_is_rendezvous(q) || (q->is_synchronous && q->end == q->last);
}

/* Returns true if the request has moved its piece and waits only for the notice. */
static inline bool tn_p2p_is_passive(const struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_p2p_pair *pair = &p->pairs[q->peer];
  if (q->protocol == TN_P2P_ON_STREAM)
    return true;
  return tn_p2p_needs_notice(p, q) && (q->is_send ? pair->announced : pair->taken) >= q->next;
}

/* Return the condition of the request's next step; a condition that always holds. A send that has a
 * free slot does not wait. */
struct tn_cond tn_p2p_condition(const struct tn_p2p *p, const struct tn_request *q);
struct tn_cond tn_p2p_always(const struct tn_p2p *p, int peer);

/* Gives the newest request a place among the conditions for which the rank waits. */
void tn_p2p_enlist(struct tn_p2p *p, struct tn_request *q);

/* Sets the condition for which the request waits now. Before its turn a request has no condition. A
 * notice for which the rank does not wait has no condition either: the set then has a single
 * condition more often, and waiting for a single condition takes no time. Notices that have to be
 * reported are urgent. The rank may answer such a notice by a send, which takes less time than a
 * copy. */
void tn_p2p_look(struct tn_p2p *p, const struct tn_request *q);

/* Continues sends to the peer as long as they need no answer from the peer. */
void tn_p2p_push_sends(struct tn_p2p *p, int peer);

/* Continues a request whose condition holds, and then the requests that waited only for that
 * request. */
void tn_p2p_advance(struct tn_p2p *p, struct tn_request *q);

/* Adds a complete request to the requests that have to be reported. */
void tn_p2p_report(struct tn_p2p *p, struct tn_request *q);

/* Runs the next part of the computation during the call. */
void tn_p2p_compute(struct tn_p2p *p);

#endif
