#include "decision_trees.h"

#include <math.h>

#include "matrix.h"
#include "size_ranges.h"
#include "study/axis.h"
#include "study/usage.h"

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

/* A tree without nodes over the cells. */
static struct tn_tune_tree *tree_new(const struct tn_tune_matrix *m)
{
  struct tn_tune_tree *tree = g_new0(struct tn_tune_tree, 1);
  tree->ranks = tn_axis_new();
  tree->sizes = tn_axis_new();
  tree->leaves = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  tree->empty = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint cell = 0; cell < m->begins->len; cell++) {
    tn_axis_add(tree->ranks, tn_tune_matrix_row(m, cell)->ranks);
    tn_axis_add(tree->sizes, tn_tune_matrix_row(m, cell)->size);
  }
  return tree;
}

/* at[rank * sizes + size]: number + 1 of the cell, 0: there is none, which the tree learns.
 * Transfer full. */
static guint *cells_of(struct tn_tune_tree *tree, const struct tn_tune_matrix *m)
{
  const guint n = tree->ranks->len * tree->sizes->len;
  guint *at = g_new0(guint, n);
  for (guint cell = 0; cell < m->begins->len; cell++) {
    const struct tn_row *row = tn_tune_matrix_row(m, cell);
    at[tn_axis_find(tree->ranks, row->ranks) * tree->sizes->len +
       tn_axis_find(tree->sizes, row->size)] = cell + 1;
  }
  for (guint i = 0; i < n; i++)
    if (at[i] == 0)
      g_array_append_val(tree->empty, i);
  return at;
}

/* False and *error (usage): there is no tree. */
static bool cut(struct tn_tune_tree *tree, const struct tn_tune_matrix *m, const guint *at,
                const struct tn_tune_terms *terms, GError **error)
{
  const guint n_cells = tree->ranks->len * tree->sizes->len;
  g_autofree double *loss = g_new0(double, (gsize)n_cells * m->n_choices);
  const struct tn_grid grid = { tree->ranks->len, tree->sizes->len, m->n_choices, loss };
  for (guint i = 0; i < n_cells; i++)
    for (guint c = 0; at[i] > 0 && c < m->n_choices; c++)
      loss[i * m->n_choices + c] = m->loss[(at[i] - 1) * m->n_choices + c];
  tree->nodes = tn_grid_cut(&grid, terms->most_loss);
  return tree->nodes ||
         tn_usage(error,
                  "tree of %s: %u numbers of ranks x %u sizes of %u choices are too many for the "
                  "best one (20 x 30 of 200 are not)",
                  tn_tune_matrix_row(m, 0)->collective, grid.n_ranks, grid.n_sizes, grid.n_choices);
}

/* What a leaf is over all of its points. */
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

/* The ranges of tables for each number of ranks, none of whose cells is above the limit. */
static guint count_ranges(const struct tn_tune_matrix *m, double limit)
{
  guint n = 0;
  for (guint begin = 0, end; begin < m->begins->len; begin = end) {
    const int64_t ranks = tn_tune_matrix_row(m, begin)->ranks;
    for (end = begin + 1; end < m->begins->len; end++)
      if (tn_tune_matrix_row(m, end)->ranks != ranks)
        break;
    g_autoptr(GArray) cuts =
        tn_ranges_cut(&m->loss[begin * m->n_choices], end - begin, m->n_choices, limit);
    n += cuts->len;
  }
  return n;
}

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
  tree->n_ranges = count_ranges(m, most);
}

/* Appends the tree of the entries of one context; nothing when they have no choice. */
static bool add_tree(GPtrArray *trees, const struct tn_tune_matrix *m,
                     const struct tn_tune_terms *terms, GError **error)
{
  if (m->begins->len == 0)
    return true;
  struct tn_tune_tree *tree = tree_new(m);
  g_autofree guint *at = cells_of(tree, m);
  g_ptr_array_add(trees, tree);
  if (!cut(tree, m, at, terms, error))
    return false;
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
