/* Optimal trees by dynamic programming over the boxes of a grid.
 *
 * The tree of a box is either one choice, or a cut through the whole box and a tree for each of the
 * two parts. Leaves and sums add up over the parts, so the best tree of a box follows from the best
 * trees of the boxes within it. A box without rows is never a leaf: if the tree of the other part
 * covers both parts, there is one leaf less and the sum is the same.
 *
 * Sums are whole numbers in doubles (exact below 9e15), so equal sums compare equal in any order of
 * addition. */
#include "grid.h"
#include "matrix.h"
#include "size_ranges.h"

#include <math.h>
#include <stdbool.h>

#include "study/usage.h"
#include "study/values.h"

#define BILLIONTH 1e-9
/* Upper limits of the number of boxes and of additions; larger grids are refused. */
#define MAX_BOXES 4e6
#define MAX_STEPS 2e10

struct boxes {
  const struct tn_grid *grid;
  guint n;
  /* [box] least sum of losses if the box has one choice; INFINITY if no choice keeps the limit */
  double *one;
  guint *choice; /* [box] choice with which the sum is `one` */
  guint *leaves; /* [box] fewest leaves of a tree */
  /* [box] least sum of losses of a tree with `leaves` leaves; INFINITY without a tree */
  double *sum;
  guint *way; /* [box] number of the first cut that leads to `leaves` and `sum` */
};

/* Return the number of ranges of neighbouring lines among n lines, and the index of such a range,
 * which is greater than those of all ranges within it. */
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

/* Tries a choice in each box that has the ranks of x and any sizes. column[size]: the choice's
 * losses, summed over these ranks. */
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

/* Finds the best choice of each box among the choices that lose at most limit[cell] in each of its
 * cells. */
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

