/* Two binary trees over all ranks, as index arithmetic: no rank has children in both, so that each
 * tree can carry half of a vector (Sanders, Speck, Träff, Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan, Parallel Computing 35, 2009; shaped as in UCC,
 * src/coll_patterns/double_binary_tree.h, main of 2025).
 *
 * The first tree is in order: ranks counted from 1, a rank that 2^h divides and 2^(h+1) does not
 * is the middle of a subtree of height h, cut off behind the last rank. The second one is the
 * first with the ranks counted from the other end when they are even in number, else with all
 * moved on by one. No rank has the same parent in both. */
#ifndef TN_ALGOS_KIT_DOUBLE_TREE_SHAPE_H
#define TN_ALGOS_KIT_DOUBLE_TREE_SHAPE_H

enum { TN_TREES = 2 };

/* The place of a rank in one of them. */
struct tn_half_tree {
  int root;
  int parent; /* -1: it is the root */
  int n_children;
  int children[2]; /* in the order in which they are served */
};

/* 0 <= rank < n_ranks, 0 <= which < TN_TREES. */
struct tn_half_tree tn_double_tree(int n_ranks, int rank, int which);

#endif
