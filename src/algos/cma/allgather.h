/* Allgathers by kernel copies between blocks in TN_RECV, for the collective and for the second
 * phase of a broadcast. The callers add the final barrier. */
#ifndef TN_ALGOS_CMA_ALLGATHER_H
#define TN_ALGOS_CMA_ALLGATHER_H

#include "algos/kit/counts.h"

enum { TN_NOBODY = -1, TN_EVERYBODY = -2 }; /* values in place of a rank: no rank; all ranks */

struct tn_allgather {
  struct tn_blocks blocks; /* blocks of all ranks in TN_RECV */
  bool own_move;           /* true if the rank's contribution must move from TN_SEND to its block */
  int holder;              /* rank that has all blocks at the start, or TN_NOBODY */
  bool exposed;            /* true if the caller has exposed TN_RECV */
  int reached;             /* rank whose TN_RECV the caller has already attached, or TN_NOBODY, or
                            * TN_EVERYBODY */
  int slot;                /* index of the only flag that these functions use */
};

/* Runs `exchange`, then a barrier. A single rank only moves its own block. */
void tn_allgather_run(struct tn_strand *r,
                      void (*exchange)(struct tn_strand *r, const struct tn_allgather *ag));

/* Expose the caller's TN_RECV, and attach the peer's TN_RECV, unless `ag` marks this as done. */
void tn_allgather_expose(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_attach(struct tn_strand *r, const struct tn_allgather *ag, int peer);

/* Moves the caller's contribution to its block if ag->own_move is true. */
void tn_allgather_move_own(struct tn_strand *r, const struct tn_allgather *ag);

/* Run the rings of allgather_ring.c. `distance` must be coprime to the number of ranks, see
 * tn_ring_unsupported. */
void tn_allgather_ring_neighbor(struct tn_strand *r, const struct tn_allgather *ag,
                                int64_t distance);
void tn_allgather_ring_source_read(struct tn_strand *r, const struct tn_allgather *ag);
void tn_allgather_ring_source_write(struct tn_strand *r, const struct tn_allgather *ag);

/* Returns NULL, or the reason why a ring of n_ranks ranks cannot use the distance. The reason names
 * some valid distances. The string is thread-local. */
const char *tn_ring_unsupported(int n_ranks, int64_t distance);

/* Runs Bruck's allgather (allgather_bruck.c), with p blocks in TEMP. */
void tn_allgather_bruck(struct tn_strand *r, const struct tn_allgather *ag);

/* Performs the exchanges of recursive doubling (allgather_doubling.c). */
void tn_allgather_recursive_doubling(struct tn_strand *r, const struct tn_allgather *ag);

/* A read of recursive doubling: blocks first .. first + count - 1 from `peer`, once that rank has
 * finished its first `peer_phases` phases. */
struct tn_doubling_read {
  int peer, first, count, peer_phases;
};

/* Computes the rank's read in `phase`, 0 .. tn_ceil_lg(n_ranks) - 1. Returns false if it has
 * none. */
bool tn_doubling_read(int n_ranks, int rank, int phase, struct tn_doubling_read *ret);

#endif
