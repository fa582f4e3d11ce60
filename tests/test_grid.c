/* Decision trees over ranks and sizes, compared with all possible trees; trees of rows. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "rows_text.h"
#include "tune/grid.h"

enum { MAX_RANKS = 3, MAX_SIZES = 4, MAX_CHOICES = 4, MAX_LEAVES = MAX_RANKS * MAX_SIZES };

/* best[k]: smallest sum of all trees with exactly k + 1 leaves, or INFINITY. */
struct sums {
  double best[MAX_LEAVES];
};

/* Tries all cuts of the box and its parts recursively. */
static struct sums all_trees(const struct tn_grid *g, struct tn_grid_box x, double limit)
{
  struct sums sums;
  for (int k = 0; k < MAX_LEAVES; k++)
    sums.best[k] = INFINITY;
  for (guint c = 0; c < g->n_choices; c++) {
    double sum = 0;
    for (guint r = x.rank_first; r <= x.rank_last; r++)
      for (guint s = x.size_first; s <= x.size_last; s++) {
        const double loss = g->loss[(r * g->n_sizes + s) * g->n_choices + c];
        sum += loss > limit ? INFINITY : loss;
      }
    sums.best[0] = fmin(sums.best[0], sum);
  }
  for (guint at = x.rank_first + 1; at <= x.rank_last + x.size_last - x.size_first; at++) {
    struct tn_grid_box a = x, b = x;
    if (at <= x.rank_last) {
      a.rank_last = at - 1;
      b.rank_first = at;
    } else {
      b.size_first = x.size_first + at - x.rank_last;
      a.size_last = b.size_first - 1;
    }
    const struct sums left = all_trees(g, a, limit), right = all_trees(g, b, limit);
    for (int i = 0; i < MAX_LEAVES; i++)
      for (int k = 0; i + k + 1 < MAX_LEAVES; k++)
        sums.best[i + k + 1] = fmin(sums.best[i + k + 1], left.best[i] + right.best[k]);
  }
  return sums;
}

static const struct tn_grid_node *node_at(const GArray *nodes, guint i)
{
  return &g_array_index(nodes, struct tn_grid_node, i);
}

/* Returns the sum of the tree of nodes from *at on; counts leaves and covers cells. */
static double sum_of(const struct tn_grid *g, const GArray *nodes, struct tn_grid_box box,
                     double limit, guint *at, guint *n_leaves)
{
  cr_assert(*at < nodes->len);
  const struct tn_grid_node *node = node_at(nodes, (*at)++);
  cr_assert_eq(memcmp(&node->box, &box, sizeof box), 0);
  if (tn_tune_is_leaf(node)) {
    double sum = 0;
    ++*n_leaves;
    for (guint r = box.rank_first; r <= box.rank_last; r++)
      for (guint s = box.size_first; s <= box.size_last; s++) {
        const double loss = g->loss[(r * g->n_sizes + s) * g->n_choices + node->choice];
        cr_assert(loss <= limit);
        sum += loss;
      }
    return sum;
  }
  struct tn_grid_box a = box, b = box;
  cr_assert((node->cut_rank == 0) != (node->cut_size == 0));
  if (node->cut_rank) {
    cr_assert(node->cut_rank > box.rank_first && node->cut_rank <= box.rank_last);
    a.rank_last = node->cut_rank - 1;
    b.rank_first = node->cut_rank;
  } else {
    cr_assert(node->cut_size > box.size_first && node->cut_size <= box.size_last);
    a.size_last = node->cut_size - 1;
    b.size_first = node->cut_size;
  }
  const double first = sum_of(g, nodes, a, limit, at, n_leaves);
  return first + sum_of(g, nodes, b, limit, at, n_leaves);
}

/* Fills losses; some choices are missing, and one cell in eight has no rows. */
static void fill(double *loss, guint n_cells, guint n_choices, struct tn_random *random)
{
  for (guint cell = 0; cell < n_cells; cell++) {
    const bool is_empty = tn_random_uniform(random) < 0.125;
    for (guint c = 0; c < n_choices; c++) {
      const double some = floor(8 * tn_random_uniform(random)) / 16;
      loss[cell * n_choices + c] = is_empty                           ? 0
                                   : tn_random_uniform(random) < 0.15 ? INFINITY
                                                                      : some;
    }
    loss[cell * n_choices + (guint)(tn_random_uniform(random) * n_choices)] = 0;
  }
}

/* Compares a tree with all trees of the same grid. */
static void check(const struct tn_grid *g, double limit)
{
  const struct tn_grid_box whole = { 0, g->n_ranks - 1, 0, g->n_sizes - 1 };
  const double counted = limit < 0 ? INFINITY : limit; /* no tree is within a negative limit */
  const struct sums all = all_trees(g, whole, counted);
  guint wanted = 0, at = 0, n_leaves = 0;
  double least = INFINITY;
  for (guint k = 0; k < g->n_ranks * g->n_sizes; k++)
    if (all.best[k] < least && !(isfinite(counted) && wanted)) {
      wanted = k + 1;
      least = all.best[k];
    }
  g_autoptr(GArray) nodes = tn_grid_cut(g, limit);
  const double sum = sum_of(g, nodes, whole, counted, &at, &n_leaves);
  cr_assert_eq(at, nodes->len);
  cr_assert_eq(n_leaves, wanted, "%u leaves instead of %u", n_leaves, wanted);
  cr_assert_float_eq(sum, least, 1e-9);
}

