/* Allgathers over blocks in TN_RECV of every rank, for the collective and for the second phase of a
 * broadcast. The functions end without a barrier, which their callers add. */
#ifndef TN_ALGOS_CMA_ALLGATHER_H
#define TN_ALGOS_CMA_ALLGATHER_H

#include "algos/kit/counts.h"

enum { TN_NOBODY = -1, TN_EVERYBODY = -2 }; /* values used in place of a rank */

/* An allgather in which rank i contributes block i. */
struct tn_allgather {
  struct tn_blocks blocks; /* in TN_RECV */
  bool own_move; /* true if a rank's contribution is in TN_SEND and must be moved to its block */
  int holder;    /* rank that has every block at the start, or TN_NOBODY */
  bool exposed;  /* true if the caller has exposed TN_RECV */
  int reached;   /* rank that has its TN_RECV attached by this rank, TN_NOBODY or TN_EVERYBODY */
  int slot;      /* number of the only flag that these functions use */
};

/* Runs the collective: `exchange`, then the barrier. A single rank only moves its own block. */
void tn_allgather_run(struct tn_strand *r,
                      void (*exchange)(struct tn_strand *r, const struct tn_allgather *ag));

/* Expose TN_RECV and attach `peer`'s, unless `ag` marks it as done. */
void tn_allgather_expose(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_attach(struct tn_strand *r, const struct tn_allgather *ag, int peer);

/* Moves the own contribution to its block if needed. */
void tn_allgather_move_own(struct tn_strand *r, const struct tn_allgather *ag);

/* Runs the rings of allgather_ring.c. distance: coprime to the number of ranks, see
 * tn_ring_unsupported. */
void tn_allgather_ring_neighbor(struct tn_strand *r, const struct tn_allgather *ag,
                                int64_t distance);
void tn_allgather_ring_source_read(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_ring_source_write(struct tn_strand *r, const struct tn_allgather *ag);

/* Returns NULL, or the reason why a ring over n_ranks cannot use the distance, with some valid
 * distances. The string is thread-local. */
const char *tn_ring_unsupported(int n_ranks, int64_t distance);

/* Runs Bruck's allgather (allgather_bruck.c), with p blocks in TEMP. */
void tn_allgather_bruck(struct tn_strand *r, const struct tn_allgather *ag);

/* Performs the exchanges of recursive doubling (allgather_doubling.c). */
void tn_allgather_recursive_doubling(struct tn_strand *r, const struct tn_allgather *ag);

/* A read in phase `phase` (from 0) of recursive doubling: `count` blocks from `first` on, from
 * `peer` after its first `peer_phases` phases. */
struct tn_doubling_read {
  int peer, first, count, peer_phases;
};

/* Returns false if the rank reads no blocks in that phase. There are tn_ceil_lg(n_ranks) phases. */
bool tn_doubling_read(int n_ranks, int rank, int phase, struct tn_doubling_read *ret);

#endif
