/* Reader of comma-separated text (RFC 4180; LF or CR LF) with line numbers. */
#ifndef TN_STUDY_CSV_H
#define TN_STUDY_CSV_H

#include <glib.h>
#include <stdbool.h>

/* Reading position in the text of `file`; borrows the text. */
struct tn_csv {
  const char *file, *at, *end;
  int line; /* number of the next record's line, from 1 */
  char separator;
};

/* Returns a header's separator: a comma if there is one, else a semicolon or a tabulator. */
char tn_csv_separator(const char *header);

/* Starts at the text's first record. Returns false and *error (usage) if the text is not UTF-8. */
bool tn_csv_init(struct tn_csv *csv, const char *file, const char *text, gsize length,
                 GError **error);

void tn_csv_skip(struct tn_csv *csv, char first);

bool tn_csv_more(const struct tn_csv *csv);

/* Reads a record and its line end. Returns its fields (char *), transfer full, or NULL and *error
 * (usage, "file:line: reason"). */
GPtrArray *tn_csv_record(struct tn_csv *csv, GError **error);

#endif
