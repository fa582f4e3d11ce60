/* Trees of MPI libraries over relative ranks: parent and children of a rank. */
#ifndef TN_ALGOS_KIT_TREE_H
#define TN_ALGOS_KIT_TREE_H

#include "algos/transport.h"

struct tn_tree {
  int parent; /* relative rank of the parent; -1 for the root */
  int n_children;
  int *children; /* relative ranks in the order of service; owned */
};

/* Makes all ranks children of the root, which serves them in the order of absolute ranks. */
void tn_tree_linear(struct tn_tree *tree, int n_ranks, int rank, int root);
/* Makes `fanout` chains below the root, of lengths that differ by at most one rank. */
void tn_tree_chain(struct tn_tree *tree, int n_ranks, int rank, int64_t fanout);
/* Makes a binary tree: odd ranks on the left, even ranks on the right. */
void tn_tree_binary(struct tn_tree *tree, int n_ranks, int rank);
/* Makes a binomial tree: a parent is the rank without its highest bit; nearest child first. */
void tn_tree_binomial(struct tn_tree *tree, int n_ranks, int rank);
/* Makes a k-nomial tree: a parent is the rank with its lowest non-zero digit in base `radix`
 * cleared. Subtrees are ranges of ranks, the largest served first. */
void tn_tree_knomial(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* Makes a k-ary tree: children are rank * radix + 1 .. rank * radix + radix (MPICH's "kary"). */
void tn_tree_kary(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);
/* Makes a k-nomial tree of contiguous subtrees, the largest first: the first child is rank + 1
 * (MPICH's "knomial_1"). */
void tn_tree_knomial_left(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* Makes the tree of tn_tree_knomial with radix 2, but a rank serves its smallest subtree first. */
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
  int64_t fanout;            /* fanout of TN_CHAIN or radix of TN_KNOMIAL, also for `within` */
  int64_t levels;            /* TN_TOPO only: a list of tn_topo_levels */
  enum tn_shape_kind within; /* TN_TOPO only: tree of a group */
};
/* Computes the position of a relative rank in the tree of the call's ranks. */
void tn_tree_build(struct tn_tree *tree, const struct tn_shape *shape, const struct tn_call *call,
                   int relative);

void tn_tree_finish(struct tn_tree *tree);

/* Computes the position of relative rank `rank` in the tree of a group. */
void tn_tree_of_group(struct tn_tree *tree, enum tn_shape_kind kind, int64_t fanout, int n_ranks,
                      int rank);

/* Names that shape.levels accepts (a list, see registry.h); NULL-terminated. The order of the names
 * in the list has no effect: the levels are always built from the outside in. */
extern const char *const tn_topo_levels[];
#define TN_LEVELS_NODE_PACKAGE 0x21

/* Returns the size of the subtree, ranks rank .. rank + size - 1, in tn_tree_in_order. */
int tn_subtree_size(int n_ranks, int rank);

#endif
