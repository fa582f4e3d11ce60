/* Writes rows as comma-separated text (RFC 4180) and JSON; reads rows from comma-separated text. */
#ifndef TN_STUDY_ROWS_H
#define TN_STUDY_ROWS_H

#include <stdio.h>

#include "csv.h"
#include "row.h"
#include "table/table.h"

/* Returns the header and all rows (struct tn_row) as text. Transfer full. */
char *tn_rows_csv(const GPtrArray *rows);
/* Returns the rows as a table; its JSON has null for unknown numbers. Transfer full. */
struct tn_table *tn_rows_cells(const GPtrArray *rows);
/* Adds a column of rows to a table, with its unit. Fill its cells with tn_row_text(). */
void tn_row_add_column(struct tn_table *table, int column);

/* Sets a column from text; "" is unknown. Numbers are not negative, counts are whole (64.0 is
 * whole), answers are yes or no, names are UTF-8 without control characters. Returns false and sets
 * *error (usage, without file and line) for other text. */
bool tn_row_set(struct tn_row *row, int column, const char *text, GError **error);

/* First characters of a sealed prediction (a seal): a file of rows with two lines before them that
 * begin with "#". The first line continues with the version of the format, the second has the
 * checksum (tools/seal.h). */
#define TN_ROWS_SEAL "# turnstile seal "

/* Returns true if a NULL-terminated header has all columns that tn_rows_parse needs. */
bool tn_rows_is_header(char *const *fields);

/* Appends the rows of a text (LF or CR LF), sealed or not. Columns are matched by name in any
 * order. Unknown columns are dropped; absent columns are unknown values, but avg_us and the columns
 * that identify a row are required. Returns false and sets *error (usage, "file:line: ...") if the
 * text is malformed; rows before this line remain in `rows`. */
bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error);

/* Columns of a table. */
struct tn_rows_table {
  const GPtrArray *names; /* header (char *) */
  const GArray *columns;  /* column number of each field (int); -1: foreign, -2: not read */
  /* true if this program wrote the table: its rows have all values that identify a point */
  bool is_ours;
};

/* Appends the remaining records as rows. Returns false and sets *error like tn_rows_parse. */
bool tn_rows_table(GPtrArray *rows, struct tn_csv *csv, const struct tn_rows_table *table,
                   GError **error);

#endif
