/* Bytes and displacements of the ranks' blocks, with one block size or with counts (MPI's "v"). The
 * blocks are contiguous in rank order. */
#ifndef TN_ALGOS_KIT_COUNTS_H
#define TN_ALGOS_KIT_COUNTS_H

#include "basics.h"

/* Returns the number of elements in the call's `counts`: one for each rank, or one for each ordered
 * pair of ranks in alltoallv; 0 for collectives with one block size. */
size_t tn_counts_number(enum tn_collective collective, int n_ranks);

/* Returns the largest of n counts; 0 if n is 0. */
size_t tn_counts_largest(size_t n, const size_t *counts);

/* Return the bytes of the rank's block, the displacement of this block in bytes, and the bytes of
 * all blocks, for collectives with one block for each rank (not alltoall and alltoallv). */
size_t tn_count(const struct tn_call *call, int rank);
size_t tn_displacement(const struct tn_call *call, int rank);
size_t tn_count_total(const struct tn_call *call);

/* Returns the blocks of all ranks, as they lie in buffer `buf`. */
struct tn_blocks tn_blocks_of(const struct tn_call *call, enum tn_buf buf);

/* Return, for allgather(v), the block of rank `of` in `rank`'s RECV, and the user's span that
 * `rank` contributes. The last function moves the caller's block to RECV unless the call is in
 * place. */
struct tn_span tn_gathered_block(const struct tn_call *call, int rank, int of);
struct tn_span tn_gathered_input(const struct tn_call *call, int rank);
void tn_gathered_move_own(struct tn_strand *r);

/* Return, for scatters and gathers: true if blocks move to the root (gather); the rank's block in
 * the root's buffer; the same block in the rank's own buffer. */
bool tn_gathers(const struct tn_call *call);
struct tn_span tn_block_at_root(const struct tn_call *call, int rank);
struct tn_span tn_block_at_rank(const struct tn_call *call, int rank);

/* Return, for alltoall(v), the block that `from` sends to `to`: its span in a buffer with all
 * blocks that `from` sends, or in a buffer with all blocks that `to` receives. */
struct tn_span tn_pair_sent(const struct tn_call *call, enum tn_buf buf, int from, int to);
struct tn_span tn_pair_received(const struct tn_call *call, enum tn_buf buf, int from, int to);
size_t tn_pairs_sent(const struct tn_call *call, int rank);
size_t tn_pairs_received(const struct tn_call *call, int rank);

/* Returns true if libraries skip the message: it is empty, and the collective has counts. */
bool tn_omits_message(const struct tn_call *call, size_t bytes);

/* Finds two ranks of an alltoallv in place that exchange different numbers of bytes, which MPI
 * forbids. Returns false if there is no such pair. */
bool tn_counts_uneven_pair(int n_ranks, const size_t *counts, int *ret_a, int *ret_b);

#endif
