/* Slowdown by noise, from rows that differ only in noise and seed. */
#ifndef TN_STUDY_SLOWDOWN_H
#define TN_STUDY_SLOWDOWN_H

#include "row.h"

/* Statistics of rows that differ only in their seeds. */
struct tn_slowdown {
  const struct tn_row *first; /* the first row; borrowed */
  int n;
  /* seconds of the objective: mean, and half the width of its 95 % interval (Student's); NAN for
   * one row */
  double mean, either_side;
  bool is_hit; /* true if noise changed one of the times */
  /* relative increase of `mean` over the rows without noise (0.5: 50 % longer); NAN if there are
   * none, or if these are they */
  double slower;
  double slower_side; /* half of the 95 % interval of `slower`; NAN: unknown */
};

/* Returns an array of struct tn_slowdown by their first rows, which are borrowed. Transfer full. */
GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective);

#endif
