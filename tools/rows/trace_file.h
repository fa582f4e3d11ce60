/* Measurements from files. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include "compare/compare_trace.h"

#include <glib.h>
#include <stdbool.h>

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" as `as` has it (tn_trace_parse) but for the text. A
 * column may be a parameter, one of as->more, or one that only the file has: a value chooses among the
 * file's rows where they know the column, else it is that of all. FILE "-" is standard input. A seal is
 * checked; *ret_sealed (may be NULL): it is one. */
bool tn_trace_read(const struct tn_trace *as, const char *spec, bool *ret_sealed, GError **error);
/* Returns where the values of such a text begin, NULL if it has none. Borrowed. */
const char *tn_trace_values(const char *spec);

#endif
