/* Bytes and displacement of each rank's block, for collectives with one block size and for
 * collectives with counts (MPI's "v"). The blocks of all ranks are contiguous in a buffer, in rank
 * order. */
#ifndef TN_ALGOS_KIT_COUNTS_H
#define TN_ALGOS_KIT_COUNTS_H

#include "basics.h"

/* Returns the number of counts of a call: one for each rank, alltoallv one for each ordered pair; 0
 * for collectives with one block size. */
size_t tn_counts_number(enum tn_collective collective, int n_ranks);

/* Returns the largest of n counts; 0 if n is 0. */
size_t tn_counts_largest(size_t n, const size_t *counts);

/* Return the bytes of the rank's block, its displacement, and the bytes of all blocks, for
 * collectives with one block for each rank (not alltoall and alltoallv). */
size_t tn_count(const struct tn_call *call, int rank);
size_t tn_displacement(const struct tn_call *call, int rank);
size_t tn_count_total(const struct tn_call *call);

/* Returns the blocks as blocks of a buffer. */
struct tn_blocks tn_blocks_of(const struct tn_call *call, enum tn_buf buf);

/* Return, for allgather(v), the block of rank `of` in the receive buffer of `rank`, and the user's
 * span that `rank` contributes. The last function moves the caller's block to its place unless it
 * is already there. */
struct tn_span tn_gathered_block(const struct tn_call *call, int rank, int of);
struct tn_span tn_gathered_input(const struct tn_call *call, int rank);
void tn_gathered_move_own(struct tn_strand *r);

/* For scatters and gathers: return true if blocks move to the root; return the rank's block at the
 * root; return the rank's block at the rank. */
bool tn_gathers(const struct tn_call *call);
struct tn_span tn_block_at_root(const struct tn_call *call, int rank);
struct tn_span tn_block_at_rank(const struct tn_call *call, int rank);

/* Return, for alltoall(v), the block from one rank to another, within a buffer of everything that the
 * sender sends, or of everything that the receiver receives. */
struct tn_span tn_pair_sent(const struct tn_call *call, enum tn_buf buf, int from, int to);
struct tn_span tn_pair_received(const struct tn_call *call, enum tn_buf buf, int from, int to);
/* Return the bytes that the rank sends to all ranks, and receives from all ranks. */
size_t tn_pairs_sent(const struct tn_call *call, int rank);
size_t tn_pairs_received(const struct tn_call *call, int rank);

/* Returns true if libraries omit the message: it is empty, and blocks have counts. */
bool tn_leaves_out(const struct tn_call *call, size_t bytes);

/* Finds two ranks of an alltoallv in place that exchange different numbers of bytes, which MPI
 * forbids. Returns false if all pairs are equal. */
bool tn_counts_uneven_pair(int n_ranks, const size_t *counts, int *ret_a, int *ret_b);

#endif
