/* Rows of a comparison by the value of a column: one of ours, a parameter, or one that only their file
 * knows. */
#ifndef TN_TOOLS_SELECT_H
#define TN_TOOLS_SELECT_H

#include <glib.h>
#include <stdbool.h>

/* Keeps the rows (struct tn_row) of both sides that are as "COLUMN=VALUE;..." says (NULL: all); a side of
 * which no row knows the column keeps all. False and *error (usage) when neither side knows it, or a
 * side has no row left. */
bool tn_select_where(GPtrArray *predicted, GPtrArray *measured, const char *where, GError **error);

/* Keeps the rows that have the value, also written as a library's name or "64K", in the column; all
 * where no row knows it. False and *error (usage), which begins with `who`, when none has it. */
bool tn_select_keep(GPtrArray *rows, const char *who, const char *column, const char *value,
                    GError **error);

/* The values that rows have in a column, in the order of their first appearance; empty when no row
 * knows it. NULL-terminated, transfer full. */
char **tn_select_values(const GPtrArray *rows, const char *column);

/* The rows of one value, borrowed; all where no row knows the column. Transfer container. */
GPtrArray *tn_select_rows(const GPtrArray *rows, const char *column, const char *value);

#endif
