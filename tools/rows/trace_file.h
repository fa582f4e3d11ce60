/* Reads measurements from files, with values that the user adds. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include "compare/compare_trace.h"

#include <glib.h>
#include <stdbool.h>

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" to the array of `as`; FILE "-" is standard input.
 * `as`: as for tn_trace_parse, without the text. COLUMN: a parameter, one of as->more, or a column
 * of the file. If the file has the column, the value selects rows; otherwise all rows get it.
 * Checks a seal; *ret_sealed (may be NULL): true if there is one. */
bool tn_trace_read(const struct tn_trace *as, const char *spec, bool *ret_sealed, GError **error);
/* Returns the part of "FILE:COLUMN=VALUE,..." after the file's name, borrowed; NULL if there is no
 * such part. */
const char *tn_trace_values(const char *spec);

#endif
