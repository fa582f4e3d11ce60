/* The simplest decision tree over ranks and sizes that is good enough. */
#ifndef TN_TUNE_DECISION_TREES_H
#define TN_TUNE_DECISION_TREES_H

#include "grid.h"
#include "tune.h"

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
