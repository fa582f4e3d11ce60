/* Rows as text: comma-separated (RFC 4180) and JSON; and back from the first. */
#ifndef TN_STUDY_ROWS_H
#define TN_STUDY_ROWS_H

#include <stdio.h>

#include "csv.h"
#include "row.h"
#include "table/table.h"

/* The header and all rows (struct tn_row) as text. Transfer full. */
char *tn_rows_csv(const GPtrArray *rows);
/* The same as a table, whose JSON has null where a number is not known. Transfer full. */
struct tn_table *tn_rows_cells(const GPtrArray *rows);
/* Adds a column of rows, with its unit, to a table; its cells are tn_row_text(). */
void tn_row_add_column(struct tn_table *table, int column);

/* Sets a column from text; "" is unknown. False and *error (usage), without a place, when the text
 * is no value of the column: numbers are not negative, counts whole (64.0 is), answers yes or no,
 * names UTF-8 without control characters. */
bool tn_row_set(struct tn_row *row, int column, const char *text, GError **error);

/* A text that begins so is a seal: rows behind lines that begin with "#", of which the first goes on
 * with the version of the format and the second has the checksum (tools/seal.h). */
#define TN_ROWS_SEAL "# turnstile seal "

/* Whether a header has all that tn_rows_parse needs. NULL-terminated. */
bool tn_rows_is_header(char *const *fields);

/* Appends the rows of a text (LF or CR LF), sealed or not. Columns go by name, in any order; unknown ones are
 * dropped, absent ones are unknown, but what identifies a row and avg_us must be there. False and
 * *error (usage) as "file:line: what" on anything malformed; rows before it stay. */
bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error);

/* The columns of a table. */
struct tn_rows_table {
  const GPtrArray *names; /* char *: its header */
  const GArray *columns;  /* int: which of ours each is; -1: another one, -2: not read */
  bool is_ours; /* true if this program wrote it: rows lack nothing that identifies them */
};

/* Appends the rows of the records that are left. False and *error (usage) as above. */
bool tn_rows_table(GPtrArray *rows, struct tn_csv *csv, const struct tn_rows_table *table,
                   GError **error);

#endif
