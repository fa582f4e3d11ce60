/* Rows in which tune finds winners: read from files, or simulated. */
#ifndef TN_TOOLS_TUNING_TUNE_INPUT_H
#define TN_TOOLS_TUNING_TUNE_INPUT_H

#include "plan/points.h"
#include "request.h"
#include "rows/text_rows.h"

struct tn_tune_input {
  const struct tn_tune_request *request; /* request that the rows must serve */
  /* true if the two best rows of a size are simulated with jitter, to find ties */
  bool wants_ties;
  /* true if the fastest rows are also simulated with rewritten buffers, unless --buffers is
   * given */
  bool tests_buffers;
  bool races; /* true if candidates that cannot win are stopped */
  /* true if the output has the best row of each mechanism, and not the two best algorithms */
  bool by_mechanism;
  /* true if remarks name assumed parameters, which needs more simulations */
  bool wants_notes;
  struct tn_plan_kind kind; /* kind of the plan that is simulated */
  GPtrArray *rows;
  GPtrArray *more; /* rows of the fastest choices with other buffers; NULL if not requested */
  /* remarks on assumed parameters; NULL if not requested, or if rows were read from files */
  GPtrArray *notes;
  char *stopped; /* remark on stopped candidates, or NULL */
  bool ok;       /* true if no point failed; failed points have no rows */
};

/* Returns true if only the file `rows`, and no option, selects points. Otherwise returns false and
 * *error (usage error). */
bool tn_tune_input_check_alone(const struct tn_options *s, const char *rows, GError **error);

/* Reads the files (ROWS) or runs the selected points; fills all members from `rows` on. Fails on
 * wrong usage or an interruption. Always call tn_tune_input_clear afterwards. */
bool tn_tune_input_collect(struct tn_tune_input *field, const struct tn_options *s, GError **error);
/* Runs the selection with some settings replaced, and appends the rows to the field. Keeps the
 * notes of the first run. On failure adds no rows, and returns false and *error. */
bool tn_tune_input_add(struct tn_tune_input *field, const struct tn_replacements *replacements,
                       const struct tn_options *s, GError **error);
void tn_tune_input_clear(struct tn_tune_input *field);

/* Runs the selection and fills the field (tn_tune_input_collect). Returns false and *error on
 * failure. */
bool tn_tune_points(struct tn_tune_input *field, const struct tn_options *s, GError **error);

/* Runs `tune --robust` (robust_text.c) over the worlds (contexts) of the rows or selection. With
 * --uncertainty or a single world, each parameter on which costs depend adds two worlds: its value
 * lowered and raised by its stated error. *ret_ok: true if no point failed. */
bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error);

#endif
