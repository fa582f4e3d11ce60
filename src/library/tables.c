#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "private.h"
#include "study/csv.h"
#include "study/rows.h"

struct heading {
  const char *name, *unit;
  TurnstileType type;
};

union cell {
  const char *text;
  gint64 integer;
  double number;
};

struct _TurnstileTable {
  GArray *headings; /* struct heading */
  GArray *cells;    /* union cell: [row * columns + column] */
  GStringChunk *texts;
  GPtrArray *rows; /* what it was made of; NULL: none are */
};

static const struct heading *heading(const TurnstileTable *table, guint column)
{
  return &g_array_index(table->headings, struct heading, column);
}

TurnstileTable *tn_table_new(const char *headings)
{
  TurnstileTable *table = g_new0(TurnstileTable, 1);
  g_auto(GStrv) words = g_strsplit(headings, " ", -1);
  table->headings = g_array_new(FALSE, FALSE, sizeof(struct heading));
  table->cells = g_array_new(FALSE, FALSE, sizeof(union cell));
  table->texts = g_string_chunk_new(1024);
  for (char **word = words; *word; word++) {
    const char *colon = strchr(*word, ':');
    const gssize length = colon ? colon - *word : -1;
    const struct heading own = {
      .name = g_string_chunk_insert_len(table->texts, *word, length),
      .unit = g_string_chunk_insert(table->texts, colon ? colon + 2 : ""),
      .type = !colon            ? TURNSTILE_TEXT
              : colon[1] == 'i' ? TURNSTILE_INT64
                                : TURNSTILE_DOUBLE,
    };
    g_array_append_val(table->headings, own);
  }
  return table;
}

void turnstile_table_free(TurnstileTable *table)
{
  if (!table)
    return;
  g_array_unref(table->headings);
  g_array_unref(table->cells);
  g_string_chunk_free(table->texts);
  g_clear_pointer(&table->rows, g_ptr_array_unref);
  g_free(table);
}

static void add(TurnstileTable *table, TurnstileType type, union cell cell)
{
  g_assert(heading(table, table->cells->len % table->headings->len)->type == type);
  g_array_append_val(table->cells, cell);
}

void tn_table_text(TurnstileTable *table, const char *text)
{
  const union cell cell = { .text = g_string_chunk_insert_const(table->texts, text ? text : "") };
  add(table, TURNSTILE_TEXT, cell);
}

void tn_table_take(TurnstileTable *table, char *text)
{
  tn_table_text(table, text);
  g_free(text);
}

void tn_table_int64(TurnstileTable *table, gint64 value)
{
  add(table, TURNSTILE_INT64, (union cell){ .integer = value });
}

void tn_table_double(TurnstileTable *table, double value)
{
  add(table, TURNSTILE_DOUBLE, (union cell){ .number = value });
}

/* The headings of rows, as tn_table_new takes them; transfer full. */
static char *row_headings(void)
{
  GString *text = g_string_new(NULL);
  for (int c = 0; c < tn_row_n_columns; c++) {
    const struct tn_row_column *column = &tn_row_columns[c];
    const char *type = column->role == TN_ROLE_SIZE   ? ":iB"
                       : column->kind == TN_ROW_COUNT ? ":i"
                       : column->kind == TN_ROW_TIME  ? ":dus"
                       : column->kind == TN_ROW_SHARE ? ":d"
                                                      : "";
    g_string_append_printf(text, "%s%s%s", c ? " " : "", column->name, type);
  }
  return g_string_free(text, FALSE);
}

TurnstileTable *tn_table_of_rows(GPtrArray *rows)
{
  g_autofree char *headings = row_headings();
  TurnstileTable *table = tn_table_new(headings);
  for (guint i = 0; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++) {
      g_autofree char *text = tn_row_text(rows->pdata[i], c);
      const TurnstileType type = heading(table, (guint)c)->type;
      if (type == TURNSTILE_TEXT)
        tn_table_text(table, text);
      else if (type == TURNSTILE_INT64)
        tn_table_int64(table, *text ? g_ascii_strtoll(text, NULL, 10) : -1);
      else
        tn_table_double(table, tn_row_number(rows->pdata[i], c));
    }
  table->rows = rows;
  return table;
}

const GPtrArray *tn_table_rows(const TurnstileTable *table, GError **error)
{
  if (!table->rows)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
                "a table of %s: not of rows (of a study, a model, a measurement or a file)",
                heading(table, 0)->name);
  return table->rows;
}

