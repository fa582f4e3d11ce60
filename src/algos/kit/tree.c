#include "tree.h"

#include "base/grown.h"
#include "knomial.h"

static void init(struct tn_tree *tree, int n_ranks, int parent)
{
  *tree = (struct tn_tree){ .parent = parent,
                            .children = tn_grown(NULL, (size_t)n_ranks, sizeof *tree->children) };
}

static void add(struct tn_tree *tree, int child)
{
  tree->children[tree->n_children++] = child;
}

void tn_tree_finish(struct tn_tree *tree)
{
  free(tree->children);
}

void tn_tree_linear(struct tn_tree *tree, int n_ranks, int rank, int root)
{
  init(tree, n_ranks, rank == 0 ? -1 : 0);
  for (int i = 0; i < n_ranks && rank == 0; i++)
    if (i != root)
      add(tree, i > root ? i - root : i - root + n_ranks);
}

void tn_tree_chain(struct tn_tree *tree, int n_ranks, int rank, int64_t fanout)
{
  const int others = n_ranks - 1;
  const int n_chains = fanout < others ? (int)fanout : others;
  init(tree, n_ranks, rank == 0 ? -1 : rank - 1);
  int head = 1;
  for (int i = 0; i < n_chains; i++) {
    const int length = others / n_chains + (i < others % n_chains);
    if (rank == 0)
      add(tree, head);
    else if (rank == head)
      tree->parent = 0;
    if (rank >= head && rank < head + length - 1)
      add(tree, rank + 1);
    head += length;
  }
}

void tn_tree_binary(struct tn_tree *tree, int n_ranks, int rank)
{
  int width = 1; /* number of ranks in the rank's level, which begins with rank width - 1 */
  while (rank >= 2 * width - 1)
    width *= 2;
  const bool is_near = rank - width / 2 < width - 1;
  init(tree, n_ranks, rank == 0 ? -1 : is_near ? rank - width / 2 : rank - width);
  for (int child = rank + width; child <= rank + 2 * width && child < n_ranks; child += width)
    add(tree, child);
}

void tn_tree_binomial(struct tn_tree *tree, int n_ranks, int rank)
{
  int above = 1; /* the lowest power of two above the rank */
  while (above <= rank)
    above *= 2;
  init(tree, n_ranks, rank == 0 ? -1 : rank - above / 2);
  for (; rank + above < n_ranks; above *= 2)
    add(tree, rank + above);
}

void tn_tree_knomial(struct tn_tree *tree, int n_ranks, int rank, int64_t radix)
{
  const struct tn_knomial place = tn_knomial(n_ranks, rank, radix - 1);
  init(tree, n_ranks, place.parent);
  for (int round = place.round + 1; round <= place.n_rounds; round++) {
    int first, stride;
    const int n = tn_knomial_children(&place, round, &first, &stride);
    for (int i = 0; i < n; i++)
      add(tree, first + i * stride);
  }
}

void tn_tree_kary(struct tn_tree *tree, int n_ranks, int rank, int64_t radix)
{
  const int64_t k = radix < n_ranks ? radix : n_ranks;
  init(tree, n_ranks, rank == 0 ? -1 : (int)((rank - 1) / k));
  for (int64_t child = rank * k + 1; child <= rank * k + k && child < n_ranks; child++)
    add(tree, (int)child);
}

void tn_tree_knomial_left(struct tn_tree *tree, int n_ranks, int rank, int64_t radix)
{
  const int k = radix < n_ranks ? (int)radix : n_ranks > 2 ? n_ranks : 2;
  int width = 1; /* ranks in the largest subtree below rank `above` */
  while (width * k < n_ranks)
    width *= k;
  int parent = -1, above = 0, next = 1;
  for (; above != rank; width /= k) {
    const int i = (rank - next) / width;
    if (i >= k - 1) {
      next += (k - 1) * width;
      continue;
    }
    parent = above;
    above = next + i * width;
    next = above + 1;
  }
  init(tree, n_ranks, parent);
  for (; width > 0; width /= k)
    for (int i = 1; i < k && next < n_ranks; i++, next += width)
      add(tree, next);
}

void tn_tree_in_order(struct tn_tree *tree, int n_ranks, int rank)
{
  init(tree, n_ranks, rank == 0 ? -1 : rank & (rank - 1));
  for (int unit = 1; (rank & unit) == 0 && rank + unit < n_ranks; unit *= 2)
    add(tree, rank + unit);
}

void tn_tree_of_group(struct tn_tree *tree, enum tn_shape_kind kind, int64_t fanout, int n_ranks,
                      int rank)
{
  switch (kind) {
  case TN_LINEAR:
    tn_tree_linear(tree, n_ranks, rank, 0);
    return;
  case TN_CHAIN:
    tn_tree_chain(tree, n_ranks, rank, fanout);
    return;
  case TN_BINARY:
    tn_tree_binary(tree, n_ranks, rank);
    return;
  case TN_BINOMIAL:
    tn_tree_binomial(tree, n_ranks, rank);
    return;
  case TN_KNOMIAL:
    tn_tree_knomial(tree, n_ranks, rank, fanout);
    return;
  case TN_IN_ORDER:
    tn_tree_in_order(tree, n_ranks, rank);
    return;
  case TN_TOPO:
    break;
  }
  abort();
}

int tn_subtree_size(int n_ranks, int rank)
{
  const int whole = rank & -rank;
  return rank == 0 || whole > n_ranks - rank ? n_ranks - rank : whole;
}
