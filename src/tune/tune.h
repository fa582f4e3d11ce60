/* Winners: which algorithm with which parameters is fastest, from which size to which. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Below this margin two algorithms are called equal: 2 %. */
#define TN_TUNE_TIE 0.02

/* One winner over neighbouring sizes. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* the winner's rows at the smallest and the largest size */
  const struct tn_row *second; /* best row of another algorithm at the smallest; may be NULL */
  /* Time of that second over the winner's, minus 1: least and most over the sizes; NAN when the
   * winner has no rival at any size. */
  double margin_min, margin_max;
  bool same_second;                    /* one other algorithm is the second best at every size */
  bool differs;                        /* margins reach TN_TUNE_TIE; true too without rival */
  const struct tn_row *reference;      /* best row of the reference at the smallest; may be NULL */
  double reference_min, reference_max; /* its time over the winner's: NAN when it has no row */
  int n_sizes;
  int n_candidates; /* rows compared at each size: the fewest over the sizes */
};

/* The winners among rows (struct tn_row *) by an objective, as struct tn_winner: rows of one
 * context and size (row.h) are the choices; contexts come in the order of the rows, sizes
 * ascending. Equal times: the earlier row wins; a library's decision (library:*) only when it is
 * faster by more than a tie. The reference is an algorithm, or NULL. NULL and *error (usage) when a
 * row lacks the time or the same point is there twice. The rows must outlive the result. Transfer
 * full. */
GArray *tn_tune_against(const GPtrArray *rows, enum tn_objective objective, const char *reference,
                        GError **error);
/* The same without reference. */
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Whether a row is to be taken rather than another of its context and size. */
bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective);
/* Marks in wanted[rows->len] the best row of each algorithm, of the `most` fastest algorithms of
 * each context and size. */
void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted);

#endif
