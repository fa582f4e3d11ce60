/* Allgathers over blocks in TN_RECV of every rank, for the collective itself and for the second
 * phase of a broadcast. None of these functions ends with a barrier; their callers do that. */
#ifndef TN_ALGOS_CMA_ALLGATHER_H
#define TN_ALGOS_CMA_ALLGATHER_H

#include "algos/kit/counts.h"

enum { TN_NOBODY = -1, TN_EVERYBODY = -2 }; /* in place of a rank */

/* Rank i contributes block i. */
struct tn_allgather {
  struct tn_blocks blocks; /* in TN_RECV */
  bool own_move;           /* a rank finds its contribution in TN_SEND, not yet in its block */
  int holder;              /* rank that has every block from the start, or TN_NOBODY */
  bool exposed;            /* TN_RECV has been exposed by the caller */
  int reached;             /* whose TN_RECV this rank has attached: a rank or one of the above */
  int slot;                /* of the one flag that these functions use */
};

/* The run of the collective: `exchange`, then the barrier; with one rank only the move of the own block. */
void tn_allgather_run(struct tn_strand *r,
                      void (*exchange)(struct tn_strand *r, const struct tn_allgather *ag));

/* Exposes TN_RECV and attaches `peer`'s, unless `ag` says that it is done. */
void tn_allgather_expose(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_attach(struct tn_strand *r, const struct tn_allgather *ag, int peer);

/* Moves the own contribution to its block, where that is needed. */
void tn_allgather_move_own(struct tn_strand *r, const struct tn_allgather *ag);

/* allgather_ring.c. distance: coprime to the number of ranks, see tn_ring_unsupported. */
void tn_allgather_ring_neighbor(struct tn_strand *r, const struct tn_allgather *ag,
                                int64_t distance);
void tn_allgather_ring_source_read(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_ring_source_write(struct tn_strand *r, const struct tn_allgather *ag);

/* NULL, or why a ring over n_ranks cannot use the distance, naming some that it can; the text is
 * thread-local. */
const char *tn_ring_unsupported(int n_ranks, int64_t distance);

/* allgather_bruck.c. TEMP: p blocks. */
void tn_allgather_bruck(struct tn_strand *r, const struct tn_allgather *ag);

/* allgather_doubling.c */
void tn_allgather_recursive_doubling(struct tn_strand *r, const struct tn_allgather *ag);

/* What a rank reads in phase `phase` (from 0) of recursive doubling: `count` blocks from `first`
 * on, out of `peer`, once that has finished `peer_phases` phases. */
struct tn_doubling_read {
  int peer, first, count, peer_phases;
};

/* False when the rank reads nothing in that phase. There are tn_ceil_lg(n_ranks) phases. */
bool tn_doubling_read(int n_ranks, int rank, int phase, struct tn_doubling_read *ret);

#endif
