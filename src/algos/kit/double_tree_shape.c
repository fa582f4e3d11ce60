#include "double_tree_shape.h"

#include "basics.h"

static struct tn_half_tree in_order(int n_ranks, int rank)
{
  const int place = rank + 1, span = place & -place, middle = tn_power_within(n_ranks);
  const bool is_right = (place & 2 * span) != 0 || place + span > n_ranks;
  struct tn_half_tree tree = { .root = middle - 1, .parent = -1 };
  if (place != middle)
    tree.parent = rank + (is_right ? -span : span);
  if (span == 1)
    return tree;
  tree.children[tree.n_children++] = rank - span / 2;
  if (place < n_ranks) {
    const int rest = tn_power_within(n_ranks - place);
    tree.children[tree.n_children++] = rank + (rest < span / 2 ? rest : span / 2);
  }
  return tree;
}

/* Returns the rank whose position in the second tree is that of `rank` in the first tree. */
static int there(int n_ranks, int rank)
{
  return n_ranks % 2 == 0 ? n_ranks - 1 - rank : (rank + 1) % n_ranks;
}

struct tn_half_tree tn_double_tree(int n_ranks, int rank, int which)
{
  if (which == 0)
    return in_order(n_ranks, rank);
  const int back = n_ranks % 2 == 0 ? n_ranks - 1 - rank : (rank + n_ranks - 1) % n_ranks;
  const struct tn_half_tree first = in_order(n_ranks, back);
  struct tn_half_tree tree = { .root = there(n_ranks, first.root),
                               .parent = -1,
                               .n_children = first.n_children };
  if (first.parent >= 0)
    tree.parent = there(n_ranks, first.parent);
  for (int i = 0; i < first.n_children; i++) {
    /* In the mirrored tree the child with the higher rank comes first. */
    const int from = n_ranks % 2 == 0 ? first.n_children - 1 - i : i;
    tree.children[i] = there(n_ranks, first.children[from]);
  }
  return tree;
}
