/* How messages of a pair are cut into pieces, and where the pieces lie in shared memory: the part
 * of the messages layer (p2p.h) that is the same at both ends and moves nothing. */
#ifndef TN_ALGOS_MESSAGES_P2P_SLOTS_H
#define TN_ALGOS_MESSAGES_P2P_SLOTS_H

#include "p2p.h"

/* The limits of a call, and no more slots than its messages can fill. */
struct tn_p2p_limits tn_p2p_limits_of(const struct tn_call *call, struct tn_p2p_use use);

/* SHARED bytes of each pair, near or (`has_far`: there are some) far. */
size_t tn_p2p_pair_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use, bool has_far);

/* Bytes of the slots for messages to and from other nodes, and of those for fragments of longer ones, 0
 * where none goes so: of each kind first those for what a rank sends, then as many for what it gets. */
size_t tn_far_slot_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use);
size_t tn_far_fragment_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use);

/* Bytes of the largest message that goes through shared memory. */
size_t tn_p2p_shared_limit(const struct tn_p2p_limits *l, enum tn_p2p_way way);
enum tn_p2p_way tn_p2p_way_to(const struct tn_call *call, int peer);

/* Pieces of a message of `len` bytes. */
uint32_t tn_p2p_pieces(const struct tn_p2p *p, size_t len, int protocol);

/* The last of the fragments that make up the request's next piece. Where calls bundle, k fragments
 * of a long message go as one: one to begin with, then twice as many each time, and fewer and fewer
 * at the end; no more than a quarter of the slots, than an eighth of the message, or than lie side
 * by side in the ring; one at a time where a rank does nothing but exchange messages with one peer. Slots,
 * bytes and order are those of single fragments. Coarse bundles may have half of the slots and a quarter
 * of the message, in the first call all slots and half of the message. */
uint32_t tn_p2p_piece_end(const struct tn_p2p *p, const struct tn_request *q);

/* Slots of the pair that pieces of this protocol go through. */
uint32_t tn_p2p_depth(const struct tn_p2p *p, int protocol);

/* The part of the message that is the request's next piece; and the slot in the sender's memory for
 * `len` bytes of it. */
struct tn_span tn_p2p_part(const struct tn_p2p *p, const struct tn_request *q);
struct tn_span tn_p2p_slot(const struct tn_p2p *p, const struct tn_request *q, size_t len);

#endif
