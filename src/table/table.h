/* The one table: typed columns, and rows of cells filled from left to right. Here it becomes CSV and
 * JSON; tools/table_text.h has it as text and Markdown, the library cell by cell. */
#ifndef TN_TABLE_TABLE_H
#define TN_TABLE_TABLE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TN_ALL_DIGITS = -1 };

enum tn_cell_type { TN_CELL_TEXT, TN_CELL_COUNT, TN_CELL_NUMBER };

struct tn_table;

/* No rows yet. `columns` names the columns one after another: "algorithm" is text, "ranks:i" whole
 * numbers, "avg_us:dus" numbers in us. tn_table_free. */
struct tn_table *tn_table_new(const char *columns);
void tn_table_free(struct tn_table *table); /* NULL: nothing */
/* The same without columns; columns can be added before there is a cell. */
struct tn_table *tn_table_new_empty(void);
void tn_table_columns(struct tn_table *table, const char *columns);
void tn_table_column(struct tn_table *table, const char *name, const char *unit,
                     enum tn_cell_type type);

/* The next cell: a text (copied; NULL: not known), one that is freed then, one that is printed; a count
 * (not known: below 0); a number with so many digits behind the point (not known: not finite), or with
 * TN_ALL_DIGITS that it has (not known: NAN); yes or no. In a column of numbers a text is a number as
 * it is to be shown. */
void tn_table_text(struct tn_table *table, const char *text);
void tn_table_take(struct tn_table *table, char *text);
void tn_table_print(struct tn_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);
void tn_table_count(struct tn_table *table, int64_t count);
void tn_table_number(struct tn_table *table, double number, int digits);
void tn_table_answer(struct tn_table *table, bool yes);
/* The next cells: texts, texts that are freed, counts, numbers with so many digits. */
#define tn_table_texts(table, ...)                                                                 \
  tn_table_add_texts(table, TN_TABLE_LIST(const char *, __VA_ARGS__))
#define tn_table_takes(table, ...) tn_table_add_takes(table, TN_TABLE_LIST(char *, __VA_ARGS__))
#define tn_table_counts(table, ...) tn_table_add_counts(table, TN_TABLE_LIST(int64_t, __VA_ARGS__))
#define tn_table_numbers(table, digits, ...)                                                       \
  tn_table_add_numbers(table, digits, TN_TABLE_LIST(double, __VA_ARGS__))
/* The next columns, of texts, whose names are headings (NULL: none). */
#define tn_table_heads(table, ...)                                                                 \
  tn_table_add_heads(table, TN_TABLE_LIST(const char *, __VA_ARGS__))
#define TN_TABLE_LIST(type, ...)                                                                   \
  (type const[]){ __VA_ARGS__ }, sizeof((type const[]){ __VA_ARGS__ }) / sizeof(type)
void tn_table_add_heads(struct tn_table *table, const char *const *names, size_t n);
void tn_table_add_texts(struct tn_table *table, const char *const *texts, size_t n);
void tn_table_add_takes(struct tn_table *table, char *const *texts, size_t n);
void tn_table_add_counts(struct tn_table *table, const int64_t *counts, size_t n);
void tn_table_add_numbers(struct tn_table *table, int digits, const double *numbers, size_t n);

guint tn_table_n_rows(const struct tn_table *table);
guint tn_table_n_columns(const struct tn_table *table);
/* Of a column: its name, its unit ("": none) and what its cells are. */
const char *tn_table_name(const struct tn_table *table, guint column);
const char *tn_table_unit(const struct tn_table *table, guint column);
enum tn_cell_type tn_table_type(const struct tn_table *table, guint column);
/* The column of that name, -1: none. */
int tn_table_find(const struct tn_table *table, const char *name);
/* A cell as CSV has it ("": not known), borrowed; the count (-1: not known); the number (NAN). */
const char *tn_table_cell(const struct tn_table *table, guint row, guint column);
int64_t tn_table_cell_count(const struct tn_table *table, guint row, guint column);
double tn_table_cell_number(const struct tn_table *table, guint row, guint column);

/* A line of names, and a line for each row (RFC 4180). */
void tn_table_write_csv(FILE *out, const struct tn_table *table);
char *tn_table_csv(const struct tn_table *table); /* transfer full */
/* An array of objects, without a line end. What is not known is null, of texts "". */
void tn_table_write_array(FILE *out, const struct tn_table *table);

/* Formats of --format. */
enum tn_output { TN_OUT_TEXT, TN_OUT_CSV, TN_OUT_JSON, TN_OUT_MARKDOWN, TN_OUT_HTML };
extern const char *const tn_output_names[]; /* NULL-terminated */
/* All of an output that is one table, as CSV, or as a JSON array of objects, where what is not known is null, of
 * texts ""; frees the table. */
void tn_table_write(FILE *out, struct tn_table *table, bool is_json);

/* Writes the cells of a row as members of a JSON object. */
void tn_table_write_members(FILE *out, const struct tn_table *table, guint row,
                            const char *between);

#endif
