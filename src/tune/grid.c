/* Optimal trees by dynamic programming over the boxes of a grid.
 *
 * A tree of a box is one choice, or a cut from side to side and a tree of each part, so that the
 * best tree of a box follows from those of the boxes within: the fewest leaves, and of such trees the
 * least sum, add up over the parts. A box without rows never is a leaf: the other part's tree, drawn over
 * both, has a leaf less and the same sum.
 *
 * Sums are whole numbers in doubles (exact below 9e15), so that equal ones are equal however they
 * were added up. */
#include "grid.h"

#include <math.h>
#include <stdbool.h>

/* Losses count in these. */
#define BILLIONTH 1e-9
/* Beyond these nothing is begun: boxes and additions. */
#define MOST_BOXES 4e6
#define MOST_STEPS 2e10

struct boxes {
  const struct tn_grid *grid;
  guint n;
  double *one;   /* one[box]: the least sum of one choice there; INFINITY: there is none */
  guint *choice; /* which */
  guint *leaves; /* the fewest leaves, ... */
  double *sum;   /* ... and the least sum that so many have; INFINITY: there is no tree */
  guint *way;    /* the first cut with these, of more leaves than one */
};

/* How many spans n lines have, and the place of one among them: after all that are within it. */
static guint n_spans(guint n)
{
  return n * (n + 1) / 2;
}

static guint span(guint first, guint last)
{
  return n_spans(last) + last - first;
}

static guint box_of(const struct boxes *b, struct tn_grid_box x)
{
  return span(x.rank_first, x.rank_last) * n_spans(b->grid->n_sizes) +
         span(x.size_first, x.size_last);
}

/* The parts of one of the ways, which the node gets. */
static void cut_box(struct tn_grid_box x, guint way, struct tn_grid_box parts[2],
                    struct tn_grid_node *node)
{
  const guint by_ranks = x.rank_last - x.rank_first;
  parts[0] = parts[1] = x;
  node->cut_rank = way < by_ranks ? x.rank_first + way + 1 : 0;
  node->cut_size = way < by_ranks ? 0 : x.size_first + (way - by_ranks) + 1;
  if (node->cut_rank) {
    parts[0].rank_last = node->cut_rank - 1;
    parts[1].rank_first = node->cut_rank;
  } else {
    parts[0].size_last = node->cut_size - 1;
    parts[1].size_first = node->cut_size;
  }
}

/* One choice in all boxes of x's ranks; column[size] is its sum over these. */
static void try_choice(struct boxes *b, struct tn_grid_box x, const double *column, guint choice)
{
  for (x.size_first = 0; x.size_first < b->grid->n_sizes; x.size_first++) {
    double sum = 0.0;
    for (x.size_last = x.size_first; x.size_last < b->grid->n_sizes; x.size_last++) {
      const guint box = box_of(b, x);
      sum += column[x.size_last];
      if (isinf(sum))
        break;
      if (sum < b->one[box]) {
        b->one[box] = sum;
        b->choice[box] = choice;
      }
    }
  }
}

/* The best choice of each box, of those that lose at most limit[cell] in every cell. */
static void fill_ones(struct boxes *b, const double *limit)
{
  const struct tn_grid *g = b->grid;
  g_autofree double *column = g_new(double, g->n_sizes);
  for (guint i = 0; i < b->n; i++)
    b->one[i] = INFINITY;
  for (guint c = 0; c < g->n_choices; c++)
    for (guint first = 0; first < g->n_ranks; first++) {
      for (guint s = 0; s < g->n_sizes; s++)
        column[s] = 0.0;
      for (guint last = first; last < g->n_ranks; last++) {
        for (guint s = 0; s < g->n_sizes; s++) {
          const guint cell = last * g->n_sizes + s;
          const double loss = g->loss[cell * g->n_choices + c];
          column[s] += loss > limit[cell] ? INFINITY : floor(loss / BILLIONTH + 0.5);
        }
        try_choice(b, (struct tn_grid_box){ .rank_first = first, .rank_last = last }, column, c);
      }
    }
}

