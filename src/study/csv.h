/* Records of comma-separated text (RFC 4180; LF or CR LF), with the line each begins on. */
#ifndef TN_STUDY_CSV_H
#define TN_STUDY_CSV_H

#include <glib.h>
#include <stdbool.h>

/* Where a reader of `file` stands in its text, which it borrows. */
struct tn_csv {
  const char *file, *at, *end;
  int line;       /* of the next record, from 1 */
  char separator; /* of fields */
};

/* Returns what separates the fields of a header: a comma, else a semicolon or a tabulator. */
char tn_csv_separator(const char *header);

/* Begins at the first record; false and *error (usage) when the text is not UTF-8. */
bool tn_csv_init(struct tn_csv *csv, const char *file, const char *text, gsize length,
                 GError **error);

/* Passes over the lines that begin with a letter. */
void tn_csv_skip(struct tn_csv *csv, char first);

/* Whether there is another record. */
bool tn_csv_more(const struct tn_csv *csv);

/* The fields of the next record (char *), past its line end; transfer full. NULL and *error (usage)
 * as "file:line: what" when it is malformed. */
GPtrArray *tn_csv_record(struct tn_csv *csv, GError **error);

#endif
