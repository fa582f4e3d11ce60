/* Reads rows from the user's files. */
#ifndef TN_TOOLS_ROWS_ROWS_FILES_H
#define TN_TOOLS_ROWS_ROWS_FILES_H

#include "text_rows.h"

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" (trace_file.h), or of a folder of advise. Each row
 * must state collective, algorithm, ranks, size and time. Errors are usage errors. */
bool tn_rows_read(GPtrArray *rows, const char *file, GError **error);

/* Keeps one row of each point, the median of repeated measurements (tn_rows_unique), and prints how
 * many were repeats. Returns false and *error on failure. */
bool tn_rows_unify(GPtrArray *rows, GError **error);

/* Returns the rows of all files (char *), one per point. Transfer full. Also fails if there are no
 * files; the error then names `command`. */
GPtrArray *tn_rows_read_all(const GPtrArray *files, const char *command, GError **error);

/* Returns the bytes of a file ("-": standard input). If the first bytes show that it is a store
 * (sweep --store), returns its CSV; line numbers in errors refer to this CSV, as export writes it.
 * *ret_name: name for errors, borrowed. Transfer full; NULL and *error (usage) if the file cannot
 * be read. */
char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error);

#endif
