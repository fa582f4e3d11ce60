/* Measurements from files. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include "compare/compare_trace.h"

#include <glib.h>
#include <stdbool.h>

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" in the format `as` (tn_trace_parse), except for
 * its text. A column may be a parameter, one of as->more, or one of the file. If the file has the
 * column, the value selects rows; else it applies to all rows. FILE "-" is standard input. Checks
 * a seal; *ret_sealed (may be NULL): true if the file is sealed. */
bool tn_trace_read(const struct tn_trace *as, const char *spec, bool *ret_sealed, GError **error);
/* Returns the start of the values in such a text, borrowed; NULL if it has no values. */
const char *tn_trace_values(const char *spec);

#endif
