/* The baselines compared with Open MPI (coll/base and coll/tuned of 4.1 and 5.0) and MPICH: names
 * and numbers of algorithms, shapes of trees. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "algos/kit/tree.h"
#include "algos/messages/segments.h"
#include "algos/registry.h"

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
  { TN_GATHER, "linear-sync", "linear_sync", 3, NULL },
  { TN_BCAST, "linear", "basic_linear", 1, NULL },
  { TN_BCAST, "chain", "chain", 2, NULL },
  { TN_BCAST, "pipeline", "pipeline", 3, NULL },
  { TN_BCAST, "split-binary", "split_binary_tree", 4, NULL },
  { TN_BCAST, "binary", "binary_tree", 5, NULL },
  { TN_BCAST, "binomial", "binomial", 6, "binomial" },
  { TN_BCAST, "knomial-p2p", "knomial", 7, NULL },
  { TN_BCAST, "scatter-doubling-allgather", "scatter_allgather", 8,
    "scatter_recursive_doubling_allgather" },
  { TN_BCAST, "release-gather", NULL, 0, "release_gather" },
  { TN_BCAST, "scatter-ring-allgather", "scatter_allgather_ring", 9, "scatter_ring_allgather" },
  { TN_BCAST, "circulant", NULL, 0, "circ_graph" },
  { TN_ALLGATHER, "circulant", NULL, 0, "circ_graph" },
  { TN_ALLGATHER, "bruck-p2p", "bruck", 2, "brucks" },
  { TN_ALLGATHER, "recursive-doubling-p2p", "recursive_doubling", 3, "recursive_doubling" },
  { TN_ALLGATHER, "ring", "ring", 4, "ring" },
  { TN_ALLGATHER, "neighbor-exchange", "neighbor", 5, NULL },
  { TN_ALLGATHER, "two-proc", "two_proc", 6, NULL },
  { TN_ALLTOALL, "linear", "linear", 1, NULL },
  { TN_ALLTOALL, "pairwise-p2p", "pairwise", 2, "pairwise" },
  { TN_ALLTOALL, "bruck-p2p", "modified_bruck", 3, "brucks" },
  { TN_ALLTOALL, "linear-sync", "linear_sync", 4, NULL },
  { TN_ALLTOALL, "two-proc", "two_proc", 5, NULL },
  { TN_ALLTOALL, "scattered", NULL, 0, "scattered" },
  { TN_ALLTOALL, "pairwise-replace", NULL, 0, "pairwise_sendrecv_replace" },
  { TN_ALLTOALL, "pairwise-shm", NULL, 0, NULL },
  { TN_SCATTERV, "linear", NULL, 0, NULL },
  { TN_SCATTERV, "linear-nb", NULL, 0, "linear" },
  { TN_GATHERV, "linear", NULL, 0, NULL },
  { TN_GATHERV, "linear-nb", NULL, 0, "linear" },
  { TN_ALLGATHERV, "linear", "default", 1, NULL },
  { TN_ALLGATHERV, "bruck-p2p", "bruck", 2, "brucks" },
  { TN_ALLGATHERV, "ring", "ring", 3, NULL },
  { TN_ALLGATHERV, "neighbor-exchange", "neighbor", 4, NULL },
  { TN_ALLGATHERV, "two-proc", "two_proc", 5, NULL },
  { TN_ALLGATHERV, "ring-pipelined", NULL, 0, "ring" },
  { TN_ALLGATHERV, "recursive-doubling-p2p", NULL, 0, "recursive_doubling" },
  { TN_ALLTOALLV, "linear", "basic_linear", 1, NULL },
  { TN_ALLTOALLV, "pairwise-p2p", "pairwise", 2, NULL },
  { TN_ALLTOALLV, "scattered", NULL, 0, "scattered" },
  { TN_ALLTOALLV, "pairwise-replace", NULL, 0, "pairwise_sendrecv_replace" },
  { TN_REDUCE, "linear", "linear", 1, NULL },
  { TN_REDUCE, "chain", "chain", 2, NULL },
  { TN_REDUCE, "pipeline", "pipeline", 3, NULL },
  { TN_REDUCE, "binary", "binary", 4, NULL },
  { TN_REDUCE, "binomial", "binomial", 5, "binomial" },
  { TN_REDUCE, "rabenseifner-reduce", "rabenseifner", 7, "reduce_scatter_gather" },
  { TN_REDUCE, "release-gather", NULL, 0, "release_gather" },
  { TN_REDUCE, "circulant", NULL, 0, "circ_graph" },
  { TN_ALLREDUCE, "release-gather", NULL, 0, "release_gather" },
  { TN_ALLREDUCE, "reduce-bcast", "nonoverlapping", 2, NULL },
  { TN_ALLREDUCE, "recursive-doubling", "recursive_doubling", 3, "recursive_doubling" },
  { TN_ALLREDUCE, "ring", "ring", 4, NULL },
  { TN_ALLREDUCE, "segmented-ring", "segmented_ring", 5, NULL },
  { TN_ALLREDUCE, "rabenseifner", "rabenseifner", 6, "reduce_scatter_allgather" },
  { TN_REDUCE_SCATTER_BLOCK, "linear", "basic_linear", 1, NULL },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-doubling", "recursive_doubling", 2, "recursive_doubling" },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-halving", "recursive_halving", 3, "recursive_halving" },
  { TN_REDUCE_SCATTER_BLOCK, "butterfly", "butterfly", 4, "noncommutative" },
  { TN_REDUCE_SCATTER_BLOCK, "pairwise", NULL, 0, "pairwise" },
  { TN_REDUCE_SCATTER_BLOCK, "direct", NULL, 0, NULL },
  { TN_REDUCE_SCATTER, "linear", "non-overlapping", 1, NULL },
  { TN_REDUCE_SCATTER, "recursive-halving", "recursive_halving", 2, "recursive_halving" },
  { TN_REDUCE_SCATTER, "ring", "ring", 3, NULL },
  { TN_REDUCE_SCATTER, "butterfly", "butterfly", 4, "noncommutative" },
  { TN_REDUCE_SCATTER, "recursive-doubling", NULL, 0, "recursive_doubling" },
  { TN_REDUCE_SCATTER, "pairwise", NULL, 0, "pairwise" },
  { TN_SCAN, "linear", "linear", 1, NULL },
  { TN_SCAN, "recursive-doubling", "recursive_doubling", 2, "recursive_doubling" },
  { TN_EXSCAN, "linear", "linear", 1, NULL },
  { TN_EXSCAN, "recursive-doubling", "recursive_doubling", 2, "recursive_doubling" },
  { TN_BARRIER, "release-gather", NULL, 0, "release_gather" },
  { TN_BARRIER, "linear", "linear", 1, NULL },
  { TN_BARRIER, "double-ring", "double_ring", 2, NULL },
  { TN_BARRIER, "recursive-doubling", "recursive_doubling", 3, NULL },
  { TN_BARRIER, "dissemination", "bruck", 4, "dissemination" },
  { TN_BARRIER, "tree", "tree", 6, NULL },
};

static bool same(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

Test(baselines, names_and_numbers_are_the_libraries)
{
  for (size_t i = 0; i < sizeof baselines / sizeof *baselines; i++) {
    const struct tn_method *a = tn_method_find(baselines[i].collective, baselines[i].name);
    cr_assert(a, "%s", baselines[i].name);
    cr_assert(same(a->runs->ompi, baselines[i].ompi), "%s: %s", a->name, a->runs->ompi);
    cr_assert_eq(a->runs->ompi_id, baselines[i].ompi_id, "%s: %d", a->name, a->runs->ompi_id);
    cr_assert(same(a->runs->mpich, baselines[i].mpich), "%s: %s", a->name, a->runs->mpich);
  }
}

Test(baselines, every_name_has_its_number)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    cr_assert_eq((*a)->runs->ompi != NULL, (*a)->runs->ompi_id > 0, "%s", (*a)->name);
}

enum shape { LINEAR, CHAIN, BINARY, BINOMIAL, KNOMIAL, KNOMIAL_LEFT, KARY, IN_ORDER };

/* Writes parent and children of a rank, "parent: child child ...". */
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
  case KNOMIAL_LEFT:
    tn_tree_knomial_left(&tree, n_ranks, rank, parameter);
    break;
  case KARY:
    tn_tree_kary(&tree, n_ranks, rank, parameter);
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
  /* the examples in the comments of MPICH's treeutil.c, and one with an incomplete level */
  { KNOMIAL_LEFT, 8, 2, 0, "-1: 1 5 7" },
  { KNOMIAL_LEFT, 8, 2, 1, "0: 2 4" },
  { KNOMIAL_LEFT, 8, 2, 2, "1: 3" },
  { KNOMIAL_LEFT, 8, 2, 5, "0: 6" },
  { KNOMIAL_LEFT, 4, 2, 0, "-1: 1 3" },
  { KNOMIAL_LEFT, 10, 3, 0, "-1: 1" },
  { KNOMIAL_LEFT, 10, 3, 1, "0: 2 5 8 9" },
  { KARY, 8, 3, 0, "-1: 1 2 3" },
  { KARY, 8, 3, 2, "0: 7" },
  { KARY, 64, 64, 63, "0:" },
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

