/* Sends messages between ranks on different nodes, over the transport's put. No rank can read a
 * flag on another node. So each piece sets flags of its receiver, and a returned slot sets flags of
 * its sender.
 *
 * - Messages of up to `far_eager_limit` bytes: the sender moves the piece into a slot of its own
 * memory and puts it into the same slot of the receiver, who moves it out. Slots are returned
 * several at a time.
 *
 * - Longer messages are cut into fragments and use slots in the same way if adapters cannot read
 * the message's memory, or if the library cuts them (`far_fragments_from`).
 *
 * - Other messages are announced by a put of no bytes. The receiver's network adapter reads them
 * directly from the sender's buffer and notifies both ranks at the end.
 *
 * The lines of flags are the lines of p2p.h with `own` and `peer` exchanged; this is possible
 * because a pair is either near or far. */
#ifndef TN_ALGOS_MESSAGES_P2P_FAR_H
#define TN_ALGOS_MESSAGES_P2P_FAR_H

#include "p2p.h"

/* Protocols; TN_P2P_ON_STREAM: an operation on a stream, not a message (tn_ienqueue). */
enum {
  TN_P2P_EAGER,
  TN_P2P_RENDEZVOUS,
  TN_P2P_FRAGMENTS,
  TN_P2P_ON_STREAM,
  TN_P2P_FAR_EAGER,
  TN_P2P_FAR_FRAGMENTS,
  TN_P2P_FAR_RENDEZVOUS
};

static inline bool tn_far_is(int protocol)
{
  return protocol >= TN_P2P_FAR_EAGER;
}

enum { TN_P2P_SLOT_ALIGN = 64 }; /* bytes; alignment of slots */

bool tn_far_peer(const struct tn_call *call, int peer);

/* Returns the protocol of a message from `src`, which is on another node. */
int tn_far_protocol(const struct tn_p2p *p, struct tn_span src);

/* Return the condition for the request's next step; for the notice of that step, if it needs one
 * (tn_p2p_needs_notice). */
struct tn_cond tn_far_step(const struct tn_p2p *p, const struct tn_request *q);
struct tn_cond tn_far_notice(const struct tn_p2p *p, const struct tn_request *q);

/* Send the request's piece or announcement; take a piece or let the adapter read it. `pair`: SHARED
 * bytes of each pair. */
void tn_far_send(struct tn_p2p *p, const struct tn_request *q, size_t pair);
void tn_far_take(struct tn_p2p *p, const struct tn_request *q, size_t pair);

#endif
