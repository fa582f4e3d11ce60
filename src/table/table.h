/* Tables of typed columns, filled from left to right, with output as CSV and JSON;
 * document/document.h has other formats. */
#ifndef TN_TABLE_TABLE_H
#define TN_TABLE_TABLE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TN_ALL_DIGITS = -1 };

enum tn_cell_type { TN_CELL_TEXT, TN_CELL_COUNT, TN_CELL_NUMBER };

struct tn_table;

/* Returns a table without rows. In `columns`, "algorithm" is a column of text, "ranks:i" of
 * integers, "avg_us:dus" of numbers in us. Free it with tn_table_free. */
struct tn_table *tn_table_new(const char *columns);
void tn_table_free(struct tn_table *table); /* NULL is allowed */
/* tn_table_new_empty returns a table without columns. The other functions add columns; call them
 * before the first cell. */
struct tn_table *tn_table_new_empty(void);
void tn_table_columns(struct tn_table *table, const char *columns);
void tn_table_column(struct tn_table *table, const char *name, const char *unit,
                     enum tn_cell_type type);

/* Append the next cell of the current row. text: copied, NULL if unknown; in a column of numbers a
 * formatted number. take: a text that is freed. print: a formatted text. count: < 0 if unknown.
 * number: with `digits` decimals (unknown if not finite) or TN_ALL_DIGITS (unknown if NAN). answer:
 * "yes" or "no". */
void tn_table_text(struct tn_table *table, const char *text);
void tn_table_take(struct tn_table *table, char *text);
void tn_table_print(struct tn_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);
void tn_table_count(struct tn_table *table, int64_t count);
void tn_table_number(struct tn_table *table, double number, int digits);
void tn_table_answer(struct tn_table *table, bool yes);
/* Append several cells, as tn_table_text, tn_table_take, tn_table_count and tn_table_number append
 * one. */
#define tn_table_texts(table, ...)                                                                 \
  tn_table_add_texts(table, TN_TABLE_LIST(const char *, __VA_ARGS__))
#define tn_table_takes(table, ...) tn_table_add_takes(table, TN_TABLE_LIST(char *, __VA_ARGS__))
#define tn_table_counts(table, ...) tn_table_add_counts(table, TN_TABLE_LIST(int64_t, __VA_ARGS__))
#define tn_table_numbers(table, digits, ...)                                                       \
  tn_table_add_numbers(table, digits, TN_TABLE_LIST(double, __VA_ARGS__))
/* Appends one column of text for each name; NULL: a column without a name. */
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
/* Return a column's name, its unit ("" if it has none), and the type of its cells. */
const char *tn_table_name(const struct tn_table *table, guint column);
const char *tn_table_unit(const struct tn_table *table, guint column);
enum tn_cell_type tn_table_type(const struct tn_table *table, guint column);
/* Returns the number of the column `name`, or -1. */
int tn_table_find(const struct tn_table *table, const char *name);
/* Return a cell's text as in CSV (borrowed), its count, or its number. Unknown cells are "", -1 or
 * NAN. */
const char *tn_table_cell(const struct tn_table *table, guint row, guint column);
int64_t tn_table_cell_count(const struct tn_table *table, guint row, guint column);
double tn_table_cell_number(const struct tn_table *table, guint row, guint column);

/* Write a line with the columns' names, then a line for each row (RFC 4180). */
void tn_table_write_csv(FILE *out, const struct tn_table *table);
char *tn_table_csv(const struct tn_table *table); /* transfer full */
/* Writes the rows as a JSON array without a final line end. Unknown cells are null or "". */
void tn_table_write_array(FILE *out, const struct tn_table *table);

enum tn_output { TN_OUT_TEXT, TN_OUT_CSV, TN_OUT_JSON, TN_OUT_MARKDOWN, TN_OUT_HTML };
extern const char *const tn_output_names[];
/* Writes and frees a table: as CSV or, if `is_json`, as a JSON array with a final line end. */
void tn_table_write(FILE *out, struct tn_table *table, bool is_json);

/* Writes a row's cells as members of a JSON object, separated by `between`. */
void tn_table_write_members(FILE *out, const struct tn_table *table, guint row,
                            const char *between);

#endif
