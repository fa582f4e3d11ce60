/* Slowdown by noise, from rows that differ only in noise and seed. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Statistics of rows that differ only in their seeds. */
struct tn_slowdown {
  const struct tn_row *first; /* first row of the group; borrowed */
  int n;
  /* seconds of the objective: mean over the seeds, and half the width of the mean's 95 % interval
   * (Student's); NAN for one row */
  double mean, either_side;
  bool is_hit; /* true if noise changed one of the times */
  /* relative increase of `mean` over the rows without noise (0.5: 50 % longer); NAN without such
   * rows, and for these rows themselves */
  double slower;
  double slower_side; /* half of the 95 % interval of `slower`; NAN: unknown */
};

/* Returns an array of struct tn_slowdown, in the order of their first rows. The rows are borrowed.
 * Transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
