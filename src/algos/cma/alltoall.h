/* Index arithmetic for the alltoalls by kernel copies: peers and blocks of each step. */
#ifndef TN_ALGOS_CMA_ALLTOALL_H
#define TN_ALGOS_CMA_ALLTOALL_H

/* Returns the rank that `rank` reads in step `step` (1 .. n_ranks - 1) of the pairwise exchange. */
int tn_pairwise_peer(int n_ranks, int rank, int step);

/* Returns the next block after `block` (-1 at first) that moves in the step with `distance`, a
 * power of two, of Bruck's alltoall: the next number with this bit; n_ranks after the last one. */
int tn_bruck_next(int n_ranks, int distance, int block);

#endif
