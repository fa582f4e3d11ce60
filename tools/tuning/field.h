/* Rows from which winners are chosen: read from files, or simulated for the selection. */
#ifndef TN_TOOLS_TUNING_FIELD_H
#define TN_TOOLS_TUNING_FIELD_H

#include "plan/points.h"
#include "request.h"
#include "rows/text_rows.h"

struct tn_field {
  const struct tn_tune_request *request; /* request that the rows must serve */
  bool wants_ties;                       /* true if near ties between the two best are tested with
                                          * jitter; this needs further simulations */
  bool tells_states; /* true if the fastest also run with rewritten buffers, unless --buffers is
                      * given */
  bool races;        /* true if candidates that cannot win are stopped */
  bool by_mechanism; /* true if the best of each mechanism is shown instead of the two best
                      * algorithms */
  bool wants_notes;  /* true if notes on assumed parameters are printed, which need further
                     * simulations */
  struct tn_plan_kind kind; /* of the plan */
  GPtrArray *rows;          /* tn_rows_new() */
  GPtrArray *more;  /* points of the fastest algorithms with other buffer states; NULL if not
                    * requested */
  GPtrArray *notes; /* remarks on assumed parameters; NULL if not requested, or if rows were
                     * read */
  char *stopped;    /* number of stopped candidates as text, or NULL */
  bool ok;          /* true if no point failed; a failed point has no rows */
};

/* Checks that no option selects points in addition to the file of rows. Returns false and *error
 * (usage) otherwise. */
bool tn_field_check_alone(const struct tn_options *s, const char *rows, GError **error);

/* Reads the ROWS of the settings or runs their points; fills all members from `rows` on. Returns
 * false and *error after wrong usage or an interruption. Call tn_field_clear in both cases. */
bool tn_field_collect(struct tn_field *field, const struct tn_options *s, GError **error);
/* Runs the selection with the replacement `instead` and appends the rows to the field; keeps the
 * notes of the first run. Returns false and *error on failure, without adding rows. */
bool tn_field_add(struct tn_field *field, const struct tn_instead *instead,
                  const struct tn_options *s, GError **error);
void tn_field_clear(struct tn_field *field);

/* Runs the selection into the field (tn_field_collect). Returns false and *error on failure. */
bool tn_tune_points(struct tn_field *field, const struct tn_options *s, GError **error);

/* Runs `tune --robust` (robust_text.c). The worlds are those of the rows or of the selection. A
 * selection with --uncertainty or with a single world also gets one world for each parameter of its
 * points' costs and each direction of its stated error. *ret_ok: true if no point failed. Returns
 * false and *error on failure. */
bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error);

#endif
