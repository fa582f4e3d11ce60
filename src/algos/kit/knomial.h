/* The k-nomial tree. Relative ranks are written in base k + 1; a rank's parent is the rank with its
 * lowest non-zero digit cleared. Round 1 changes the highest digit, the last round the lowest, so a
 * rank serves its most remote children first. */
#ifndef TN_ALGOS_KIT_KNOMIAL_H
#define TN_ALGOS_KIT_KNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

struct tn_knomial {
  int n_ranks, rank; /* number of ranks in the tree; relative rank of the described rank */
  int throttle;      /* children per round, at most n_ranks - 1, at least 1 */
  int n_rounds;      /* ceil(log_{throttle + 1} n_ranks) */
  int parent;        /* relative rank of the parent; -1 for the root */
  int round;         /* round in which the rank receives, counted from 1; 0 for the root */
};

struct tn_knomial tn_knomial(int n_ranks, int rank, int64_t throttle);

/* Returns the number of children that the rank serves in `round`, which is later than the round in
 * which the rank receives. Child i has the relative rank *ret_first + i * *ret_stride. */
int tn_knomial_children(const struct tn_knomial *tree, int round, int *ret_first, int *ret_stride);

bool tn_knomial_has_children(const struct tn_knomial *tree);

/* Returns the size of the rank's subtree, ranks rank .. rank + size - 1. */
int tn_knomial_subtree(const struct tn_knomial *tree);

#endif
