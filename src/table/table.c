#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *const tn_output_names[] = { "text", "csv", "json", "markdown", "html", NULL };

struct column {
  const char *name, *unit;
  enum tn_cell_type type;
};

struct cell {
  const char *text; /* text of the cell as in CSV, without CSV's quotes */
  int64_t count;
  double number;
};

struct tn_table {
  GArray *columns; /* struct column */
  GArray *cells;   /* struct cell: index row * columns + column */
  GStringChunk *texts;
};

static const struct column *column_of(const struct tn_table *t, guint column)
{
  return &g_array_index(t->columns, struct column, column);
}

static const struct cell *cell_of(const struct tn_table *t, guint row, guint column)
{
  return &g_array_index(t->cells, struct cell, row * t->columns->len + column);
}

struct tn_table *tn_table_new_empty(void)
{
  struct tn_table *t = g_new(struct tn_table, 1);
  t->columns = g_array_new(FALSE, FALSE, sizeof(struct column));
  t->cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
  t->texts = g_string_chunk_new(1024);
  return t;
}

void tn_table_columns(struct tn_table *t, const char *columns)
{
  g_auto(GStrv) words = g_strsplit(columns, " ", -1);
  for (char **word = words; *word; word++) {
    char *colon = strchr(*word, ':');
    const int letter = colon ? colon[1] : '\0';
    if (colon)
      *colon = '\0';
    tn_table_column(t, *word, colon ? colon + 2 : "",
                    letter == 'i'   ? TN_CELL_COUNT
                    : letter == 'd' ? TN_CELL_NUMBER
                                    : TN_CELL_TEXT);
  }
}

struct tn_table *tn_table_new(const char *columns)
{
  struct tn_table *t = tn_table_new_empty();
  tn_table_columns(t, columns);
  return t;
}

void tn_table_free(struct tn_table *t)
{
  if (!t)
    return;
  g_array_unref(t->columns);
  g_array_unref(t->cells);
  g_string_chunk_free(t->texts);
  g_free(t);
}

void tn_table_column(struct tn_table *t, const char *name, const char *unit, enum tn_cell_type type)
{
  const struct column column = { g_string_chunk_insert_const(t->texts, name),
                                 g_string_chunk_insert_const(t->texts, unit), type };
  g_assert(t->cells->len == 0);
  g_array_append_val(t->columns, column);
}

static void add(struct tn_table *t, const char *text, int64_t count, double number)
{
  const struct cell cell = { g_string_chunk_insert_const(t->texts, text), count, number };
  g_array_append_val(t->cells, cell);
}

void tn_table_text(struct tn_table *t, const char *text)
{
  const bool is_number =
      text && *text && column_of(t, t->cells->len % t->columns->len)->type != TN_CELL_TEXT;
  add(t, text ? text : "", is_number ? g_ascii_strtoll(text, NULL, 10) : -1,
      is_number ? g_ascii_strtod(text, NULL) : NAN);
}

void tn_table_take(struct tn_table *t, char *text)
{
  tn_table_text(t, text);
  g_free(text);
}

