/* Conversion of rows to comma-separated text (RFC 4180) and back, and to JSON. */
#ifndef TN_STUDY_ROWS_H
#define TN_STUDY_ROWS_H

#include <stdio.h>

#include "csv.h"
#include "row.h"
#include "table/table.h"

/* Returns header and rows (struct tn_row) as comma-separated text. Transfer full. */
char *tn_rows_csv(const GPtrArray *rows);
/* Returns the rows as a table; unknown numbers are null in JSON. Transfer full. */
struct tn_table *tn_rows_cells(const GPtrArray *rows);
/* Adds a column with its unit to a table; tn_row_text() fills its cells. */
void tn_row_add_column(struct tn_table *table, int column);

/* Foreign columns of rows that advise has judged: what the time rests on (one value is
 * TN_BASIS_MEASURED), the largest accepted loss, and the probability that the choice loses no
 * more. */
#define TN_ROW_BASIS "basis"
#define TN_ROW_LIMIT "limit"
#define TN_ROW_CHANCE "chance"
#define TN_BASIS_MEASURED "measured"
/* Returns "3 of 40 times measured" for the judged rows of a collective (NULL: all). NULL if none is
 * measured. Transfer full. */
char *tn_rows_measured(const GPtrArray *rows, const char *collective);

/* Sets a column from text; "" is unknown. Numbers are not negative, counts are whole (64.0 is
 * whole), answers are yes or no, names are UTF-8 without control characters. Otherwise returns
 * false and *error (usage, without file and line). */
bool tn_row_set(struct tn_row *row, int column, const char *text, GError **error);

/* Beginning of a sealed prediction (a seal): a file of rows with two lines before them that begin
 * with "#". The first line continues with the version of the format, the second has the checksum
 * (tools/seal.h). */
#define TN_ROWS_SEAL "# turnstile seal "

/* Returns true if a NULL-terminated header has the columns that tn_rows_parse needs. */
bool tn_rows_is_header(char *const *fields);

/* Appends the rows of a text (LF or CR LF), sealed or not. Columns are in any order; columns that
 * row.def lacks are dropped. Absent columns are unknown values, but avg_us and the columns that
 * identify a row are required. Returns false and *error (usage, "file:line: ...") if the text is
 * malformed; earlier rows stay in `rows`. */
bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error);

struct tn_rows_table {
  const GPtrArray *names; /* header (char *) */
  /* number of the column of row.def for each field (int); -1: row.def lacks the column; -2: not
   * read */
  const GArray *columns;
  /* true if this program wrote the rows: they have all values that identify a point */
  bool is_ours;
};

/* Appends the remaining records as rows. Fails like tn_rows_parse. */
bool tn_rows_table(GPtrArray *rows, struct tn_csv *csv, const struct tn_rows_table *table,
                   GError **error);

#endif
