#include "knomial.h"

struct tn_knomial tn_knomial(int n_ranks, int rank, int64_t throttle)
{
  const int most = n_ranks > 1 ? n_ranks - 1 : 1;
  struct tn_knomial tree = { .n_ranks = n_ranks,
                             .rank = rank,
                             .throttle = throttle < most ? (int)throttle : most,
                             .parent = -1 };
  const int64_t radix = tree.throttle + 1;
  int position = -1;
  for (int64_t unit = 1; unit < n_ranks; unit *= radix) {
    const int64_t digit = rank / unit % radix;
    if (position < 0 && digit != 0) {
      position = tree.n_rounds;
      tree.parent = (int)(rank - digit * unit);
    }
    tree.n_rounds++;
  }
  if (position >= 0)
    tree.round = tree.n_rounds - position;
  return tree;
}

/* Returns the distance between neighbours among the ranks that have the data after a round. */
static int64_t unit_of(const struct tn_knomial *tree, int round)
{
  int64_t unit = 1;
  for (int position = tree->n_rounds - round; position > 0; position--)
    unit *= tree->throttle + 1;
  return unit;
}

int tn_knomial_children(const struct tn_knomial *tree, int round, int *ret_first, int *ret_stride)
{
  const int64_t unit = unit_of(tree, round);
  const int64_t above = ((int64_t)tree->n_ranks - 1 - tree->rank) / unit;
  *ret_first = (int)(tree->rank + unit);
  *ret_stride = (int)unit;
  return above < tree->throttle ? (int)above : tree->throttle;
}

bool tn_knomial_has_children(const struct tn_knomial *tree)
{
  int first, stride;
  return tree->round < tree->n_rounds &&
         tn_knomial_children(tree, tree->n_rounds, &first, &stride) > 0;
}

int tn_knomial_subtree(const struct tn_knomial *tree)
{
  const int64_t left = tree->n_ranks - tree->rank, whole = unit_of(tree, tree->round);
  return (int)(left < whole ? left : whole);
}
