/* Tables of few ranges: neighbouring sizes share one choice, at a loss. */
#ifndef TN_TUNE_SIZE_RANGES_H
#define TN_TUNE_SIZE_RANGES_H

#include <glib.h>

/* One choice for the sizes first to last. */
struct tn_size_range {
  guint first, last, choice;
};

/* Cuts sizes into ranges (struct tn_size_range, ascending) of one choice each. loss[size * n_choices +
 * choice] is what a choice costs there, 0 or more; INFINITY: it is not to be had.
 *
 * No cell of the table is above `limit`: it has the fewest ranges that do, and of such tables the least
 * sum. Without such a table, or with INFINITY, it has the least sum, and no more ranges than that takes.
 * Equal sums: earlier cuts and choices. Transfer full; empty if no table exists. */
GArray *tn_ranges_cut(const double *loss, guint n_sizes, guint n_choices, double limit);

#endif
