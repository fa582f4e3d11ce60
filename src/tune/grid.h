/* Decision trees over ranks and sizes: a tree cuts a grid into boxes with one choice each and a
 * limited loss. */
#ifndef TN_TUNE_GRID_H
#define TN_TUNE_GRID_H

#include <glib.h>

#include "tune.h"

/* A box: first and last index of its ranks and sizes, all included. */
struct tn_grid_box {
  guint rank_first, rank_last, size_first, size_last;
};

/* A tree's node: a box that is cut in two, or a leaf with one choice. */
struct tn_grid_node {
  struct tn_grid_box box;
  guint cut_rank; /* index of the first number of ranks in the second part; 0: ranks are not cut */
  /* index of the first size in the second part; 0: sizes are not cut; a leaf has 0 in both */
  guint cut_size;
  guint choice; /* choice of a leaf */
};

/* Input of tn_grid_cut; each number is at least 1. */
struct tn_grid {
  guint n_ranks, n_sizes, n_choices;
  /* loss[(rank * n_sizes + size) * n_choices + choice] >= 0; INFINITY: not available. A cell (rank,
   * size) without rows has loss 0 for all choices. */
  const double *loss;
};

/* Cuts the grid in two until each leaf has one choice. Returns the nodes (struct tn_grid_node) in
 * preorder: a box, then its part with fewer ranks or smaller sizes, then the other part. Transfer
 * full. Returns NULL if the search would take minutes (20 x 30 cells with 200 choices take at most
 * a second).
 *
 * The tree has the fewest leaves with which every cell loses at most `limit`; among such trees it
 * has the least sum of losses. If no tree keeps the limit, or it is INFINITY, the tree has the
 * least sum and the fewest leaves with it. Losses are rounded to billionths. Of equal trees, cuts
 * of ranks win over cuts of sizes, then earlier cuts and choices. Each leaf has a cell with rows if
 * any cell has. */
GArray *tn_grid_cut(const struct tn_grid *grid, double limit);

/* Tree for rows of one context, which differ only in ranks, size and choice. */
struct tn_tune_tree {
  /* numbers of ranks, and sizes, of the rows that are choices; int64_t, ascending */
  GArray *ranks, *sizes;
  GArray *nodes;  /* struct tn_grid_node */
  GArray *leaves; /* struct tn_winner of each leaf, in node order */
  /* guint: points of the grid without rows, as (index of ranks) * sizes->len + (index of size) */
  GArray *empty;
  /* number of ranges of sizes that would be needed if each number of ranks had its own table. Each
   * table loses at most the limit or, if the tree exceeds the limit, the tree's largest loss */
  guint n_ranges;
};

/* Returns a tree (struct tn_tune_tree) for each context (without the column `ranks`), in the order
 * of the rows (struct tn_row *). A tree has the fewest leaves that lose at most terms->most_loss at
 * each point or, if that is impossible, the least sum of losses.
 *
 * Returns NULL and *error (usage) like tn_tune_by, or if the grid is too large (tn_grid_cut). The
 * rows must outlive the result. Transfer full. */
GPtrArray *tn_tune_trees(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

bool tn_tune_is_leaf(const struct tn_grid_node *node);

#endif
