/* The trees of MPI libraries over relative ranks, as numbers. */
#ifndef TN_ALGOS_KIT_TREE_H
#define TN_ALGOS_KIT_TREE_H

#include "algos/transport.h"

struct tn_tree {
  int parent; /* relative; -1 for the root */
  int n_children;
  int *children; /* relative, in the order in which they are served; owned, tn_tree_finish */
};

/* The place of relative rank `rank` among n_ranks. */

/* All ranks are children of the root, which serves them by rank, not by relative rank. */
void tn_tree_linear(struct tn_tree *tree, int n_ranks, int rank, int root);
/* Chains from the root, of equal length or one rank longer than the others. */
void tn_tree_chain(struct tn_tree *tree, int n_ranks, int rank, int64_t fanout);
/* Two children; the left subtree has the odd ranks, the right one the even ranks. */
void tn_tree_binary(struct tn_tree *tree, int n_ranks, int rank);
/* A rank's parent is the rank without its highest bit: early children are near. */
void tn_tree_binomial(struct tn_tree *tree, int n_ranks, int rank);
/* A rank's parent is the rank without its lowest digit that is not 0, in base `radix`; subtrees are
 * ranges of ranks, the largest is served first. */
void tn_tree_knomial(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* A rank's children are rank * radix + 1, ... (MPICH's "kary"). */
void tn_tree_kary(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);
/* A k-nomial tree whose subtrees are ranges too, the largest first, each beginning right behind the
 * one before it: a rank's first child is the next rank (MPICH's "knomial_1"). */
void tn_tree_knomial_left(struct tn_tree *tree, int n_ranks, int rank, int64_t radix);

/* tn_tree_knomial with radix 2, but the smallest subtree is served first: the nearest child. */
void tn_tree_in_order(struct tn_tree *tree, int n_ranks, int rank);

/* One of these by its name, for algorithms that leave the choice to a parameter. TN_TOPO: a tree
 * within every group of neighbouring ranks (kit/tree_topo.c). */
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
  int64_t fanout; /* of TN_CHAIN; the radix of TN_KNOMIAL; within the groups of TN_TOPO too */
  int64_t levels; /* of TN_TOPO: a list of tn_topo_levels */
  enum tn_shape_kind within; /* of TN_TOPO: the tree of a group, none that depends on the root */
};
/* The place of call->rank's, or another's, relative rank in the tree of the call's ranks. */
void tn_tree_build(struct tn_tree *tree, const struct tn_shape *shape, const struct tn_call *call,
                   int relative);

void tn_tree_finish(struct tn_tree *tree);

/* The tree of a group, by the place of its members: of n_ranks with `rank` as relative rank. */
void tn_tree_of_group(struct tn_tree *tree, enum tn_shape_kind kind, int64_t fanout, int n_ranks,
                      int rank);

/* What shape.levels may name, a list as in registry.h; NULL-terminated. Levels count from the
 * outside in, in whatever order they are named. */
extern const char *const tn_topo_levels[];
#define TN_LEVELS_NODE_PACKAGE 0x21

/* Ranks in the subtree of `rank` in tn_tree_in_order: rank .. rank + size - 1. */
int tn_subtree_size(int n_ranks, int rank);

#endif
