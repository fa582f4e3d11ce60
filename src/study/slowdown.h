/* What noise costs: rows that differ in noise and seed only, put together. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Rows that differ in their seeds only. */
struct tn_slowdown {
  const struct tn_row *first; /* of them, borrowed */
  int n;                      /* rows */
  double mean,
      either_side; /* of the times that the objective means, seconds, with its 95 % interval (Student's);
                               * NAN for one row */
  bool is_hit;        /* true if noise changed any of the times */
  double slower;      /* by how much than without noise, 0.5: half as long again; NAN: no such
                               * row, or these are */
  double slower_side; /* its 95 % interval, either side; NAN: not known */
};

/* In the order of their first rows, which outlive it: struct tn_slowdown, transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