/* Every rank but 0 is the child of its parent. */
Test(baselines, parents_and_children_agree)
{
  static void (*const makers[])(struct tn_tree * tree, int n_ranks, int rank,
                                int64_t radix) = { tn_tree_kary, tn_tree_knomial_left,
                                                   tn_tree_knomial };
  for (size_t m = 0; m < sizeof makers / sizeof *makers; m++)
    for (int p = 1; p <= 40; p++)
      for (int64_t radix = 2; radix <= 45; radix++) {
        int n_children = 0;
        for (int v = 0; v < p; v++) {
          struct tn_tree tree, child;
          makers[m](&tree, p, v, radix);
          cr_assert_eq(tree.parent < 0, v == 0);
          n_children += tree.n_children;
          for (int i = 0; i < tree.n_children; i++) {
            makers[m](&child, p, tree.children[i], radix);
            cr_assert_eq(child.parent, v, "shape %zu, %d of %d, radix %d", m, v, p, (int)radix);
            tn_tree_finish(&child);
          }
          tn_tree_finish(&tree);
        }
        cr_assert_eq(n_children, p - 1);
      }
}

/* Parents and children agree, and subtrees are ranges, as messages of several blocks need. */
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

/* Rounded to the nearest number of elements; a half is rounded down, as in the libraries. */
Test(baselines, segments_of_reductions_are_whole_elements)
{
  static const struct {
    enum tn_type type;
    int64_t asked;
    size_t segment;
  } cases[] = {
    { TN_UINT8, 513, 513 },   { TN_FLOAT32, 514, 512 }, { TN_INT32, 515, 516 },
    { TN_FLOAT64, 516, 512 }, { TN_FLOAT64, 517, 520 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct tn_call call = { .collective = TN_REDUCE, .block = 4096, .type = cases[i].type };
    cr_assert_eq(tn_cut_elements(&call, cases[i].asked).segment, cases[i].segment, "case %zu", i);
  }
}
