/* What programs read: the columns of every table (records.h), and a JSON Schema of all of them. */
#ifndef TN_TOOLS_SCHEMA_H
#define TN_TOOLS_SCHEMA_H

#include "records.h"

/* Each beside what writes it. */
extern const struct tn_columns tn_choice_columns;
extern const struct tn_columns tn_compared_columns;
extern const struct tn_columns tn_comparison_columns;
extern const struct tn_columns tn_doctor_columns;
extern const struct tn_columns tn_error_columns;
extern const struct tn_columns tn_explain_columns;
extern const struct tn_columns tn_platform_columns;
extern const struct tn_columns tn_pull_columns;
extern const struct tn_columns tn_replay_columns;
extern const struct tn_columns tn_robust_columns;
extern const struct tn_columns tn_scoreboard_columns;
extern const struct tn_columns tn_sensitivity_columns;
extern const struct tn_columns tn_step_columns;
extern const struct tn_columns tn_suspect_columns;
extern const struct tn_columns tn_trace_columns;
extern const struct tn_columns tn_variant_columns;

/* The JSON Schema (draft 2020-12) of --format json to stdout: `$defs` has each command's output, and
 * a document is one of these. */
void tn_schema_print(void);

#endif
