#include <math.h>

#include "private.h"
#include "study/rows.h"

struct _TurnstileTable {
  struct tn_table *cells;
  GPtrArray *rows; /* rows that the cells show; NULL if the table does not show rows */
};

G_STATIC_ASSERT((int)TURNSTILE_TEXT == TN_CELL_TEXT && (int)TURNSTILE_INT64 == TN_CELL_COUNT &&
                (int)TURNSTILE_DOUBLE == TN_CELL_NUMBER);

TurnstileTable *tn_library_table(struct tn_table *cells)
{
  TurnstileTable *table = g_new0(TurnstileTable, 1);
  table->cells = cells;
  return table;
}

void turnstile_table_free(TurnstileTable *table)
{
  if (!table)
    return;
  tn_table_free(table->cells);
  g_clear_pointer(&table->rows, g_ptr_array_unref);
  g_free(table);
}

TurnstileTable *tn_table_of_rows(GPtrArray *rows)
{
  struct tn_table *cells = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++)
    tn_row_add_column(cells, c);
  for (guint i = 0; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++)
      if (tn_table_type(cells, (guint)c) == TN_CELL_NUMBER)
        tn_table_number(cells, tn_row_number(rows->pdata[i], c), TN_ALL_DIGITS);
      else
        tn_table_take(cells, tn_row_text(rows->pdata[i], c));
  TurnstileTable *table = tn_library_table(cells);
  table->rows = rows;
  return table;
}

const GPtrArray *tn_table_rows(const TurnstileTable *table, GError **error)
{
  if (!table->rows)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
                "a table of %s: not of rows (of a study, a model, a measurement or a file)",
                tn_table_name(table->cells, 0));
  return table->rows;
}

guint turnstile_table_n_rows(const TurnstileTable *table)
{
  g_return_val_if_fail(table, 0);
  return tn_table_n_rows(table->cells);
}

guint turnstile_table_n_columns(const TurnstileTable *table)
{
  g_return_val_if_fail(table, 0);
  return tn_table_n_columns(table->cells);
}

const char *turnstile_table_name(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table) ? tn_table_name(table->cells, column) : NULL;
}

const char *turnstile_table_unit(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table) ? tn_table_unit(table->cells, column) : NULL;
}

TurnstileType turnstile_table_type(const TurnstileTable *table, guint column)
{
  return column < turnstile_table_n_columns(table)
             ? (TurnstileType)tn_table_type(table->cells, column)
             : TURNSTILE_TEXT;
}

/* Returns the number of column `name` if the row exists and the column's type is `type` or `other`.
 * Otherwise returns -1 and *error. */
static int find(const struct tn_table *cells, guint row, const char *name, enum tn_cell_type type,
                enum tn_cell_type other, GError **error)
{
  static const char *const type_names[] = { "text", "whole numbers", "numbers" };
  const int c = tn_table_find(cells, name);
  if (c < 0) {
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    GError *why = NULL;
    for (guint i = 0; i < tn_table_n_columns(cells); i++)
      g_ptr_array_add(known, (void *)tn_table_name(cells, i));
    g_ptr_array_add(known, NULL);
    tn_usage_unknown(&why, "table", "column", name, (const char *const *)known->pdata);
    tn_library_refuse(error, why);
    return -1;
  }
  const enum tn_cell_type own = tn_table_type(cells, (guint)c);
  const guint n_rows = tn_table_n_rows(cells);
  if (row >= n_rows)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "no row %u of %u", row, n_rows);
  else if (own != type && own != other)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "column %s has %s, no %s", name,
                type_names[own], type_names[type]);
  else
    return c;
  return -1;
}

const char *turnstile_table_text(const TurnstileTable *table, guint row, const char *name,
                                 GError **error)
{
  g_return_val_if_fail(table && name, NULL);
  const int c = find(table->cells, row, name, TN_CELL_TEXT, TN_CELL_TEXT, error);
  return c < 0 ? NULL : tn_table_cell(table->cells, row, (guint)c);
}

gint64 turnstile_table_int64(const TurnstileTable *table, guint row, const char *name,
                             GError **error)
{
  g_return_val_if_fail(table && name, -1);
  const int c = find(table->cells, row, name, TN_CELL_COUNT, TN_CELL_COUNT, error);
  return c < 0 ? -1 : tn_table_cell_count(table->cells, row, (guint)c);
}

double turnstile_table_double(const TurnstileTable *table, guint row, const char *name,
                              GError **error)
{
  g_return_val_if_fail(table && name, NAN);
  const int c = find(table->cells, row, name, TN_CELL_NUMBER, TN_CELL_COUNT, error);
  return c < 0 ? NAN : tn_table_cell_number(table->cells, row, (guint)c);
}

char *turnstile_table_csv(const TurnstileTable *table)
{
  g_return_val_if_fail(table, NULL);
  return table->rows ? tn_rows_csv(table->rows) : tn_table_csv(table->cells);
}