Test(grid, trees_are_the_best_of_all)
{
  struct tn_random random = tn_random_make(21, 0);
  for (int round = 0; round < 300; round++) {
    double loss[MAX_LEAVES * MAX_CHOICES];
    struct tn_grid g = { 1 + (guint)(tn_random_uniform(&random) * MAX_RANKS),
                         1 + (guint)(tn_random_uniform(&random) * MAX_SIZES),
                         1 + (guint)(tn_random_uniform(&random) * MAX_CHOICES), loss };
    fill(loss, g.n_ranks * g.n_sizes, g.n_choices, &random);
    check(&g, INFINITY);
    check(&g, 0.25);
    check(&g, 0.125);
    check(&g, -1);
  }
}

/* A spiral of five boxes around a cell is impossible with cuts through the whole box: six
 * leaves. */
Test(grid, cuts_go_from_side_to_side)
{
  static const int spiral[3][3] = { { 0, 0, 1 }, { 3, 4, 1 }, { 3, 2, 2 } };
  double loss[9 * 5];
  for (int cell = 0; cell < 9; cell++)
    for (int c = 0; c < 5; c++)
      loss[cell * 5 + c] = spiral[cell / 3][cell % 3] == c ? 0 : 1;
  const struct tn_grid g = { 3, 3, 5, loss };
  g_autoptr(GArray) nodes = tn_grid_cut(&g, 0.5);
  cr_assert_eq(nodes->len, 2 * 6 - 1);
}

/* Required speed for 20 x 30 cells and 200 choices, and refused sizes. */
Test(grid, is_not_too_large)
{
  enum { N_RANKS = 20, N_SIZES = 30, N_CHOICES = 200 };
  struct tn_random random = tn_random_make(22, 0);
  double *loss = g_new(double, N_RANKS *N_SIZES *N_CHOICES);
  const struct tn_grid g = { N_RANKS, N_SIZES, N_CHOICES, loss };
  fill(loss, N_RANKS * N_SIZES, N_CHOICES, &random);
  g_autoptr(GArray) nodes = tn_grid_cut(&g, 0.02);
  cr_assert_not_null(nodes);
  const struct tn_grid large = { 100, 100, 1, NULL };
  cr_assert_null(tn_grid_cut(&large, 0.02));
  g_free(loss);
}

#define HEADER                                                                                     \
  "source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,"   \
  "noise,overrides,size_bytes,avg_us\n"
#define ROW(ranks, algorithm, size, avg)                                                           \
  "sim,knl,paper,base," ranks ",bcast," algorithm ",,cma,single,cold,none,," size "," avg "\n"

/* chain wins on 8 ranks and at 4096 bytes, linear otherwise; 32 ranks with 4096 bytes are
 * missing. */
static const char points[] =
    HEADER ROW("32", "chain", "1024", "30") ROW("32", "linear", "1024", "20")
        ROW("8", "chain", "1024", "10") ROW("8", "linear", "1024", "11")
            ROW("8", "chain", "4096", "40") ROW("8", "linear", "4096", "60")
                ROW("16", "chain", "1024", "21") ROW("16", "linear", "1024", "20")
                    ROW("16", "chain", "4096", "50") ROW("16", "linear", "4096", "100");

static const struct tn_winner *leaf(const struct tn_tune_tree *tree, guint i)
{
  return &g_array_index(tree->leaves, struct tn_winner, i);
}

Test(trees, are_of_rows)
{
  g_autoptr(GPtrArray) rows = rows_of(points);
  struct tn_tune_terms terms = { .most_loss = 0.02 };
  g_autoptr(GPtrArray) trees = tn_tune_trees(rows, &terms, NULL);
  cr_assert_eq(trees->len, 1);
  const struct tn_tune_tree *tree = trees->pdata[0];
  cr_assert_eq(tree->ranks->len, 3);
  cr_assert_eq(g_array_index(tree->ranks, int64_t, 2), 32);
  cr_assert_eq(tree->sizes->len, 2);
  cr_assert_eq(tree->empty->len, 1);
  cr_assert_eq(g_array_index(tree->empty, guint, 0), 2 * 2 + 1);
  /* Ranks first: 8..15 chain; then 1024 bytes linear, 4096 bytes chain. */
  cr_assert_eq(tree->leaves->len, 3);
  cr_assert_str_eq(leaf(tree, 0)->first->algorithm, "chain");
  cr_assert_eq(leaf(tree, 0)->ranks_from, 8);
  cr_assert_eq(leaf(tree, 0)->ranks_to, 15);
  cr_assert_eq(leaf(tree, 0)->size_to, 4096);
  cr_assert_eq(leaf(tree, 0)->n_sizes, 2);
  cr_assert_str_eq(leaf(tree, 1)->first->algorithm, "linear");
  cr_assert_eq(leaf(tree, 1)->ranks_to, 32);
  cr_assert_eq(leaf(tree, 1)->size_to, 1024);
  cr_assert_eq(leaf(tree, 2)->n_sizes, 1);
  cr_assert_eq(leaf(tree, 2)->n_empty, 1);
  /* 8 ranks: one range; 16: two; 32: one. */
  cr_assert_eq(tree->n_ranges, 4);
}

Test(trees, say_what_they_lose)
{
  g_autoptr(GPtrArray) rows = rows_of(points);
  const struct tn_tune_terms terms = { .most_loss = 0.51 };
  g_autoptr(GPtrArray) one = tn_tune_trees(rows, &terms, NULL);
  const struct tn_tune_tree *tree = one->pdata[0];
  cr_assert_eq(tree->leaves->len, 1);
  cr_assert_str_eq(leaf(tree, 0)->first->algorithm, "chain");
  cr_assert_float_eq(leaf(tree, 0)->loss_sum, 0.55, 1e-9);
  cr_assert_float_eq(leaf(tree, 0)->loss_max, 0.5, 1e-9);
  cr_assert_eq(tree->n_ranges, 3);
}
