/* Index arithmetic of the alltoalls. */
#ifndef TN_ALGOS_CMA_ALLTOALL_H
#define TN_ALGOS_CMA_ALLTOALL_H

/* Returns the rank that `rank` reads from in step `step`, 1 .. n_ranks - 1, of the pairwise
 * exchange. */
int tn_pairwise_peer(int n_ranks, int rank, int step);

/* Returns the next block index after `block` (from -1) that moves in the step with distance
 * `distance` (a power of two) of Bruck's alltoall: the next index below n_ranks with that bit; or
 * n_ranks. */
int tn_bruck_next(int n_ranks, int distance, int block);

#endif
