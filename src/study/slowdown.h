/* Cost of noise: combines rows that differ only in noise and seed. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Rows that differ only in their seeds. */
struct tn_slowdown {
  const struct tn_row *first; /* first row, borrowed */
  int n;
  /* mean of the objective's times in seconds, and half of the mean's 95 % interval (Student's); NAN
   * for one row */
  double mean, either_side;
  bool is_hit; /* true if noise changed any of the times */
  /* relative slowdown compared with the row without noise (0.5: 50 % longer); NAN if there is no
   * row without noise, or for this row itself */
  double slower;
  double slower_side; /* half of the 95 % interval of `slower`; NAN: unknown */
};

/* Returns an array of struct tn_slowdown in the order of their first rows. Borrows the rows.
 * Transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
