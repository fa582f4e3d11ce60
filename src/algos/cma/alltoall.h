/* Index arithmetic for the alltoalls by kernel copies: peers and blocks of each step. */
#ifndef TN_ALGOS_CMA_ALLTOALL_H
#define TN_ALGOS_CMA_ALLTOALL_H

/* Returns the rank that `rank` reads in step `step` (1 .. n_ranks - 1) of the pairwise exchange. */
int tn_pairwise_peer(int n_ranks, int rank, int step);

/* Returns the next block after `block` (-1: the first block) that moves in Bruck's alltoall at
 * `distance`, a power of two: the next number that has this bit. Returns n_ranks after the last
 * one. */
int tn_bruck_next(int n_ranks, int distance, int block);

#endif
