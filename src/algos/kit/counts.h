/* How many bytes each rank's block has and where it lies, of collectives with one size for all
 * blocks and of those with counts (MPI's "v"). The blocks of all ranks lie in a buffer in the order
 * of the ranks, without gaps. Bytes throughout. */
#ifndef TN_ALGOS_KIT_COUNTS_H
#define TN_ALGOS_KIT_COUNTS_H

#include "basics.h"

/* How many counts a call of the collective takes: one for each rank, of alltoallv one for each
 * ordered pair; 0: its blocks are of one size. */
size_t tn_counts_number(enum tn_collective collective, int n_ranks);

/* The largest of n counts, 0 of none. */
size_t tn_counts_largest(size_t n, const size_t *counts);

/* Of collectives with a block for each rank, not of alltoall(v): the bytes of the rank's block,
 * where it begins among all, and the bytes of all. */
size_t tn_count(const struct tn_call *call, int rank);
size_t tn_displacement(const struct tn_call *call, int rank);
size_t tn_count_total(const struct tn_call *call);

/* The same as blocks of a buffer. */
struct tn_blocks tn_blocks_of(const struct tn_call *call, enum tn_buf buf);

/* Of allgather(v): the block of rank `of` in the receive buffer of `rank`; what `rank` contributes, where
 * the user has it; and the move of the caller's own to its place, unless it is there. */
struct tn_span tn_gathered_block(const struct tn_call *call, int rank, int of);
struct tn_span tn_gathered_input(const struct tn_call *call, int rank);
void tn_gathered_move_own(struct tn_strand *r);

/* Of scatters and gathers: whether the blocks go to the root; the rank's block at the root, and at the
 * rank itself. */
bool tn_gathers(const struct tn_call *call);
struct tn_span tn_block_at_root(const struct tn_call *call, int rank);
struct tn_span tn_block_at_rank(const struct tn_call *call, int rank);

/* Of alltoall(v): the block from one rank to another, in a buffer of the sender that holds all that
 * it sends, and in one of the receiver that holds all that it receives. */
struct tn_span tn_pair_sent(const struct tn_call *call, enum tn_buf buf, int from, int to);
struct tn_span tn_pair_received(const struct tn_call *call, enum tn_buf buf, int from, int to);
/* The bytes of all that the rank sends, and receives. */
size_t tn_pairs_sent(const struct tn_call *call, int rank);
size_t tn_pairs_received(const struct tn_call *call, int rank);

/* Whether the libraries leave the message out: an empty one, where blocks have counts. */
bool tn_leaves_out(const struct tn_call *call, size_t bytes);

/* Two ranks of an alltoallv of which each gets more or less than it gives the other, which it must
 * not in place. False: none. */
bool tn_counts_uneven_pair(int n_ranks, const size_t *counts, int *ret_a, int *ret_b);

#endif
