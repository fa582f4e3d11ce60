/* The trees of MPI libraries over relative ranks, as numbers. */
#ifndef TN_ALGOS_TREE_H
#define TN_ALGOS_TREE_H

#include "transport.h"

struct tn_tree {
  int parent;    /* relative; -1 for the root */
  int n_children;
  int *children; /* relative, in the order in which they are served; owned, tn_tree_finish */
};

/* The place of relative rank `rank` among n_ranks. */

/* Everybody hangs on the root, which serves them by rank, not by relative rank. */
void tn_tree_linear(struct tn_tree *tree, int n_ranks, int rank, int root);
/* Chains of equal length, or one longer than the others, that all hang on the root. */
void tn_tree_chain(struct tn_tree *tree, int n_ranks, int rank, int64_t fanout);
/* Two children; the left subtree has the odd ranks, the right one the even ranks. */
void tn_tree_binary(struct tn_tree *tree, int n_ranks, int rank);
/* A rank's parent is the rank without its highest bit: early children are near. */
void tn_tree_binomial(struct tn_tree *tree, int n_ranks, int rank);
/* A rank's parent is the rank without its lowest digit that is not 0, in base `radix`; subtrees are
 * ranges of ranks, the largest is served first. */
void tn_tree_knomial(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* tn_tree_knomial with radix 2, but the smallest subtree is served first: the nearest child. */
void tn_tree_in_order(struct tn_tree *tree, int n_ranks, int rank);

void tn_tree_finish(struct tn_tree *tree);

/* Ranks in the subtree of `rank` in tn_tree_in_order: rank .. rank + size - 1. */
int tn_subtree_size(int n_ranks, int rank);

#endif
