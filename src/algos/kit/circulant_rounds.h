/* A broadcast in blocks over the circulant graph, as numbers: which block a rank sends to rank + skip[k]
 * and receives from rank - skip[k] in round k. Träff, (Poly)logarithmic time construction of
 * round-optimal n-block broadcast schedules, Cluster 2022; after it doi:10.1145/3735139.
 *
 * Skips halve: skip[q] is the number of ranks p, each below it half of the one above, rounded up, and
 * skip[0] is 1, so that q = ceil(lg p). The q rounds of a phase come again and again, with blocks that
 * are q higher each time; what a plan has below 0 is a block of the phase before. n blocks take
 * n - 1 + q rounds, the fewest there can be: the first phase begins so late that the last one is
 * whole, and numbers beyond the last block stand for it. Every rank but the root receives every block
 * once, and sends none before it has it. */
#ifndef TN_ALGOS_KIT_CIRCULANT_ROUNDS_H
#define TN_ALGOS_KIT_CIRCULANT_ROUNDS_H

enum { TN_CIRCULANT_MOST = 31 };

struct tn_circulant {
  int n_ranks, n_rounds; /* q rounds of a phase */
  int skip[TN_CIRCULANT_MOST + 1];
};

struct tn_circulant tn_circulant(int n_ranks);

/* What a rank, counted from the root, sends and receives in each round of the phase that begins with
 * block 0. The root receives nothing, so that its numbers there, and what is sent to it, are void. */
struct tn_circulant_plan {
  int sent[TN_CIRCULANT_MOST], received[TN_CIRCULANT_MOST];
};

struct tn_circulant_plan tn_circulant_plan(const struct tn_circulant *graph, int rank);

/* Rounds that n_blocks, at least 1, take; 0 of one rank. */
int tn_circulant_rounds(const struct tn_circulant *graph, int n_blocks);

/* Of the round-th of these, from 0: which round of a phase it is, and the block that a plan's number
 * for that means in it; -1: none. */
int tn_circulant_k(const struct tn_circulant *graph, int n_blocks, int round);
int tn_circulant_block(const struct tn_circulant *graph, int n_blocks, int round, int number);

#endif
