/* Winners: which algorithm with which parameters is fastest, from which size to which. */
#ifndef TN_TOOLS_TUNE_H
#define TN_TOOLS_TUNE_H

#include <stdio.h>

#include "rows/rows.h"

/* Below this margin two algorithms are called equal: 2 %. */
#define TN_TUNE_TIE 0.02

/* One winner over neighbouring sizes. Rows are borrowed. */
struct tn_range {
  char *const *first, *const *last; /* the winner's rows at the smallest and the largest size */
  char *const *second;              /* best row of another algorithm at the smallest; may be NULL */
  /* Time of that second over the winner's, minus 1: least and most over the range; NAN when the
   * winner has no rival at any size. */
  double margin_min, margin_max;
  bool same_second;  /* one other algorithm is the second best at every size */
  bool differs;      /* margins reach TN_TUNE_TIE; true too without rival */
  int n_sizes;
  int n_candidates;  /* rows compared at each size: the fewest over the range */
};

/* The winners among rows by `column` (avg_us, span_us), as struct tn_range: everything else that
 * makes a row but algorithm, parameters and mechanism is a context; contexts come in the order of
 * the rows, sizes ascending. Equal times: the earlier row wins. NULL and *error (usage) when a row
 * lacks the time or the same point is there twice. Transfer full. */
GArray *tn_tune(const GPtrArray *rows, const char *column, GError **error);

/* The columns that make a context; NULL-terminated. */
extern const char *const tn_context_columns[];

/* Whether two rows stand in the same context. */
bool tn_same_context(char *const *a, char *const *b);
/* The same when the column `name` does not count. */
bool tn_same_context_but(char *const *a, char *const *b, const char *name);

/* The parameters of a winner for a narrow column: defaults among several go without saying, and so
 * does the mechanism that is the algorithm's own.
 * Transfer full. */
char *tn_tune_params(char *const *row);
/* "bcast on knl, 64 ranks", for headings, without the column `but` (may be NULL). Transfer full. */
char *tn_tune_subject(char *const *row, const char *but);
/* ", mapping numa, root 10, buffers cold", for headings: what is not the default, the column `but`
 * (may be NULL) aside. Transfer full. */
char *tn_tune_context(char *const *row, const char *but);
/* "from..to", or one of them when they are equal. Transfer full. */
char *tn_tune_from_to(const char *from, const char *to);

/* The line over a table: what all its rows share, and the column that decides. */
void tn_tune_write_heading(FILE *out, char *const *row, const char *time);

/* Writes the winners (of tn_tune by the column `time`) as text, a table for each context. */
void tn_tune_write_text(FILE *out, const GArray *ranges, const char *time);
/* The same, contexts that differ in the column `name` only beside each other. */
void tn_tune_write_beside(FILE *out, const GArray *ranges, const char *name, const char *time);

#endif
