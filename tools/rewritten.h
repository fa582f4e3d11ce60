/* Compares times with unchanged buffers to times with buffers that their owner writes before each
 * call. Unchanged buffers stay in caches: their times are misleadingly short. */
#ifndef TN_TOOLS_REWRITTEN_H
#define TN_TOOLS_REWRITTEN_H

#include "rows/text_rows.h"
#include "tune/buffer_states.h"

/* Number of the fastest algorithms per size that are tried first. */
enum { TN_REWRITTEN_RIVALS = 4 };

/* Rows with unchanged buffers, and their times with rewritten buffers. */
struct tn_rewritten {
  const struct tn_study *study; /* borrowed */
  const GPtrArray *rows;        /* struct tn_row *, borrowed */
  const GArray *points;         /* guint: index of each row's point in the study */
  enum tn_objective objective;
  /* Runs a study. hints[i]: seconds that point i takes with unchanged buffers. */
  void (*run)(void *data, struct tn_study *study, const double *hints);
  void *data;
  GPtrArray *more; /* results with rewritten buffers, from tn_rows_new() */
};

/* Simulates the wanted rows (wanted[rows->len]) with rewritten buffers and appends the results to
 * `more`. */
void tn_rewritten_try(struct tn_rewritten *r, const bool *wanted);
/* Simulates the wanted rows. Then simulates the rows in `may_win` that take less time with
 * unchanged buffers than the best result so far; other rows cannot win. Changes may_win. */
void tn_rewritten_try_best(struct tn_rewritten *r, const bool *wanted, bool *may_win);

/* Simulates the fastest rows of each size with rewritten buffers. Returns a sentence on the context
 * with the largest changes, which also mentions points that take too long to simulate. Returns NULL
 * if no winner changes and no time changes by more than 2 x. Runs at most `most` points (0: all),
 * at evenly spaced sizes. `points`: guint, finished points with unchanged buffers; NULL: all.
 * Transfer full. */
char *tn_rewritten_remark(const struct tn_study *study, const GArray *points,
                          enum tn_objective objective, guint most, tn_study_runner *run);

/* Returns tn_rewritten_remark for the finished points among `points` (NULL: all). Returns NULL if
 * the user chose the state of the buffers, or caches are not simulated. Transfer full. */
char *tn_note_rewritten(const struct tn_results *results, const GArray *points,
                        enum tn_objective objective, guint most, tn_study_runner *run);

#endif