guint turnstile_table_n_rows(const TurnstileTable *table)
{
  g_return_val_if_fail(table, 0);
  return table->cells->len / table->headings->len;
}

guint turnstile_table_n_columns(const TurnstileTable *table)
{
  g_return_val_if_fail(table, 0);
  return table->headings->len;
}

const char *turnstile_table_name(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table) ? heading(table, column)->name : NULL;
}

const char *turnstile_table_unit(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table) ? heading(table, column)->unit : NULL;
}

TurnstileType turnstile_table_type(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table) ? heading(table, column)->type : TURNSTILE_TEXT;
}

static const union cell *unknown(const TurnstileTable *table, const char *name, GError **error)
{
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  GError *why = NULL;
  for (guint c = 0; c < table->headings->len; c++)
    g_ptr_array_add(known, (void *)heading(table, c)->name);
  g_ptr_array_add(known, NULL);
  tn_usage_unknown(&why, "table", "column", name, (const char *const *)known->pdata);
  tn_library_refuse(error, why);
  return NULL;
}

/* The cell, of one of two types; *ret_type: which. NULL and *error. */
static const union cell *find(const TurnstileTable *table, guint row, const char *name,
                              TurnstileType type, TurnstileType other, TurnstileType *ret_type,
                              GError **error)
{
  static const char *const type_names[] = { "text", "whole numbers", "numbers" };
  const guint n = table->headings->len, n_rows = turnstile_table_n_rows(table);
  guint c = 0;
  while (c < n && strcmp(heading(table, c)->name, name) != 0)
    c++;
  if (c == n)
    return unknown(table, name, error);
  const TurnstileType own = heading(table, c)->type;
  if (row < n_rows && (own == type || own == other)) {
    *ret_type = own;
    return &g_array_index(table->cells, union cell, row * n + c);
  }
  if (row >= n_rows)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "no row %u of %u", row, n_rows);
  else
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "column %s has %s, no %s", name,
                type_names[own], type_names[type]);
  return NULL;
}

const char *turnstile_table_text(const TurnstileTable *table, guint row, const char *name,
                                 GError **error)
{
  TurnstileType type;
  g_return_val_if_fail(table && name, NULL);
  const union cell *cell = find(table, row, name, TURNSTILE_TEXT, TURNSTILE_TEXT, &type, error);
  return cell ? cell->text : NULL;
}

gint64 turnstile_table_int64(const TurnstileTable *table, guint row, const char *name,
                             GError **error)
{
  TurnstileType type;
  g_return_val_if_fail(table && name, -1);
  const union cell *cell = find(table, row, name, TURNSTILE_INT64, TURNSTILE_INT64, &type, error);
  return cell ? cell->integer : -1;
}

double turnstile_table_double(const TurnstileTable *table, guint row, const char *name,
                              GError **error)
{
  TurnstileType type;
  g_return_val_if_fail(table && name, NAN);
  const union cell *cell = find(table, row, name, TURNSTILE_DOUBLE, TURNSTILE_INT64, &type, error);
  if (!cell)
    return NAN;
  if (type == TURNSTILE_DOUBLE)
    return cell->number;
  return cell->integer < 0 ? NAN : (double)cell->integer;
}

/* A cell as text; transfer full. */
static char *print(const union cell *cell, TurnstileType type)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (type == TURNSTILE_TEXT)
    return g_strdup(cell->text);
  if (type == TURNSTILE_INT64)
    return cell->integer < 0 ? g_strdup("") : g_strdup_printf("%" G_GINT64_FORMAT, cell->integer);
  return g_strdup(isnan(cell->number) ? "" : g_ascii_dtostr(digits, sizeof digits, cell->number));
}

char *turnstile_table_csv(const TurnstileTable *table)
{
  g_return_val_if_fail(table, NULL);
  if (table->rows)
    return tn_rows_csv(table->rows);
  const guint n = table->headings->len;
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  for (guint c = 0; c < n; c++)
    fprintf(file, "%s%c", heading(table, c)->name, c + 1 < n ? ',' : '\n');
  for (guint i = 0; i < table->cells->len; i++) {
    g_autofree char *field =
        print(&g_array_index(table->cells, union cell, i), heading(table, i % n)->type);
    tn_csv_field(file, field);
    fputc((i + 1) % n ? ',' : '\n', file);
  }
  fclose(file);
  char *own = g_strdup(text);
  free(text);
  return own;
}
