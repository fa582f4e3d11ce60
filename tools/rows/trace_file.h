/* Measurements from files. */
#ifndef TN_TOOLS_TRACE_FILE_H
#define TN_TOOLS_TRACE_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Appends the rows (tn_trace_parse) of "FILE[:COLUMN=VALUE,...]", where a column may be a parameter or
 * one that only the file has: a value chooses among the file's rows where they know the column, else
 * it is that of all. FILE "-" is standard input. A seal is checked; *ret_sealed (may be NULL): it
 * is one. */
bool tn_trace_read(GPtrArray *rows, GPtrArray *notes, const char *spec, const char *columns,
                   bool *ret_sealed, GError **error);

#endif
