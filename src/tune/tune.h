/* Winners: which algorithm with which parameters is fastest, from which size to which. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Below this margin two algorithms are called equal: 2 %. */
#define TN_TUNE_TIE 0.02

/* One winner over neighbouring sizes. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* the winner's rows at the smallest and the largest size */
  const struct tn_row *second;       /* best row of another algorithm at the smallest; may be NULL */
  /* Time of that second over the winner's, minus 1: least and most over the sizes; NAN when the
   * winner has no rival at any size. */
  double margin_min, margin_max;
  bool same_second;  /* one other algorithm is the second best at every size */
  bool differs;      /* margins reach TN_TUNE_TIE; true too without rival */
  int n_sizes;
  int n_candidates;  /* rows compared at each size: the fewest over the sizes */
};

/* The winners among rows (struct tn_row *) by an objective, as struct tn_winner: rows of one context
 * and size (row.h) are the choices; contexts come in the order of the rows, sizes ascending. Equal
 * times: the earlier row wins. NULL and *error (usage) when a row lacks the time or the same point
 * is there twice. The rows must outlive the result. Transfer full. */
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

#endif
