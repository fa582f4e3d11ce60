/* Ranks that all get all of their blocks, as one part of an allgather. */
#ifndef TN_ALGOS_MESSAGES_CIRCLE_H
#define TN_ALGOS_MESSAGES_CIRCLE_H

#include "algos/kit/basics.h"
#include "p2p.h"

/* Members first, first + stride, ..., counted from the root on; each has the blocks of `stride` ranks from
 * its own on, the last one perhaps of fewer. */
struct tn_circle {
  const struct tn_blocks *blocks; /* borrowed; by the same count */
  int first, stride, size, own;   /* own: the caller's place in the circle */
};

/* size - 1 steps to the right, each passing on what came before. */
void tn_circle_ring(struct tn_p2p *p, const struct tn_circle *c);
/* Partners own xor 2^i exchange all that they have; size is a power of two. */
void tn_circle_double(struct tn_p2p *p, const struct tn_circle *c);

#endif
