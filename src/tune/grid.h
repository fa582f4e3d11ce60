/* Builds decision trees over ranks and sizes: cuts a grid into boxes with one choice each, and
 * limits the loss. */
#ifndef TN_TUNE_GRID_H
#define TN_TUNE_GRID_H

#include <glib.h>

#include "tune.h"

/* A box of the grid: first and last index of ranks and of sizes, all included. */
struct tn_grid_box {
  guint rank_first, rank_last, size_first, size_last;
};

/* A node of the tree: a box that is cut in two, or a leaf, which has one choice. */
struct tn_grid_node {
  struct tn_grid_box box;
  guint cut_rank; /* index of the first number of ranks in the second part; 0 if ranks are not
                   * cut */
  guint cut_size; /* index of the first size in the second part; 0 if sizes are not cut; a leaf
                   * has 0 in both */
  guint choice;   /* choice, if the node is a leaf */
};

/* The input of tn_grid_cut; each number is at least 1. */
struct tn_grid {
  guint n_ranks, n_sizes, n_choices;
  /* loss[(rank * n_sizes + size) * n_choices + choice] >= 0; INFINITY if the choice is not
   * available. A cell without rows has loss 0 for all choices. */
  const double *loss;
};

/* Cuts the grid in two, then each part again, until each leaf has one choice. Returns the nodes
 * (struct tn_grid_node) in preorder: a box, then its part with fewer ranks or smaller sizes, then
 * its other part. Transfer full. Returns NULL if the search would take minutes (20 x 30 cells with
 * 200 choices take at most a second).
 *
 * The tree has the fewest leaves with which every cell loses at most `limit`; among such trees it
 * has the least sum of losses. If no tree keeps the limit, or the limit is INFINITY, it has the
 * least sum of all trees, and the fewest leaves with that sum. Losses are rounded to billionths. Of
 * equal trees, cuts of ranks come before cuts of sizes, then earlier cuts and choices win. Each
 * leaf has a cell with rows if any cell has. */
GArray *tn_grid_cut(const struct tn_grid *grid, double limit);

/* The decision tree of rows that differ only in ranks, size and choice. */
struct tn_tune_tree {
  GArray *ranks, *sizes; /* int64_t, ascending: ranks and sizes of the rows that are choices */
  GArray *nodes;         /* struct tn_grid_node (grid.h) */
  GArray *leaves;        /* struct tn_winner of each leaf, in the order of the nodes */
  GArray *empty;         /* guint, index of ranks * sizes->len + index of size: the points that
                          * have no rows */
  guint n_ranges; /* number of size ranges that would be needed if each number of ranks had its
                   * own table. Each table loses at most the limit or, if the tree exceeds the
                   * limit, the tree's largest loss */
};

/* Returns a tree (struct tn_tune_tree) for each context without its ranks, in the order of the rows
 * (struct tn_row *). A context without a choice has no tree. A tree has the fewest leaves that lose
 * at most terms->most_loss at each point; if no such tree exists, it has the least sum of losses.
 *
 * Returns NULL and *error (usage) like tn_tune_by, or if the grid is too large (grid.h). The rows
 * must outlive the result. Transfer full. */
GPtrArray *tn_tune_trees(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* Returns true if the node is a leaf. */
bool tn_tune_is_leaf(const struct tn_grid_node *node);

#endif
