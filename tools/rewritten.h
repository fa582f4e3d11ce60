/* Compares times with unchanged buffers to buffers written by their owner before each call.
 * Unchanged buffers stay in caches: their times are misleadingly short. */
#ifndef TN_TOOLS_REWRITTEN_H
#define TN_TOOLS_REWRITTEN_H

#include "rows/text_rows.h"
#include "tune/buffer_states.h"

/* Number of the fastest algorithms per size that are run again first. */
enum { TN_REWRITTEN_RIVALS = 4 };

/* Rows with unchanged buffers, and times with rewritten ones. */
struct tn_rewritten {
  const struct tn_study *study; /* borrowed */
  const GPtrArray *rows;        /* struct tn_row *, borrowed */
  const GArray *points;         /* guint: index of each row's point in the study */
  enum tn_objective objective;
  /* Runs a study; hints[i]: seconds of point i with unchanged buffers. */
  void (*run)(void *data, struct tn_study *study, const double *hints);
  void *data;
  GPtrArray *more; /* tn_rows_new(): results with rewritten buffers */
};

/* Runs the wanted rows (wanted[rows->len]) with rewritten buffers and appends the results to
 * `more`. */
void tn_rewritten_try(struct tn_rewritten *r, const bool *wanted);
/* Runs the wanted rows, then those in `may_win` that are faster with unchanged buffers than the
 * best so far; others cannot win. Changes may_win. */
void tn_rewritten_try_best(struct tn_rewritten *r, const bool *wanted, bool *may_win);

/* Repeats the fastest rows of each size with rewritten buffers. Returns a sentence on the table
 * with the largest changes, which mentions points that take too long; NULL if no winner changes and
 * no time by more than 2 x. At most `most` points (0: all), at evenly spaced sizes. `points`:
 * guint, finished ones with unchanged buffers; NULL: all. Transfer full. */
char *tn_rewritten_remark(const struct tn_study *study, const GArray *points,
                          enum tn_objective objective, guint most, tn_study_runner *run);

/* Returns tn_rewritten_remark for finished points (NULL: all); NULL if the user chose the buffers,
 * or without caches. Transfer full. */
char *tn_note_rewritten(const struct tn_results *results, const GArray *points,
                        enum tn_objective objective, guint most, tn_study_runner *run);

#endif
