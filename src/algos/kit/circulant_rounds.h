/* Schedule of a broadcast in blocks over the circulant graph: in round k a rank sends one block to
 * rank + skip[k] and receives one from rank - skip[k]. Source: Träff, (Poly)logarithmic time
 * construction of round-optimal n-block broadcast schedules, Cluster 2022, and doi:10.1145/3735139.
 *
 * skip[q] is the number of ranks p. Each lower skip is half of the next one, rounded up, and
 * skip[0] is 1, so that q = ceil(lg p). A phase has q rounds. Each phase repeats the plan with
 * block numbers that are higher by q; a negative number in a plan is a block of the phase before. n
 * blocks take n - 1 + q rounds, which is the minimum: the first phase may begin in a later round,
 * so that the last phase is complete. Numbers above the last block denote the last block. Every
 * rank except the root receives every block once and never sends a block before it has received
 * it. */
#ifndef TN_ALGOS_KIT_CIRCULANT_ROUNDS_H
#define TN_ALGOS_KIT_CIRCULANT_ROUNDS_H

enum { TN_CIRCULANT_MAX = 31 };

struct tn_circulant {
  int n_ranks, n_rounds; /* number of ranks; number of rounds in a phase (q) */
  int skip[TN_CIRCULANT_MAX + 1];
};

struct tn_circulant tn_circulant(int n_ranks);

/* Blocks that a rank, counted from the root, sends and receives in each round of the phase that
 * begins with block 0. The root receives no blocks: its numbers in `received` and the blocks that
 * other ranks send to it are ignored. */
struct tn_circulant_plan {
  int sent[TN_CIRCULANT_MAX], received[TN_CIRCULANT_MAX];
};

struct tn_circulant_plan tn_circulant_plan(const struct tn_circulant *graph, int rank);

/* Returns the number of rounds for n_blocks blocks (at least 1); 0 for one rank. */
int tn_circulant_rounds(const struct tn_circulant *graph, int n_blocks);

/* Return, for a round counted from 0: the index of the round within its phase; the block of the
 * vector that a number from the plan denotes in this round, or -1 if no block moves. */
int tn_circulant_k(const struct tn_circulant *graph, int n_blocks, int round);
int tn_circulant_block(const struct tn_circulant *graph, int n_blocks, int round, int number);

#endif
