/* Measurements from files. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Appends the rows (tn_trace_parse) of "FILE[:COLUMN=VALUE,...]": the values go into every row of the file, before what it
 * says itself. FILE "-" is standard input. */
bool tn_trace_read(GPtrArray *rows, GPtrArray *notes, const char *spec, const char *columns,
                   GError **error);

#endif
