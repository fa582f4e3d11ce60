/* The double binary tree, as index arithmetic. */
#include <criterion/criterion.h>

#include "algos/kit/double_tree_shape.h"

enum { MAX_RANKS = 130 };

static bool has_child(const struct tn_half_tree *tree, int rank)
{
  for (int c = 0; c < tree->n_children; c++)
    if (tree->children[c] == rank)
      return true;
  return false;
}

/* Returns the number of steps from the tree's root to the rank, or -1. */
static int depth(int n_ranks, int rank, int which)
{
  for (int steps = 0; steps <= n_ranks; steps++) {
    const struct tn_half_tree tree = tn_double_tree(n_ranks, rank, which);
    if (tree.parent < 0)
      return rank == tree.root ? steps : -1;
    rank = tree.parent;
  }
  return -1;
}

Test(double_tree, parents_and_children_agree)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    for (int rank = 0; rank < p; rank++)
      for (int which = 0; which < TN_TREES; which++) {
        const struct tn_half_tree tree = tn_double_tree(p, rank, which);
        cr_assert_geq(depth(p, rank, which), 0, "p=%d rank=%d", p, rank);
        if (tree.parent >= 0) {
          const struct tn_half_tree above = tn_double_tree(p, tree.parent, which);
          cr_assert(has_child(&above, rank), "p=%d rank=%d", p, rank);
        }
        for (int c = 0; c < tree.n_children; c++)
          cr_assert_eq(tn_double_tree(p, tree.children[c], which).parent, rank);
      }
}

Test(double_tree, nobody_has_children_or_a_parent_in_both)
{
  for (int p = 2; p <= MAX_RANKS; p++)
    for (int rank = 0; rank < p; rank++) {
      const struct tn_half_tree a = tn_double_tree(p, rank, 0), b = tn_double_tree(p, rank, 1);
      cr_assert(a.n_children == 0 || b.n_children == 0, "p=%d rank=%d", p, rank);
      cr_assert_neq(a.parent, b.parent, "p=%d rank=%d", p, rank);
      cr_assert_neq(a.root, b.root);
    }
}

/* With 2^h - 1 ranks the first tree is complete (figure 2 of the paper). */
Test(double_tree, is_as_deep_as_the_paper_has_it)
{
  for (int h = 1; h <= 7; h++)
    for (int rank = 0; rank < (1 << h) - 1; rank++)
      cr_assert_leq(depth((1 << h) - 1, rank, 0), h - 1);
}

static void check(int p, int rank, int which, int parent, int first, int second)
{
  const struct tn_half_tree tree = tn_double_tree(p, rank, which);
  cr_expect_eq(tree.parent, parent, "p=%d rank=%d tree %d: %d", p, rank, which, tree.parent);
  cr_expect_eq(tree.n_children, (first >= 0) + (second >= 0));
  cr_expect(first < 0 || tree.children[0] == first);
  cr_expect(second < 0 || tree.children[1] == second);
}

Test(double_tree, has_these_shapes)
{
  check(6, 3, 0, -1, 1, 5);
  check(6, 1, 0, 3, 0, 2);
  check(6, 5, 0, 3, 4, -1);
  check(6, 2, 0, 1, -1, -1);
  check(6, 2, 1, -1, 0, 4);
  check(6, 0, 1, 2, 1, -1);
  check(6, 4, 1, 2, 3, 5);
  check(5, 3, 0, -1, 1, 4);
  check(5, 4, 1, -1, 2, 0);
  check(5, 0, 1, 4, -1, -1);
}
