/* Rows read back from CSV files, each as tn_row() makes them: one text per column of tn_columns. */
#ifndef TN_TOOLS_ROWS_H
#define TN_TOOLS_ROWS_H

#include "row.h"

/* An empty pointer array of rows (char **, NULL-terminated), which owns them. */
GPtrArray *tn_rows_new(void);

/* Appends the rows of a CSV text (RFC 4180; LF or CR LF). Columns go by name, in any order; unknown
 * ones are dropped, absent ones are "", but what identifies a row and avg_us must be there. False
 * and *error (usage) as "file:line: what" on anything malformed; rows before it stay. */
bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error);
/* The same of a file; "-" is standard input. */
bool tn_rows_read(GPtrArray *rows, const char *file, GError **error);

/* The bytes of a file ("-": standard input) and the name that errors give it, borrowed; transfer
 * full. NULL and *error (usage) when it cannot be read. */
char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error);

/* A row that knows nothing yet, and a way to say something; transfer full. */
char **tn_row_empty(void);
void tn_cell_set(char **row, const char *column, const char *text);

/* Appends the finished points of a run. */
void tn_rows_take(GPtrArray *rows, const struct tn_results *results);

/* What --objective names, NULL-terminated, and the columns that hold it. */
extern const char *const tn_objective_names[], *const tn_objective_columns[];
/* What the time of such a column is, in words. */
const char *tn_objective_says(const char *column);

/* The text of a column, which must exist; owned by the row. */
const char *tn_cell(char *const *row, const char *column);
/* The number there; NAN when it is unknown. */
double tn_cell_number(char *const *row, const char *column);
/* The value of `name`, a column or a parameter of the row's algorithm; NULL when the row has
 * neither. Transfer full. */
char *tn_cell_or_param(char *const *row, const char *name);

#endif
