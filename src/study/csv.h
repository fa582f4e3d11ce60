/* Reader of comma-separated text (RFC 4180; LF or CR LF) with line numbers. */
#ifndef TN_STUDY_CSV_H
#define TN_STUDY_CSV_H

#include <glib.h>
#include <stdbool.h>

/* Position of a reader in the text of `file`. The text is borrowed. */
struct tn_csv {
  const char *file, *at, *end;
  int line;       /* line of the next record, from 1 */
  char separator; /* field separator */
};

/* Returns the character that separates the fields of a header: a comma if there is one, otherwise a
 * semicolon or a tabulator. */
char tn_csv_separator(const char *header);

/* Starts at the first record. Returns false and sets *error (usage) if the text is not UTF-8. */
bool tn_csv_init(struct tn_csv *csv, const char *file, const char *text, gsize length,
                 GError **error);

/* Skips lines that begin with `first`. */
void tn_csv_skip(struct tn_csv *csv, char first);

bool tn_csv_more(const struct tn_csv *csv);

/* Reads the next record and its line end. Returns its fields (char *); transfer full. Returns NULL
 * and sets *error (usage, "file:line: what") if the record is malformed. */
GPtrArray *tn_csv_record(struct tn_csv *csv, GError **error);

#endif
