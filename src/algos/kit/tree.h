/* Trees of MPI libraries over relative ranks. The functions compute the parent and the children of
 * a rank; no data move. */
#ifndef TN_ALGOS_KIT_TREE_H
#define TN_ALGOS_KIT_TREE_H

#include "algos/transport.h"

struct tn_tree {
  int parent; /* relative rank of the parent; -1 for the root */
  int n_children;
  int *children; /* relative ranks in the order in which the rank serves them; owned */
};

/* The functions below compute the position of relative rank `rank` among n_ranks. */

/* Makes a linear tree: all ranks are children of the root, which serves them in the order of their
 * absolute ranks. */
void tn_tree_linear(struct tn_tree *tree, int n_ranks, int rank, int root);
/* Makes `fanout` chains, which begin at the children of the root. Their lengths differ by at most
 * one rank. */
void tn_tree_chain(struct tn_tree *tree, int n_ranks, int rank, int64_t fanout);
/* Makes a binary tree: the left subtree has the odd ranks, the right one the even ranks. */
void tn_tree_binary(struct tn_tree *tree, int n_ranks, int rank);
/* Makes a binomial tree: a rank's parent is the rank without its highest bit. A rank serves its
 * nearest child first. */
void tn_tree_binomial(struct tn_tree *tree, int n_ranks, int rank);
/* Makes a k-nomial tree: a rank's parent is the rank with its lowest non-zero digit in base `radix`
 * cleared. Every subtree is a range of ranks. A rank serves its largest subtree first. */
void tn_tree_knomial(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* Makes a k-ary tree: a rank's children are rank * radix + 1 .. rank * radix + radix (MPICH's
 * "kary"). */
void tn_tree_kary(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);
/* Makes a k-nomial tree with contiguous subtrees, the largest first: a rank's first child is the
 * next rank (MPICH's "knomial_1"). */
void tn_tree_knomial_left(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* Makes the tree of tn_tree_knomial with radix 2, but a rank serves its smallest subtree, that of
 * the nearest child, first. */
void tn_tree_in_order(struct tn_tree *tree, int n_ranks, int rank);

/* Shape of a tree, for algorithms that select it by a parameter. TN_TOPO: one tree within every
 * group of neighbouring ranks (kit/tree_topo.c). */
enum tn_shape_kind {
  TN_LINEAR,
  TN_CHAIN,
  TN_BINARY,
  TN_BINOMIAL,
  TN_KNOMIAL,
  TN_IN_ORDER,
  TN_TOPO
};
struct tn_shape {
  enum tn_shape_kind kind;
  int64_t fanout; /* fanout of TN_CHAIN; radix of TN_KNOMIAL; also within the groups of TN_TOPO */
  int64_t levels; /* TN_TOPO only: a list of tn_topo_levels */
  enum tn_shape_kind within; /* TN_TOPO only: tree of a group, independent of the root */
};
/* Computes the position of a relative rank in the tree of the call's ranks. */
void tn_tree_build(struct tn_tree *tree, const struct tn_shape *shape, const struct tn_call *call,
                   int relative);

void tn_tree_finish(struct tn_tree *tree);

/* Computes the position of relative rank `rank` in the tree of a group of n_ranks members. */
void tn_tree_of_group(struct tn_tree *tree, enum tn_shape_kind kind, int64_t fanout, int n_ranks,
                      int rank);

/* Names that shape.levels accepts (a list, see registry.h); NULL-terminated. The order of the names
 * in the list has no effect: the levels are always built from the outside in. */
extern const char *const tn_topo_levels[];
#define TN_LEVELS_NODE_PACKAGE 0x21

/* Returns the size of the subtree of `rank` in tn_tree_in_order. The subtree consists of ranks rank
 * .. rank + size - 1. */
int tn_subtree_size(int n_ranks, int rank);

#endif
