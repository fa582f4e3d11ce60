/* Cost of noise: combines rows that differ only in noise and seed. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Rows that differ only in their seeds. */
struct tn_slowdown {
  const struct tn_row *first; /* borrowed */
  int n;
  /* seconds of the objective: mean, and half of its 95 % interval (Student's); NAN for one row */
  double mean, either_side;
  bool is_hit; /* noise changed one of the times */
  /* compared with the row without noise (0.5: 50 % longer); NAN: there is none, or this is it */
  double slower;
  double slower_side; /* half of the 95 % interval; NAN: unknown */
};

/* Returns struct tn_slowdown in the order of first rows, borrowed. Transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