void tn_table_print(struct tn_table *t, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  tn_table_take(t, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

void tn_table_count(struct tn_table *t, int64_t count)
{
  g_autofree char *text = count < 0 ? g_strdup("") : g_strdup_printf("%" PRId64, count);
  add(t, text, count, count < 0 ? NAN : (double)count);
}

void tn_table_number(struct tn_table *t, double number, int digits)
{
  char all[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = digits == TN_ALL_DIGITS
                              ? g_strdup(g_ascii_dtostr(all, sizeof all, number))
                              : g_strdup_printf("%.*f", digits, number);
  const bool is_known = digits == TN_ALL_DIGITS ? !isnan(number) : isfinite(number);
  add(t, is_known ? text : "", -1, number);
}

void tn_table_answer(struct tn_table *t, bool yes)
{
  tn_table_text(t, yes ? "yes" : "no");
}

void tn_table_add_heads(struct tn_table *t, const char *const *names, size_t n)
{
  for (size_t i = 0; i < n; i++)
    tn_table_column(t, names[i] ? names[i] : "", "", TN_CELL_TEXT);
}

void tn_table_add_texts(struct tn_table *t, const char *const *texts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    tn_table_text(t, texts[i]);
}

void tn_table_add_takes(struct tn_table *t, char *const *texts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    tn_table_take(t, texts[i]);
}

void tn_table_add_counts(struct tn_table *t, const int64_t *counts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    tn_table_count(t, counts[i]);
}

void tn_table_add_numbers(struct tn_table *t, int digits, const double *numbers, size_t n)
{
  for (size_t i = 0; i < n; i++)
    tn_table_number(t, numbers[i], digits);
}

guint tn_table_n_rows(const struct tn_table *t)
{
  g_assert(t->cells->len % t->columns->len == 0);
  return t->cells->len / t->columns->len;
}

guint tn_table_n_columns(const struct tn_table *t)
{
  return t->columns->len;
}

const char *tn_table_name(const struct tn_table *t, guint column)
{
  return column_of(t, column)->name;
}

const char *tn_table_unit(const struct tn_table *t, guint column)
{
  return column_of(t, column)->unit;
}

enum tn_cell_type tn_table_type(const struct tn_table *t, guint column)
{
  return column_of(t, column)->type;
}

int tn_table_find(const struct tn_table *t, const char *name)
{
  for (guint c = 0; c < t->columns->len; c++)
    if (strcmp(column_of(t, c)->name, name) == 0)
      return (int)c;
  return -1;
}

const char *tn_table_cell(const struct tn_table *t, guint row, guint column)
{
  return cell_of(t, row, column)->text;
}

int64_t tn_table_cell_count(const struct tn_table *t, guint row, guint column)
{
  return cell_of(t, row, column)->count;
}

double tn_table_cell_number(const struct tn_table *t, guint row, guint column)
{
  return cell_of(t, row, column)->number;
}

static void csv_field(FILE *file, const char *text)
{
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

void tn_table_write_csv(FILE *out, const struct tn_table *t)
{
  const guint n = t->columns->len, n_rows = tn_table_n_rows(t);
  for (guint c = 0; c < n; c++)
    fprintf(out, "%s%c", tn_table_name(t, c), c + 1 < n ? ',' : '\n');
  for (guint row = 0; row < n_rows; row++)
    for (guint c = 0; c < n; c++) {
      csv_field(out, tn_table_cell(t, row, c));
      fputc(c + 1 < n ? ',' : '\n', out);
    }
}

char *tn_table_csv(const struct tn_table *t)
{
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  tn_table_write_csv(file, t);
  fclose(file);
  return text;
}

static void write_string(FILE *file, const char *text)
{
  /* letters of JSON's escapes for characters 8 to 13, from \b on; JSON has no \v */
  static const char letters[] = "btnvfr";
  fputc('"', file);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(file, "\\%c", c);
    else if (c >= '\b' && c <= '\r' && c != '\v')
      fprintf(file, "\\%c", letters[c - '\b']);
    else if (c < ' ' || c == 0x7f)
      fprintf(file, "\\u%04x", c);
    else
      fputc(c, file);
  }
  fputc('"', file);
}

void tn_table_write_members(FILE *out, const struct tn_table *t, guint row, const char *between)
{
  for (guint c = 0; c < t->columns->len; c++) {
    const char *text = tn_table_cell(t, row, c);
    fprintf(out, "%s\"%s\": ", c ? between : "", tn_table_name(t, c));
    if (tn_table_type(t, c) == TN_CELL_TEXT)
      write_string(out, text);
    else
      fputs(*text ? text : "null", out);
  }
}

void tn_table_write_array(FILE *out, const struct tn_table *t)
{
  const guint n_rows = tn_table_n_rows(t);
  fputs("[\n", out);
  for (guint row = 0; row < n_rows; row++) {
    fputs("  {", out);
    tn_table_write_members(out, t, row, ", ");
    fputs(row + 1 < n_rows ? "},\n" : "}\n", out);
  }
  fputc(']', out);
}

void tn_table_write(FILE *out, struct tn_table *t, bool is_json)
{
  if (is_json) {
    tn_table_write_array(out, t);
    fputc('\n', out);
  } else {
    tn_table_write_csv(out, t);
  }
  tn_table_free(t);
}
