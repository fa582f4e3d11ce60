/* Tables with few ranges: neighbouring sizes share a choice that loses little. */
#ifndef TN_TUNE_SIZE_RANGES_H
#define TN_TUNE_SIZE_RANGES_H

#include <glib.h>

/* One choice for sizes `first` to `last`, both included. */
struct tn_size_range {
  guint first, last, choice;
};

/* Cuts sizes into ranges (struct tn_size_range, ascending) with one choice each. loss[size *
 * n_choices + choice] >= 0; INFINITY: the choice is not available.
 *
 * The table has the fewest ranges with which every size loses at most `limit`; among such tables it
 * has the least sum of losses. If no table keeps the limit, or the limit is INFINITY, the table has
 * the least sum and the fewest ranges with it. Of equal tables, earlier cuts and choices win.
 * Transfer full; empty if no table exists. */
GArray *tn_ranges_cut(const double *loss, guint n_sizes, guint n_choices, double limit);

#endif