/* Finds the best tree of a box from those of all boxes within. */
static void find_tree(struct boxes *b, struct tn_grid_box x)
{
  const guint box = box_of(b, x);
  b->leaves[box] = 1;
  b->sum[box] = b->one[box];
  const guint n_cuts = x.rank_last - x.rank_first + x.size_last - x.size_first;
  for (guint way = 0; way < n_cuts; way++) { /* by ranks, then by sizes */
    struct tn_grid_box parts[2];
    struct tn_grid_node node;
    cut_box(x, way, parts, &node);
    const guint first = box_of(b, parts[0]), second = box_of(b, parts[1]);
    const double sum = b->sum[first] + b->sum[second];
    const guint leaves = b->leaves[first] + b->leaves[second];
    if (isinf(sum) || (isfinite(b->sum[box]) && leaves > b->leaves[box]))
      continue;
    if (isinf(b->sum[box]) || leaves < b->leaves[box] || sum < b->sum[box]) {
      b->leaves[box] = leaves;
      b->sum[box] = sum;
      b->way[box] = way;
    }
  }
}

/* Appends the nodes of a box. */
static void add_nodes(GArray *nodes, const struct boxes *b, struct tn_grid_box x)
{
  const guint box = box_of(b, x);
  const bool is_leaf = b->leaves[box] == 1;
  struct tn_grid_node node = { .box = x, .choice = b->choice[box] };
  struct tn_grid_box parts[2];
  if (!is_leaf)
    cut_box(x, b->way[box], parts, &node);
  g_array_append_val(nodes, node);
  for (int i = 0; !is_leaf && i < 2; i++)
    add_nodes(nodes, b, parts[i]);
}

/* Finds the trees of the fewest leaves, no cell of which is above the limit; without one, all cells of
 * which have the least loss that they can have. */
static void find_trees(struct boxes *b, double limit)
{
  const struct tn_grid *g = b->grid;
  const guint n_cells = g->n_ranks * g->n_sizes;
  g_autofree double *limits = g_new(double, n_cells);
  for (guint cell = 0; cell < n_cells; cell++) {
    limits[cell] = limit;
    for (guint c = 0; isinf(limit) && c < g->n_choices; c++)
      limits[cell] = fmin(limits[cell], g->loss[cell * g->n_choices + c]);
  }
  fill_ones(b, limits);
  struct tn_grid_box x; /* after all that are within it */
  for (x.rank_last = 0; x.rank_last < g->n_ranks; x.rank_last++)
    for (x.rank_first = x.rank_last + 1; x.rank_first-- > 0;)
      for (x.size_last = 0; x.size_last < g->n_sizes; x.size_last++)
        for (x.size_first = x.size_last + 1; x.size_first-- > 0;)
          find_tree(b, x);
}

GArray *tn_grid_cut(const struct tn_grid *grid, double limit)
{
  const double n_ranks = grid->n_ranks, n_sizes = grid->n_sizes;
  const double n = n_ranks * (n_ranks + 1) / 2 * (n_sizes * (n_sizes + 1) / 2);
  const struct tn_grid_box all = { 0, grid->n_ranks - 1, 0, grid->n_sizes - 1 };
  if (n > MOST_BOXES || n * grid->n_choices > MOST_STEPS)
    return NULL;
  struct boxes b = { .grid = grid, .n = (guint)n };
  b.one = g_new(double, b.n);
  b.choice = g_new0(guint, b.n);
  b.leaves = g_new(guint, b.n);
  b.sum = g_new(double, b.n);
  b.way = g_new0(guint, b.n);
  find_trees(&b, limit);
  if (isinf(b.sum[box_of(&b, all)]))
    find_trees(&b, INFINITY);
  GArray *nodes = g_array_new(FALSE, FALSE, sizeof(struct tn_grid_node));
  add_nodes(nodes, &b, all);
  g_free(b.one);
  g_free(b.choice);
  g_free(b.leaves);
  g_free(b.sum);
  g_free(b.way);
  return nodes;
}
