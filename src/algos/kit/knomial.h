/* The k-nomial tree, as numbers. Relative ranks are written in base k + 1; a rank's parent is the
 * rank with its lowest non-zero digit cleared. Round 1 fills the highest digit, the last round the
 * lowest, so that a rank serves its most remote children first. */
#ifndef TN_ALGOS_KIT_KNOMIAL_H
#define TN_ALGOS_KIT_KNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

struct tn_knomial {
  int n_ranks, rank; /* relative */
  int throttle;      /* children per round, at most n_ranks - 1, at least 1 */
  int n_rounds;      /* ceil(log_{throttle + 1} n_ranks) */
  int parent;        /* relative; -1 for the root */
  int round;         /* from 1: when the rank receives; 0 for the root */
};

/* The place of relative rank `rank` in the tree over n_ranks; throttle >= 1. */
struct tn_knomial tn_knomial(int n_ranks, int rank, int64_t throttle);

/* Children that the rank serves in `round`, later than its own: their number; they are
 * *ret_first + i * *ret_stride. */
int tn_knomial_children(const struct tn_knomial *tree, int round, int *ret_first, int *ret_stride);

/* Whether it serves any round. */
bool tn_knomial_has_children(const struct tn_knomial *tree);

/* Ranks of its subtree: rank .. rank + size - 1. */
int tn_knomial_subtree(const struct tn_knomial *tree);

#endif
