/* Reads rows from files of the user. */
#ifndef TN_TOOLS_ROWS_ROWS_FILES_H
#define TN_TOOLS_ROWS_ROWS_FILES_H

#include "text_rows.h"

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" (trace_file.h) that state collective, algorithm,
 * ranks, size and time; prints how many it omits. Errors are usage errors. */
bool tn_rows_read(GPtrArray *rows, const char *file, GError **error);

/* Keeps the median row of each point (tn_rows_unique); prints the number of repeats. */
bool tn_rows_unify(GPtrArray *rows, GError **error);

/* Returns the distinct rows of all files (char *). Transfer full. Fails also without files; that
 * error names `command`. */
GPtrArray *tn_rows_read_all(const GPtrArray *files, const char *command, GError **error);

/* Returns the bytes of a file ("-": standard input); for a store (sweep --store) its CSV, to which
 * lines in errors refer. *ret_name: for errors, borrowed. Transfer full; errors are usage
 * errors. */
char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error);

#endif
