/* Sums vectors of one block per rank in a ring: every block visits all ranks, and each rank adds
 * its own copy of the block to it. Source: Open MPI's coll_base_allreduce.c and
 * coll_base_reduce_scatter.c. */
#ifndef TN_ALGOS_MESSAGES_RING_SUM_H
#define TN_ALGOS_MESSAGES_RING_SUM_H

#include "algos/kit/exchange.h"
#include "p2p.h"

struct tn_ring {
  struct tn_p2p *p;
  /* Returns the span of block i on `rank`, which holds the rank's contribution and later the
   * sum. */
  struct tn_span (*block)(const void *what, int rank, int i);
  const void *what;
  int behind;                   /* 0 or 1: rank r begins with block r - behind */
  size_t receive_span, longest; /* places of received blocks in TEMP: offset of the first; bytes of
                                 * each */
};

/* Sums the blocks on two or more ranks; the next block is received while one is added. */
void tn_ring_sum(const struct tn_ring *ring);

/* Returns block i of nearly equal blocks, one per rank; the first may be longer by one element. */
struct tn_elements tn_ring_block(const struct tn_call *call, int i);

/* Sends the blocks in RECV around the ring until all ranks have them. Rank r begins with block r +
 * ahead. */
void tn_ring_share(struct tn_p2p *p, int ahead);

#endif
