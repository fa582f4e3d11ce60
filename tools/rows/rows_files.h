/* Rows from files that the user names. */
#ifndef TN_TOOLS_ROWS_ROWS_FILES_H
#define TN_TOOLS_ROWS_ROWS_FILES_H

#include "text_rows.h"

/* Appends the rows of "FILE[:COLUMN=VALUE,...]" (trace_file.h), of which all state collective, algorithm,
 * ranks, size and time, and prints what was left out of it. False and *error (usage). */
bool tn_rows_read(GPtrArray *rows, const char *file, GError **error);

/* Keeps one row of each point (tn_rows_unique), and prints how many measured rows are repeats. */
bool tn_rows_unify(GPtrArray *rows, GError **error);

/* The rows of all those files (char *), each once. NULL and *error: also when there is no file, which
 * `command` then asks for. Transfer full. */
GPtrArray *tn_rows_read_all(const GPtrArray *files, const char *command, GError **error);

/* The bytes of a file ("-": standard input) and the name that errors give it, borrowed; transfer
 * full. Of a store (sweep --store), by its first bytes, the rows as CSV: lines that errors name are
 * those that export writes. NULL and *error (usage) when it cannot be read. */
char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error);

#endif
