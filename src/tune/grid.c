/* Optimal trees by dynamic programming over the boxes of a grid.
 *
 * A tree of a box is one choice, or a cut from side to side and a tree of each part, so that the
 * best tree of a box follows from those of the boxes within. The fewest leaves, and of such trees
 * the least sum, add up over the parts: one value for each box. The least sum of at most k leaves
 * is a value for each box and k, over all cuts and all ways to share k between the parts; k goes no
 * further than the fewest leaves with which every cell of the box has its least loss, since more
 * bring nothing. A box without rows never is a leaf: the other part's tree, drawn over both, has a
 * leaf less and the same sum.
 *
 * Sums are whole numbers in doubles (exact below 9e15), so that equal ones are equal however they
 * were added up. */
#include "grid.h"

#include <math.h>
#include <stdbool.h>

/* Losses count in these. */
#define BILLIONTH 1e-9
/* Beyond these nothing is begun: boxes, additions, and sums that are kept. */
#define MOST_BOXES 4e6
#define MOST_STEPS 2e10
#define MOST_KEPT 5e7

struct boxes {
  const struct tn_grid *grid;
  guint n;
  double *one;     /* one[box]: the least sum of one choice there; INFINITY: there is none */
  guint *choice;   /* which */
  guint *leaves;   /* the fewest leaves, ... */
  double *sum;     /* ... and the least sum that so many have; INFINITY: there is no tree */
  guint64 *offset; /* least[offset[box] + k - 1]: the least sum of at most k leaves, for k up to */
  double *least;   /* offset[box + 1] - offset[box]; NULL: not made */
  double n_steps;
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

/* The ways to cut a box: by ranks, then by sizes. */
static guint n_cuts(struct tn_grid_box x)
{
  return x.rank_last - x.rank_first + x.size_last - x.size_first;
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

/* The same, as the numbers of the boxes. */
static void cut_numbers(const struct boxes *b, struct tn_grid_box x, guint way, guint parts[2])
{
  struct tn_grid_box two[2];
  struct tn_grid_node node;
  cut_box(x, way, two, &node);
  parts[0] = box_of(b, two[0]);
  parts[1] = box_of(b, two[1]);
}

/* Calls `visit` for each box, after all that are within it. */
static void visit_boxes(struct boxes *b, void (*visit)(struct boxes *b, struct tn_grid_box x))
{
  struct tn_grid_box x;
  for (x.rank_last = 0; x.rank_last < b->grid->n_ranks; x.rank_last++)
    for (x.rank_first = x.rank_last + 1; x.rank_first-- > 0;)
      for (x.size_last = 0; x.size_last < b->grid->n_sizes; x.size_last++)
        for (x.size_first = x.size_last + 1; x.size_first-- > 0;)
          visit(b, x);
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

static void visit_fewest(struct boxes *b, struct tn_grid_box x)
{
  const guint box = box_of(b, x);
  b->leaves[box] = 1;
  b->sum[box] = b->one[box];
  for (guint way = 0; way < n_cuts(x); way++) {
    guint part[2];
    cut_numbers(b, x, way, part);
    const double sum = b->sum[part[0]] + b->sum[part[1]];
    const guint leaves = b->leaves[part[0]] + b->leaves[part[1]];
    if (isinf(sum) || (isfinite(b->sum[box]) && leaves > b->leaves[box]))
      continue;
    if (isinf(b->sum[box]) || leaves < b->leaves[box] || sum < b->sum[box]) {
      b->leaves[box] = leaves;
      b->sum[box] = sum;
    }
  }
}

/* For how many numbers of leaves a box has sums. */
static guint n_least(const struct boxes *b, guint box)
{
  return (guint)(b->offset[box + 1] - b->offset[box]);
}

static void visit_count(struct boxes *b, struct tn_grid_box x)
{
  const guint n = n_least(b, box_of(b, x));
  for (guint way = 0; n > 1 && way < n_cuts(x); way++) {
    guint part[2];
    cut_numbers(b, x, way, part);
    b->n_steps += (double)n_least(b, part[0]) * n_least(b, part[1]);
  }
}

static void visit_least(struct boxes *b, struct tn_grid_box x)
{
  const guint box = box_of(b, x), n = n_least(b, box);
  double *least = &b->least[b->offset[box]];
  for (guint k = 0; k < n; k++)
    least[k] = b->one[box];
  for (guint way = 0; n > 1 && way < n_cuts(x); way++) {
    guint part[2];
    cut_numbers(b, x, way, part);
    const double *ours = &b->least[b->offset[part[0]]], *theirs = &b->least[b->offset[part[1]]];
    const guint n_ours = MIN(n_least(b, part[0]), n - 1);
    for (guint i = 0; i < n_ours; i++) {
      const guint n_theirs = MIN(n_least(b, part[1]), n - 1 - i);
      double *both = &least[i + 1];
      for (guint k = 0; k < n_theirs; k++)
        both[k] = ours[i] + theirs[k] < both[k] ? ours[i] + theirs[k] : both[k];
    }
  }
  for (guint k = 1; k < n; k++)
    least[k] = fmin(least[k], least[k - 1]);
}

/* The least sum of at most so many leaves that is known; INFINITY: none. */
static double sum_of(const struct boxes *b, guint box, guint leaves)
{
  if (!b->least)
    return leaves >= b->leaves[box] ? b->sum[box] : INFINITY;
  return b->least[b->offset[box] + MIN(leaves, n_least(b, box)) - 1];
}

/* The first cut with parts that have so many leaves and the sum that a box has with these;
 * *ret_first: those of the first part. */
static void find_cut(const struct boxes *b, struct tn_grid_box x, guint leaves,
                     struct tn_grid_box parts[2], struct tn_grid_node *node, guint *ret_first)
{
  const double sum = sum_of(b, box_of(b, x), leaves);
  for (guint way = 0; way < n_cuts(x); way++) {
    cut_box(x, way, parts, node);
    const guint first = box_of(b, parts[0]), second = box_of(b, parts[1]);
    for (guint k = 1; k < leaves; k++)
      if (sum_of(b, first, k) + sum_of(b, second, leaves - k) <= sum) {
        *ret_first = k;
        return;
      }
  }
  g_assert_not_reached();
}

/* Appends the nodes of a box with at most so many leaves. */
static void add_nodes(GArray *nodes, const struct boxes *b, struct tn_grid_box x, guint leaves)
{
  const guint box = box_of(b, x);
  struct tn_grid_node node = { .box = x, .choice = b->choice[box] };
  struct tn_grid_box parts[2];
  guint first = 0;
  while (leaves > 1 && sum_of(b, box, leaves - 1) <= sum_of(b, box, leaves))
    leaves--;
  if (leaves > 1)
    find_cut(b, x, leaves, parts, &node, &first);
  g_array_append_val(nodes, node);
  if (leaves == 1)
    return;
  add_nodes(nodes, b, parts[0], first);
  add_nodes(nodes, b, parts[1], leaves - first);
}

/* The tables of the fewest leaves, no cell of which is above the limit; without one, all cells of
 * which have the least loss that they can have. */
static void fill_fewest(struct boxes *b, double limit)
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
  visit_boxes(b, visit_fewest);
}

/* The tables of the least sums of at most `most` leaves, from those of the fewest without a limit.
 * False: there would be too many of them. */
static bool fill_least(struct boxes *b, guint most)
{
  const guint n_cells = b->grid->n_ranks * b->grid->n_sizes;
  g_autofree double *limits = g_new(double, n_cells);
  b->offset = g_new(guint64, b->n + 1);
  b->offset[0] = 0;
  for (guint i = 0; i < b->n; i++)
    b->offset[i + 1] = b->offset[i] + MIN(most, b->leaves[i]);
  visit_boxes(b, visit_count);
  if ((double)b->offset[b->n] > MOST_KEPT || b->n_steps > MOST_STEPS)
    return false;
  b->least = g_new(double, b->offset[b->n]);
  for (guint cell = 0; cell < n_cells; cell++)
    limits[cell] = INFINITY;
  fill_ones(b, limits);
  visit_boxes(b, visit_least);
  return true;
}

static enum tn_grid_answer solve(struct boxes *b, guint most, double limit, GArray **ret_nodes)
{
  const struct tn_grid_box all = { 0, b->grid->n_ranks - 1, 0, b->grid->n_sizes - 1 };
  const guint whole = box_of(b, all);
  fill_fewest(b, limit);
  guint leaves = b->leaves[whole];
  if (most > 0 && leaves > most) {
    if (isfinite(limit))
      return TN_GRID_NONE;
    if (!fill_least(b, most))
      return TN_GRID_TOO_LARGE;
    leaves = most;
  }
  if (isinf(sum_of(b, whole, leaves)))
    return TN_GRID_NONE;
  *ret_nodes = g_array_new(FALSE, FALSE, sizeof(struct tn_grid_node));
  add_nodes(*ret_nodes, b, all, leaves);
  return TN_GRID_CUT;
}

enum tn_grid_answer tn_grid_cut(const struct tn_grid *grid, guint most, double limit,
                                GArray **ret_nodes)
{
  const double n_ranks = grid->n_ranks, n_sizes = grid->n_sizes;
  const double n = n_ranks * (n_ranks + 1) / 2 * (n_sizes * (n_sizes + 1) / 2);
  if (n > MOST_BOXES || n * grid->n_choices > MOST_STEPS)
    return TN_GRID_TOO_LARGE;
  struct boxes b = { .grid = grid, .n = (guint)n };
  b.one = g_new(double, b.n);
  b.choice = g_new0(guint, b.n);
  b.leaves = g_new(guint, b.n);
  b.sum = g_new(double, b.n);
  const enum tn_grid_answer answer = solve(&b, most, limit, ret_nodes);
  g_free(b.one);
  g_free(b.choice);
  g_free(b.leaves);
  g_free(b.sum);
  g_free(b.offset);
  g_free(b.least);
  return answer;
}
