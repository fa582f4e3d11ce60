/* Selects rows of a comparison by a column: one of turnstile's columns, a parameter, or a column
 * of the file. */
#ifndef TN_TOOLS_SELECT_H
#define TN_TOOLS_SELECT_H

#include <glib.h>
#include <stdbool.h>

/* Removes the rows (struct tn_row) of both sides that do not match "COLUMN=VALUE;..." (NULL: keeps
 * all). A side without the column keeps all rows. Returns false and *error (usage) if both sides
 * lack it, or if a side has no row left. */
bool tn_select_where(GPtrArray *predicted, GPtrArray *measured, const char *where, GError **error);

/* Removes the rows with another value in the column; the value may also be a library's name or
 * "64K". Keeps all rows if the column is unknown. Returns false and *error (usage), which begins
 * with `who`, if no row matches. */
bool tn_select_keep(GPtrArray *rows, const char *who, const char *column, const char *value,
                    GError **error);

/* Returns the distinct values of a column in order of first appearance; empty if the column is
 * unknown. NULL-terminated, transfer full. */
char **tn_select_values(const GPtrArray *rows, const char *column);

/* Returns the rows with the value, borrowed; all rows if the column is unknown. Transfer
 * container. */
GPtrArray *tn_select_rows(const GPtrArray *rows, const char *column, const char *value);

#endif
