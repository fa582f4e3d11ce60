/* Rows from which winners are chosen: read from files, or simulated for the selection. */
#ifndef TN_TOOLS_TUNING_TUNE_INPUT_H
#define TN_TOOLS_TUNING_TUNE_INPUT_H

#include "plan/points.h"
#include "request.h"
#include "rows/text_rows.h"

struct tn_tune_input {
  const struct tn_tune_request *request; /* request whose winners the rows must contain */
  bool wants_ties;                       /* true if near ties between the two best choices are
                                          * tested with jitter; this needs more simulations */
  bool tests_buffers; /* true if the fastest choices also run with rewritten buffers, unless
                       * --buffers is given */
  bool races;         /* true if candidates that cannot win are stopped */
  bool by_mechanism;  /* true if the output shows the best choice of each mechanism and not the two
                       * best algorithms */
  bool wants_notes;   /* true if notes on assumed parameters are printed; they need more
                       * simulations */
  struct tn_plan_kind kind; /* kind of the plan */
  GPtrArray *rows;          /* tn_rows_new(): the rows */
  GPtrArray *more;  /* tn_rows_new(): rows of the fastest algorithms with other states of the
                     * buffers; NULL if not requested */
  GPtrArray *notes; /* remarks on assumed parameters; NULL if not requested, or if rows were
                     * read */
  char *stopped;    /* remark on the number of stopped candidates, or NULL */
  bool ok;          /* true if no point failed; a failed point has no rows */
};

/* Checks that no option selects points in addition to the file of rows. Returns false and *error
 * (usage) otherwise. */
bool tn_tune_input_check_alone(const struct tn_options *s, const char *rows, GError **error);

/* Reads the rows of the files in the settings (ROWS), or runs the selected points; fills all
 * members from `rows` on. Returns false and *error after wrong usage or an interruption. After
 * success and failure, the caller calls tn_tune_input_clear. */
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

/* Runs `tune --robust` (robust_text.c). The worlds are those of the rows or of the selection. With
 * --uncertainty, or if the selection has a single world, each parameter that its costs depend on
 * adds two worlds: its stated error upwards and downwards. *ret_ok: true if no point failed.
 * Returns false and *error on failure. */
bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error);

#endif
