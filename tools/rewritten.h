/* How times change if the owner of each buffer writes it before each call. A message that nobody has
 * touched since the previous call is still in caches, so that its times mislead. */
#ifndef TN_TOOLS_REWRITTEN_H
#define TN_TOOLS_REWRITTEN_H

#include "rows/text_rows.h"
#include "tune/buffer_states.h"

/* So many algorithms of each size are run again first. */
enum { TN_REWRITTEN_RIVALS = 4 };

/* Rows of unchanged buffers, and what their points take with rewritten ones. */
struct tn_rewritten {
  const struct tn_study *study; /* borrowed */
  const GPtrArray *rows;        /* struct tn_row *, borrowed */
  const GArray *points;         /* guint: the point of each row, a number of the study */
  enum tn_objective objective;
  /* Runs a study; hints[i] is the time of its point i with unchanged buffers. */
  void (*run)(void *data, struct tn_study *study, const double *hints);
  void *data;
  GPtrArray *more; /* tn_rows_new(): rows with rewritten buffers */
};

/* Runs the rows that are `wanted` (wanted[rows->len]) again, and appends them to `more`. */
void tn_rewritten_try(struct tn_rewritten *r, const bool *wanted);
/* Runs the wanted rows again, then those of `may_win` that are faster with unchanged buffers than the
 * best time found: others cannot win. Changes may_win. */
void tn_rewritten_try_best(struct tn_rewritten *r, const bool *wanted, bool *may_win);

/* Runs the fastest rows of each size again and returns a sentence about the table whose times change
 * most; NULL if no winner and no time (by more than a factor of 2) changes. Points that take long are not
 * run again, and the sentence says so. At most `most` (0: any number of) points are run again, those of sizes
 * at even distances. Of `points` (guint, numbers of the study; NULL: all) those count that are done with
 * unchanged buffers. Transfer full. */
char *tn_rewritten_remark(const struct tn_study *study, const GArray *points,
                          enum tn_objective objective, guint most, tn_study_runner *run);

/* tn_rewritten_remark of finished points (NULL: all); NULL if the user chose the state of
 * the buffers, or if no caches were simulated. Transfer full. */
char *tn_note_rewritten(const struct tn_results *results, const GArray *points,
                        enum tn_objective objective, guint most, tn_study_runner *run);

#endif
