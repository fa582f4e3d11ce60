/* What winners are chosen from: rows that are there, or points run for it. */
#ifndef TN_TOOLS_TUNING_FIELD_H
#define TN_TOOLS_TUNING_FIELD_H

#include "plan/points.h"
#include "request.h"
#include "rows/text_rows.h"

struct tn_field {
  const struct tn_tune_request *request; /* what is asked of the rows that are run */
  bool wants_ties;                       /* the two best are told from luck: that takes runs, too */
  bool tells_states; /* the fastest are run with rewritten buffers, too, unless --buffers is said */
  bool races;        /* candidates that cannot win are stopped */
  bool by_mechanism; /* the best of each mechanism is shown, not the two best algorithms */
  int notes_for; /* TN_JUST(enum tn_output): what is assumed is asked for, in runs of its own; 0: not */
  struct tn_plan_kind kind; /* of the plan */
  GPtrArray *rows;          /* tn_rows_new() */
  GPtrArray *more; /* the same points with buffers in another state, of the fastest algorithms;
                    * NULL: not asked for */
  struct tn_document
      *notes;    /* what is assumed, in that format; NULL: not wanted, or rows that are there */
  char *stopped; /* how many candidates were stopped, as text; NULL: none */
  bool ok;       /* no point failed; one that does costs only its rows */
};

/* Whether nothing is said that selects points, beside the file of rows. False and *error (usage). */
bool tn_field_check_alone(const struct tn_options *s, const char *rows, GError **error);

/* Reads the ROWS of the settings or runs their points; fills all from `rows` on.
 * False and *error: usage, or interrupted. tn_field_clear in any case. */
bool tn_field_collect(struct tn_field *field, const struct tn_options *s, GError **error);
/* Collects the selection with something else `instead`, and appends that to the field, whose notes are
 * the first's. False and *error, and nothing more is there. */
bool tn_field_add(struct tn_field *field, const struct tn_instead *instead,
                  const struct tn_options *s, GError **error);
void tn_field_clear(struct tn_field *field);

/* Runs the selection into the field (tn_field_collect). False and *error. */
bool tn_tune_points(struct tn_field *field, const struct tn_options *s, GError **error);

/* robust_text.c: `tune --robust`: the worlds are those of the rows or of the selection; of a selection with --errors,
 * or with one world alone, also with each parameter that its points were charged by moved by its stated
 * error. *ret_ok: no point failed. False and *error. */
bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error);

#endif
