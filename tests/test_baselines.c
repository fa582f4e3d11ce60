/* The baselines against what is known of Open MPI (coll/base and coll/tuned of 4.1 and 5.0) and
 * MPICH: names and numbers of algorithms, shapes of trees. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "algos/registry.h"
#include "algos/tree.h"

/* coll_tuned_COLLECTIVE_algorithm's values; MPIR_CVAR_COLLECTIVE_INTRA_ALGORITHM's names. */
static const struct {
  enum tn_collective collective;
  const char *name, *ompi;
  int ompi_id;
  const char *mpich;
} baselines[] = {
  { TN_SCATTER, "linear", "basic_linear", 1, NULL },
  { TN_SCATTER, "binomial", "binomial", 2, "binomial" },
  { TN_SCATTER, "linear-nb", "linear_nb", 3, NULL },
  { TN_GATHER, "linear", "basic_linear", 1, NULL },
  { TN_GATHER, "binomial", "binomial", 2, "binomial" },
  { TN_BCAST, "linear", "basic_linear", 1, NULL },
  { TN_BCAST, "chain", "chain", 2, NULL },
  { TN_BCAST, "pipeline", "pipeline", 3, NULL },
  { TN_BCAST, "split-binary", "split_binary_tree", 4, NULL },
  { TN_BCAST, "binary", "binary_tree", 5, NULL },
  { TN_BCAST, "binomial", "binomial", 6, "binomial" },
  { TN_BCAST, "knomial-p2p", "knomial", 7, NULL },
  { TN_BCAST, "scatter-ring-allgather", "scatter_allgather_ring", 9, "scatter_ring_allgather" },
  { TN_ALLGATHER, "bruck-p2p", "bruck", 2, "brucks" },
  { TN_ALLGATHER, "recursive-doubling-p2p", "recursive_doubling", 3, "recursive_doubling" },
  { TN_ALLGATHER, "ring", "ring", 4, "ring" },
  { TN_ALLGATHER, "neighbor-exchange", "neighbor", 5, NULL },
  { TN_ALLTOALL, "linear", "linear", 1, "scattered" },
  { TN_ALLTOALL, "pairwise-p2p", "pairwise", 2, "pairwise" },
  { TN_ALLTOALL, "bruck-p2p", "modified_bruck", 3, "brucks" },
  { TN_ALLTOALL, "linear-sync", "linear_sync", 4, NULL },
  { TN_ALLTOALL, "pairwise-shm", NULL, 0, NULL },
};

static bool same(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

Test(baselines, names_and_numbers_are_the_libraries)
{
  for (size_t i = 0; i < sizeof baselines / sizeof *baselines; i++) {
    const struct tn_algorithm *a =
      tn_algorithm_find(baselines[i].collective, baselines[i].name);
    cr_assert(a, "%s", baselines[i].name);
    cr_assert(same(a->ompi, baselines[i].ompi), "%s: %s", a->name, a->ompi);
    cr_assert_eq(a->ompi_id, baselines[i].ompi_id, "%s: %d", a->name, a->ompi_id);
    cr_assert(same(a->mpich, baselines[i].mpich), "%s: %s", a->name, a->mpich);
  }
}

Test(baselines, every_name_has_its_number)
{
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    cr_assert_eq((*a)->ompi != NULL, (*a)->ompi_id > 0, "%s", (*a)->name);
}

enum shape { LINEAR, CHAIN, BINARY, BINOMIAL, KNOMIAL, IN_ORDER };

/* Parent and children of a rank, as "parent: child child ...". */
static void describe(enum shape shape, int n_ranks, int rank, int parameter, char text[64])
{
  struct tn_tree tree;
  switch (shape) {
  case LINEAR:
    tn_tree_linear(&tree, n_ranks, rank, parameter);
    break;
  case CHAIN:
    tn_tree_chain(&tree, n_ranks, rank, parameter);
    break;
  case BINARY:
    tn_tree_binary(&tree, n_ranks, rank);
    break;
  case BINOMIAL:
    tn_tree_binomial(&tree, n_ranks, rank);
    break;
  case KNOMIAL:
    tn_tree_knomial(&tree, n_ranks, rank, parameter);
    break;
  case IN_ORDER:
    tn_tree_in_order(&tree, n_ranks, rank);
    break;
  }
  int n = snprintf(text, 64, "%d:", tree.parent);
  for (int i = 0; i < tree.n_children; i++)
    n += snprintf(text + n, 64 - (size_t)n, " %d", tree.children[i]);
  tn_tree_finish(&tree);
}

static const struct {
  enum shape shape;
  int n_ranks, parameter, rank;
  const char *expected;
} places[] = {
  /* by rank, also when the root (3) is in the middle: ranks 0 1 2 4 5 6 7 */
  { LINEAR, 8, 3, 0, "-1: 5 6 7 1 2 3 4" },
  { LINEAR, 8, 3, 5, "0:" },
  /* the first two of four chains are longer by one */
  { CHAIN, 11, 4, 0, "-1: 1 4 7 9" },
  { CHAIN, 11, 4, 6, "5:" },
  { CHAIN, 11, 4, 7, "0: 8" },
  { CHAIN, 4, 8, 0, "-1: 1 2 3" },
  /* odd ranks on the left, even ones on the right */
  { BINARY, 7, 0, 0, "-1: 1 2" },
  { BINARY, 7, 0, 1, "0: 3 5" },
  { BINARY, 7, 0, 2, "0: 4 6" },
  { BINARY, 8, 0, 3, "1: 7" },
  { BINOMIAL, 8, 0, 0, "-1: 1 2 4" },
  { BINOMIAL, 8, 0, 1, "0: 3 5" },
  { BINOMIAL, 8, 0, 2, "0: 6" },
  { BINOMIAL, 8, 0, 3, "1: 7" },
  { BINOMIAL, 8, 0, 4, "0:" },
  { KNOMIAL, 10, 3, 0, "-1: 9 3 6 1 2" },
  { KNOMIAL, 10, 3, 6, "0: 7 8" },
  { KNOMIAL, 10, 4, 0, "-1: 4 8 1 2 3" },
  { KNOMIAL, 10, 4, 8, "0: 9" },
  { IN_ORDER, 8, 0, 0, "-1: 1 2 4" },
  { IN_ORDER, 8, 0, 4, "0: 5 6" },
  { IN_ORDER, 8, 0, 6, "4: 7" },
  { IN_ORDER, 7, 0, 6, "4:" },
};

Test(baselines, trees_of_small_examples)
{
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char text[64];
    describe(places[i].shape, places[i].n_ranks, places[i].rank, places[i].parameter, text);
    cr_assert_str_eq(text, places[i].expected, "shape %d, rank %d of %d: %s", places[i].shape,
                     places[i].rank, places[i].n_ranks, text);
  }
}

/* Parents and children agree, and subtrees are ranges: what messages of several blocks need. */
Test(baselines, in_order_subtrees_are_ranges)
{
  for (int p = 1; p <= 64; p++)
    for (int v = 0; v < p; v++) {
      struct tn_tree tree;
      int next = v + 1;
      tn_tree_in_order(&tree, p, v);
      for (int i = 0; i < tree.n_children; i++) {
        struct tn_tree child;
        cr_assert_eq(tree.children[i], next);
        next += tn_subtree_size(p, next);
        tn_tree_in_order(&child, p, tree.children[i]);
        cr_assert_eq(child.parent, v);
        tn_tree_finish(&child);
      }
      cr_assert_eq(next, v + tn_subtree_size(p, v));
      tn_tree_finish(&tree);
    }
}
