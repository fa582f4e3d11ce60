/* Rows for the winners: read, or simulated for the selection. */
#ifndef TN_TOOLS_TUNING_TUNE_INPUT_H
#define TN_TOOLS_TUNING_TUNE_INPUT_H

#include "plan/points.h"
#include "request.h"
#include "rows/text_rows.h"

struct tn_tune_input {
  const struct tn_tune_request *request; /* request whose winners the rows must contain */
  bool wants_ties;                       /* true if near ties of the two best are tested with
                                          * jitter, by more simulations */
  bool tests_buffers; /* true if the fastest also run with rewritten buffers, unless --buffers is
                       * given */
  bool races;         /* true if hopeless candidates are stopped */
  bool by_mechanism;  /* true if the output has the best of each mechanism, not the two best
                       * algorithms */
  bool wants_notes;   /* true if assumed parameters are noted, by more simulations */
  struct tn_plan_kind kind; /* kind of the plan */
  GPtrArray *rows;
  GPtrArray *more;  /* tn_rows_new(): the fastest with other buffers; NULL if not requested */
  GPtrArray *notes; /* remarks on assumed parameters; NULL if not requested or rows were read */
  char *stopped;    /* remark on stopped candidates, or NULL */
  bool ok;          /* true if no point failed; failed points have no rows */
};

/* Checks that no option selects points besides the file of rows. Errors are usage errors. */
bool tn_tune_input_check_alone(const struct tn_options *s, const char *rows, GError **error);

/* Reads the files (ROWS) or runs the points; fills all members from `rows` on. Fails on wrong usage
 * or an interruption. Always call tn_tune_input_clear afterwards. */
bool tn_tune_input_collect(struct tn_tune_input *field, const struct tn_options *s, GError **error);
/* Runs the selection with the replacement of settings `replacements` and appends the rows to the
 * field; keeps the notes of the first run. Returns false and *error on failure, and adds no rows
 * then. */
bool tn_tune_input_add(struct tn_tune_input *field, const struct tn_replacements *replacements,
                       const struct tn_options *s, GError **error);
void tn_tune_input_clear(struct tn_tune_input *field);

/* Runs the selection into the field (tn_tune_input_collect). Returns false and *error on
 * failure. */
bool tn_tune_points(struct tn_tune_input *field, const struct tn_options *s, GError **error);

/* Runs `tune --robust` (robust_text.c) over the worlds of the rows or selection. With --uncertainty
 * or a single world, each parameter that its costs depend on adds two: its stated error up and
 * down. *ret_ok: no point failed. */
bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error);

#endif
