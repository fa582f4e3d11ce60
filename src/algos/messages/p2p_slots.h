/* Divides messages into pieces and computes the places of pieces in shared memory. Both ends of a
 * message use this part of the messages layer (p2p.h) in the same way. It moves no data. */
#ifndef TN_ALGOS_MESSAGES_P2P_SLOTS_H
#define TN_ALGOS_MESSAGES_P2P_SLOTS_H

#include "p2p.h"

/* Returns a call's limits, with no more slots than its messages can fill. */
struct tn_p2p_limits tn_p2p_limits_of(const struct tn_call *call, struct tn_p2p_use use);

/* Returns the bytes of SHARED memory of each pair. `has_far`: some pairs are on different nodes. */
size_t tn_p2p_pair_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use, bool has_far);

/* Return the bytes of one slot for eager messages between nodes, and of one for fragments (0 if
 * unused). A pair has slots for sent pieces, then as many for received pieces. */
size_t tn_far_slot_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use);
size_t tn_far_fragment_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use);

/* Return the bytes of the longest message through shared memory at a distance; a peer's
 * distance. */
size_t tn_p2p_shared_limit(const struct tn_p2p_limits *l, enum tn_p2p_distance way);
enum tn_p2p_distance tn_p2p_distance_to(const struct tn_call *call, int peer);

uint32_t tn_p2p_pieces(const struct tn_p2p *p, size_t len, int protocol);

/* Returns the last fragment of the request's next piece. In calls with bundles, k fragments of a
 * long message form one piece. k begins at 1, doubles each time and decreases at the end. A fine
 * bundle has at most a quarter of the slots, at most an eighth of the message, and only fragments
 * that are contiguous in the ring. If the rank only exchanges messages with one peer, k is 1. A
 * coarse bundle may have half of the slots and a quarter of the message, in the first call all
 * slots and half of the message. */
uint32_t tn_p2p_piece_end(const struct tn_p2p *p, const struct tn_request *q);

/* Returns the number of the pair's slots for pieces of this protocol. */
uint32_t tn_p2p_depth(const struct tn_p2p *p, int protocol);

/* Return the span of the request's next piece in the message; its slot of `len` bytes at the
 * sender. */
struct tn_span tn_p2p_part(const struct tn_p2p *p, const struct tn_request *q);
struct tn_span tn_p2p_slot(const struct tn_p2p *p, const struct tn_request *q, size_t len);

#endif
