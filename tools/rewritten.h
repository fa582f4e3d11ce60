/* Compares times with unchanged buffers to times with buffers that their owner writes before each
 * call. Unchanged buffers stay in caches, which makes their times misleadingly short. */
#ifndef TN_TOOLS_REWRITTEN_H
#define TN_TOOLS_REWRITTEN_H

#include "rows/text_rows.h"
#include "tune/buffer_states.h"

/* Number of the fastest algorithms per size that are run again first. */
enum { TN_REWRITTEN_RIVALS = 4 };

/* Rows with unchanged buffers, and the times of their points with rewritten buffers. */
struct tn_rewritten {
  const struct tn_study *study; /* borrowed */
  const GPtrArray *rows;        /* struct tn_row *, borrowed */
  const GArray *points;         /* guint: index in the study of each row's point */
  enum tn_objective objective;
  /* Runs a study; hints[i] is the time in seconds of its point i with unchanged buffers. */
  void (*run)(void *data, struct tn_study *study, const double *hints);
  void *data;
  GPtrArray *more; /* tn_rows_new(): the results with rewritten buffers */
};

/* Runs the wanted rows (wanted[rows->len]) with rewritten buffers and appends the results to
 * `more`. */
void tn_rewritten_try(struct tn_rewritten *r, const bool *wanted);
/* Runs the wanted rows with rewritten buffers, then the rows in `may_win` that are faster with
 * unchanged buffers than the best time found so far; the other rows cannot win. Changes may_win. */
void tn_rewritten_try_best(struct tn_rewritten *r, const bool *wanted, bool *may_win);

/* Runs the fastest rows of each size with rewritten buffers and returns a sentence about the table
 * with the largest changes. Returns NULL if no winner changes and no time changes by more than a
 * factor of 2. Does not repeat points that take long, and mentions this in the sentence. Repeats at
 * most `most` points (0: no limit), at evenly spaced sizes. `points`: guint, indices of finished
 * points with unchanged buffers; NULL: all. Transfer full. */
char *tn_rewritten_remark(const struct tn_study *study, const GArray *points,
                          enum tn_objective objective, guint most, tn_study_runner *run);

/* Returns the sentence of tn_rewritten_remark for finished points (NULL: all); NULL if the user
 * chose the state of the buffers, or if no caches were simulated. Transfer full. */
char *tn_note_rewritten(const struct tn_results *results, const GArray *points,
                        enum tn_objective objective, guint most, tn_study_runner *run);

#endif
