/* Decision trees over ranks and sizes: a grid cut into boxes of one choice each, at a loss. */
#ifndef TN_TUNE_GRID_H
#define TN_TUNE_GRID_H

#include <glib.h>

#include "tune.h"

/* Neighbouring numbers of ranks and sizes, by their places in the grid; both ends are in it. */
struct tn_grid_box {
  guint rank_first, rank_last, size_first, size_last;
};

/* A box that is cut in two, or has one choice. */
struct tn_grid_node {
  struct tn_grid_box box;
  guint cut_rank; /* the second part begins at this number of ranks; 0: no cut there */
  guint cut_size; /* the second part begins at this size; 0: no cut there; both 0: a leaf */
  guint choice;   /* of a leaf */
};

/* What is to be cut; each of the numbers is 1 or more. */
struct tn_grid {
  guint n_ranks, n_sizes, n_choices;
  /* loss[(rank * n_sizes + size) * n_choices + choice]: what a choice costs there, 0 or more;
   * INFINITY: it is not to be had. A cell without any row has 0 everywhere. */
  const double *loss;
};

/* Cuts the grid in two from side to side, the parts again, and so on, until each leaf has one
 * choice. Returns a struct tn_grid_node for each box, before those of its two parts: fewer ranks or smaller
 * sizes, then the others. Transfer full; NULL if it would take minutes (20 x 30 cells of 200 choices take a
 * second or less).
 *
 * No cell of the tree is above `limit`: it has the fewest leaves that do, and of such trees the least sum.
 * Where no tree does, or with INFINITY, it has the least sum that any tree has, and no more leaves than that
 * takes. Losses count in whole billionths. Equal sums: ranks are cut before sizes, earlier cuts and choices
 * win. Each leaf has a cell with rows, if any cell has. */
GArray *tn_grid_cut(const struct tn_grid *grid, double limit);

/* Of rows that differ in ranks and sizes only, and in what they choose. */
struct tn_tune_tree {
  GArray *ranks, *sizes; /* int64_t, ascending: those of the rows that are choices */
  GArray *nodes;         /* struct tn_grid_node (grid.h) */
  GArray *leaves;        /* struct tn_winner, of the nodes that are leaves and in their order */
  GArray *empty;         /* guint, ranks' number * sizes->len + sizes': points without such rows */
  guint n_ranges; /* tables of ranges for each number of ranks that lose no more anywhere than the
                   * limit, or than the tree where it has none, have so many together */
};

/* The trees of rows (struct tn_row *; tn_tune_by) by terms with most_loss, one for each context but for its
 * ranks, in the order of the rows; those without a choice are left out. Of the fewest leaves that lose no
 * more than most_loss at any point; where no tree does, those of the least sum of losses.
 *
 * NULL and *error (usage) as tn_tune_by, and where the grid is too large (grid.h). The rows must
 * outlive the result. Transfer full. */
GPtrArray *tn_tune_trees(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* Whether a node has no parts. */
bool tn_tune_is_leaf(const struct tn_grid_node *node);

#endif
