/* Selects rows of a comparison by a column of turnstile or of the file, or by a parameter. */
#ifndef TN_TOOLS_SELECT_H
#define TN_TOOLS_SELECT_H

#include <glib.h>
#include <stdbool.h>

/* Removes the rows (struct tn_row) that do not match "COLUMN=VALUE;..." (may be NULL). If one of
 * the two arrays lacks the column, that array keeps its rows. Fails (usage error) if both arrays
 * lack it, or if an array loses all rows. */
bool tn_select_where(GPtrArray *predicted, GPtrArray *measured, const char *where, GError **error);

/* Keeps only the rows with `value` in the column; the value may also be a library's name or a size
 * such as "64K". Keeps all rows if the column is unknown. Returns false and *error (usage), which
 * begins with `who`, if no row matches. */
bool tn_select_matching(GPtrArray *rows, const char *who, const char *column, const char *value,
                        GError **error);

/* Returns the distinct values of a column in order of first appearance; an empty array if the
 * column is unknown. NULL-terminated, transfer full. */
char **tn_select_values(const GPtrArray *rows, const char *column);

/* Returns the rows with `value` in the column, borrowed; all rows if the column is unknown.
 * Transfer container. */
GPtrArray *tn_select_rows(const GPtrArray *rows, const char *column, const char *value);

#endif
