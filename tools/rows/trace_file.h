/* Reads measurements from files, with values that the user adds. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include "compare/compare_trace.h"

#include <glib.h>
#include <stdbool.h>

/* Appends the rows of "FILE[:COLUMN=VALUE,...]"; FILE "-" is standard input. `as`: arrays and
 * columns, without the text (tn_trace_parse). COLUMN: a parameter, one of as->more, or a column of
 * the file. A value of a file's column selects rows; other values are given to all rows. Checks a
 * seal; *ret_sealed (may be NULL): true if there is one. */
bool tn_trace_read(const struct tn_trace *as, const char *spec, bool *ret_sealed, GError **error);
/* Returns the part of "FILE:COLUMN=VALUE,..." after the file's name, borrowed; NULL if there is no
 * such part. */
const char *tn_trace_values(const char *spec);

#endif
