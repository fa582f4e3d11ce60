/* Cost of noise: combines rows that differ only in noise and seed. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Rows that differ only in their seeds. */
struct tn_slowdown {
  const struct tn_row *first; /* first row, borrowed */
  int n;
  double mean,
      /* mean of the objective's times in seconds, and half of its 95 % interval (Student's); NAN
       * for one row */
      either_side;
  bool is_hit; /* true if noise changed any of the times */
  /* relative slowdown against the row without noise (0.5: 50 % longer); NAN if there is no such row
   * or this is it */
  double slower;
  double slower_side; /* half of its 95 % interval; NAN: unknown */
};

/* Returns struct tn_slowdown in the order of their first rows, which it borrows. Transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
