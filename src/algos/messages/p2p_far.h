/* Messages between ranks on different nodes, over the transport's put: the part of the messages
 * layer (p2p.h) that knows how they travel. No rank sees a flag of another node, so each piece sets
 * flags of its receiver, and what is given back flags of its sender:
 *
 * - up to `far_eager_limit` bytes the sender moves the piece into a slot of its own memory and puts
 *   it into that slot of the receiver's, who moves it out. Slots are given back some at a time;
 * - longer ones are cut into fragments that go likewise where adapters do not read the memory that
 *   they are in, or so far as a library lets them (`far_fragments_from`);
 * - others are announced by a put of no bytes. The receiver has its network adapter read them
 *   straight from the sender's buffer; that the bytes are there is a notice to both.
 *
 * Lines of flags are those of p2p.h, `own` and `peer` exchanged: a pair is either near or far. */
#ifndef TN_ALGOS_MESSAGES_P2P_FAR_H
#define TN_ALGOS_MESSAGES_P2P_FAR_H

#include "p2p.h"

/* How a message travels; TN_P2P_ON_STREAM is none (tn_ienqueue). */
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

enum { TN_P2P_SLOT_ALIGN = 64 }; /* bytes, of all slots */

/* Whether the peer of call->rank is on another node. */
bool tn_far_peer(const struct tn_call *call, int peer);

/* Of a message that is read from `src`. */
int tn_far_protocol(const struct tn_p2p *p, struct tn_span src);

/* What the request's next step, or its notice, waits for. */
struct tn_cond tn_far_step(const struct tn_p2p *p, const struct tn_request *q);
struct tn_cond tn_far_notice(const struct tn_p2p *p, const struct tn_request *q);

/* Send the request's piece, or its announcement / take what has come, or have it read. `pair` is
 * the size of each pair's part of SHARED memory. */
void tn_far_send(struct tn_p2p *p, const struct tn_request *q, size_t pair);
void tn_far_take(struct tn_p2p *p, const struct tn_request *q, size_t pair);

#endif
