/* Decision trees over ranks and sizes: a grid cut into boxes of one choice each, at a loss. */
#ifndef TN_TUNE_GRID_H
#define TN_TUNE_GRID_H

#include <glib.h>

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

#endif
