/* A traced program's calls as measured rows. */
#ifndef TN_TOOLS_PROGRAM_ROWS_H
#define TN_TOOLS_PROGRAM_ROWS_H

#include <glib.h>
#include <stdbool.h>

/* Appends a row for each collective, number of ranks and size of a trace (trace/trace.h): means and medians
 * over its calls. False and *error (usage) where there is no trace with measured times. */
bool tn_program_rows(GPtrArray *rows, GPtrArray *notes, const char *path, GError **error);

#endif
