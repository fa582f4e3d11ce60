/* Interface for programs: the columns of every table (table/table.h), and a JSON Schema of all
 * tables. */
#ifndef TN_TOOLS_SCHEMA_H
#define TN_TOOLS_SCHEMA_H

#include "table/table.h"

/* Columns of tables, defined in the files that write the tables. */
extern const char tn_choice_columns[];
extern const char tn_compared_columns[];
extern const char tn_sealed_columns[];
extern const char tn_comparison_columns[];
extern const char tn_delay_columns[];
extern const char tn_doctor_columns[];
extern const char tn_error_columns[];
extern const char tn_explain_columns[];
extern const char tn_platform_columns[];
extern const char tn_pull_columns[];
extern const char tn_replay_columns[];
extern const char tn_robust_columns[];
extern const char tn_sensitivity_columns[];
extern const char tn_step_columns[];
extern const char tn_trace_columns[];
extern const char tn_variant_columns[];
/* Tables that `list` prints: columns of CSV and JSON, and layout of the text (table_text.h). `fill`
 * adds the rows; `between` separates the parts of a cell (in text "\n"). */
extern const struct tn_list {
  const char *name, *columns, *layout;
  void (*fill)(struct tn_table *t, const char *between);
} tn_lists[]; /* the element with name == NULL ends the array */

/* Prints the JSON Schema (draft 2020-12) of --format json, with an entry of `$defs` for each
 * command's output. */
void tn_schema_print(void);

#endif