static void find_tree(struct boxes *b, struct tn_grid_box x)
{
  const guint box = box_of(b, x);
  b->leaves[box] = 1;
  b->sum[box] = b->one[box];
  const guint n_cuts = x.rank_last - x.rank_first + x.size_last - x.size_first;
  /* first cuts between ranks, then between sizes */
  for (guint way = 0; way < n_cuts; way++) {
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

/* Finds the trees with the fewest leaves in which no cell loses more than the limit. If the limit
 * is INFINITY, each cell's limit is its least loss. */
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
  struct tn_grid_box x; /* each box comes after all boxes within it */
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
  if (n > MAX_BOXES || n * grid->n_choices > MAX_STEPS)
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

bool tn_tune_is_leaf(const struct tn_grid_node *node)
{
  return node->cut_rank == 0 && node->cut_size == 0;
}

static void tree_free(void *data)
{
  struct tn_tune_tree *tree = data;
  g_array_unref(tree->ranks);
  g_array_unref(tree->sizes);
  g_clear_pointer(&tree->nodes, g_array_unref);
  g_array_unref(tree->leaves);
  g_array_unref(tree->empty);
  g_free(tree);
}

static struct tn_winner decide(const struct tn_tune_tree *tree, const struct tn_tune_matrix *m,
                               const guint *at, const struct tn_grid_node *leaf,
                               const struct tn_tune_terms *terms)
{
  const struct tn_grid_box *box = &leaf->box;
  struct tn_winner all = { 0 };
  int n_empty = 0;
  for (guint r = box->rank_first; r <= box->rank_last; r++)
    for (guint s = box->size_first; s <= box->size_last; s++) {
      const guint cell = at[r * tree->sizes->len + s];
      n_empty += cell == 0;
      if (cell == 0)
        continue;
      const struct tn_winner next = tn_tune_matrix_decide(m, cell - 1, leaf->choice, terms);
      if (all.first)
        tn_tune_extend(&all, &next);
      else
        all = next;
    }
  g_assert(all.first);
  const bool is_last = box->rank_last + 1 == tree->ranks->len;
  all.ranks_from = tn_axis_at(tree->ranks, box->rank_first);
  all.ranks_to = is_last ? tn_axis_at(tree->ranks, box->rank_last)
                         : tn_axis_at(tree->ranks, box->rank_last + 1) - 1;
  all.size_from = tn_axis_at(tree->sizes, box->size_first);
  all.size_to = tn_axis_at(tree->sizes, box->size_last);
  all.n_empty = n_empty;
  return all;
}

/* Fills in the leaves of the tree, and n_ranges: the number of ranges if each number of ranks had
 * its own table. */
static void fill_leaves(struct tn_tune_tree *tree, const struct tn_tune_matrix *m, const guint *at,
                        const struct tn_tune_terms *terms)
{
  double most = terms->most_loss;
  for (guint i = 0; i < tree->nodes->len; i++) {
    const struct tn_grid_node *node = &g_array_index(tree->nodes, struct tn_grid_node, i);
    if (!tn_tune_is_leaf(node))
      continue;
    const struct tn_winner leaf = decide(tree, m, at, node, terms);
    most = fmax(most, leaf.loss_max);
    g_array_append_val(tree->leaves, leaf);
  }
  guint n = 0;
  for (guint begin = 0, end; begin < m->begins->len; begin = end) {
    const int64_t ranks = tn_tune_matrix_row(m, begin)->ranks;
    for (end = begin + 1; end < m->begins->len; end++)
      if (tn_tune_matrix_row(m, end)->ranks != ranks)
        break;
    g_autoptr(GArray) cuts =
        tn_ranges_cut(&m->loss[begin * m->n_choices], end - begin, m->n_choices, most);
    n += cuts->len;
  }
  tree->n_ranges = n;
}

/* Appends the tree for the entries of one context. Appends nothing if no entry is a choice. */
static bool add_tree(GPtrArray *trees, const struct tn_tune_matrix *m,
                     const struct tn_tune_terms *terms, GError **error)
{
  if (m->begins->len == 0)
    return true;
  struct tn_tune_tree *tree = g_new0(struct tn_tune_tree, 1);
  tree->ranks = tn_axis_new();
  tree->sizes = tn_axis_new();
  tree->leaves = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  tree->empty = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint cell = 0; cell < m->begins->len; cell++) {
    tn_axis_add(tree->ranks, tn_tune_matrix_row(m, cell)->ranks);
    tn_axis_add(tree->sizes, tn_tune_matrix_row(m, cell)->size);
  }
  const guint n = tree->ranks->len * tree->sizes->len;
  g_autofree guint *at = g_new0(guint, n);
  for (guint cell = 0; cell < m->begins->len; cell++) {
    const struct tn_row *row = tn_tune_matrix_row(m, cell);
    at[tn_axis_find(tree->ranks, row->ranks) * tree->sizes->len +
       tn_axis_find(tree->sizes, row->size)] = cell + 1;
  }
  for (guint i = 0; i < n; i++)
    if (at[i] == 0)
      g_array_append_val(tree->empty, i);
  g_ptr_array_add(trees, tree);
  g_autofree double *loss = g_new0(double, (gsize)n * m->n_choices);
  const struct tn_grid grid = { tree->ranks->len, tree->sizes->len, m->n_choices, loss };
  for (guint i = 0; i < n; i++)
    for (guint c = 0; at[i] > 0 && c < m->n_choices; c++)
      loss[i * m->n_choices + c] = m->loss[(at[i] - 1) * m->n_choices + c];
  tree->nodes = tn_grid_cut(&grid, terms->most_loss);
  if (!tree->nodes)
    return tn_usage(error,
                    "tree of %s: %u numbers of ranks x %u sizes of %u choices are too many (20 x "
                    "30 of 200 are accepted)",
                    tn_tune_matrix_row(m, 0)->collective, grid.n_ranks, grid.n_sizes,
                    grid.n_choices);
  fill_leaves(tree, m, at, terms);
  return true;
}

GPtrArray *tn_tune_trees(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error)
{
  g_autoptr(GArray) entries = tn_tune_entries_new(rows, terms, tn_row_column("ranks"), error);
  g_autoptr(GPtrArray) trees = g_ptr_array_new_with_free_func(tree_free);
  for (guint begin = 0, end; entries && begin < entries->len; begin = end) {
    end = tn_tune_end_of_table(entries, begin);
    struct tn_tune_matrix m = tn_tune_matrix_make(entries, begin, end, terms->objective);
    const bool ok = add_tree(trees, &m, terms, error);
    tn_tune_matrix_clear(&m);
    if (!ok)
      return NULL;
  }
  return entries ? g_steal_pointer(&trees) : NULL;
}
