/* Tables that programs read: typed columns, and rows of cells, as CSV and as JSON. schema.c has all of
 * them, for help --schema. */
#ifndef TN_TOOLS_RECORDS_H
#define TN_TOOLS_RECORDS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A column: its name, and whether its values are numbers. A cell that is not known is empty, in JSON
 * null or "". */
struct tn_column {
  const char *name;
  bool number;
};

struct tn_columns {
  const struct tn_column *of;
  size_t n;
};
#define TN_COLUMNS(array)                                                                          \
  {                                                                                                \
    (array), G_N_ELEMENTS(array)                                                                   \
  }

/* Rows of cells, filled from left to right and from row to row. */
struct tn_records;

/* No rows yet; `columns` must outlive it. tn_records_free. */
struct tn_records *tn_records_new(const struct tn_columns *columns);
void tn_records_free(struct tn_records *records); /* NULL: nothing */

/* The next cell: a text (NULL: not known), one that becomes the table's own, a count (not known:
 * below 0), a number with so many digits behind the point (not known: not finite), yes or no. */
void tn_records_text(struct tn_records *records, const char *text);
void tn_records_take(struct tn_records *records, char *text);
void tn_records_count(struct tn_records *records, int64_t n);
void tn_records_number(struct tn_records *records, double number, int digits);
void tn_records_answer(struct tn_records *records, bool yes);

/* The members of a table of one row, a line each, with commas between; no line end. */
void tn_records_members(FILE *out, const struct tn_records *records);
/* One more member of such an object, an array of objects; frees the table. */
void tn_records_member(FILE *out, const char *name, struct tn_records *records);
/* What --format names, where an output is text or one table. */
enum tn_output { TN_OUT_TEXT, TN_OUT_CSV, TN_OUT_JSON };
extern const char *const tn_output_names[]; /* NULL-terminated */

/* All of an output that is one table, as CSV or JSON; frees the table. */
void tn_records_write(FILE *out, struct tn_records *records, bool is_json);

#endif
