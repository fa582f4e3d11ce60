/* Two binary trees over all ranks, as index arithmetic. No rank has children in both trees, so that
 * each tree can carry half of a vector (Sanders, Speck, Träff, Two-tree algorithms for full
 * bandwidth broadcast, reduction and scan, Parallel Computing 35, 2009; shape as in UCC,
 * src/coll_patterns/double_binary_tree.h, main of 2025).
 *
 * The first tree is in order: with ranks counted from 1, a rank divisible by 2^h but not by 2^(h+1)
 * is the root of a subtree of height h, with lower ranks on its left and higher ranks on its right;
 * the tree is cut off at the last rank. The second tree mirrors the first if the number of ranks is
 * even, and otherwise shifts all ranks by one. */
#ifndef TN_ALGOS_KIT_DOUBLE_TREE_SHAPE_H
#define TN_ALGOS_KIT_DOUBLE_TREE_SHAPE_H

enum { TN_TREES = 2 };

struct tn_half_tree {
  int root;
  int parent; /* -1 for the root */
  int n_children;
  int children[2]; /* in the order in which the rank serves them */
};

/* Returns a rank's parent and children in tree `which` (0 <= which < TN_TREES). */
struct tn_half_tree tn_double_tree(int n_ranks, int rank, int which);

#endif
