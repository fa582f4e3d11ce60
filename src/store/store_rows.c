#include "store_rows.h"

#include <math.h>

#include "study/rows.h"
#include "study/usage.h"

char *tn_store_rows_insert(void)
{
  GString *text = g_string_new("INSERT OR IGNORE INTO result(point");
  for (int c = 0; c < tn_row_n_columns; c++)
    g_string_append_printf(text, ", \"%s\"", tn_row_columns[c].name);
  g_string_append(text, ") VALUES(?1");
  for (int c = 0; c < tn_row_n_columns; c++)
    g_string_append_printf(text, ", ?%d", c + 2);
  g_string_append(text, ")");
  return g_string_free(text, FALSE);
}

static void bind_value(sqlite3_stmt *statement, int at, const struct tn_row *row, int column)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  const void *field = (const char *)row + c->offset;
  if (!tn_row_knows(row, column))
    sqlite3_bind_null(statement, at);
  else if (c->kind == TN_ROW_COUNT)
    sqlite3_bind_int64(statement, at, *(const int64_t *)field);
  else if (c->kind == TN_ROW_TIME || c->kind == TN_ROW_SHARE)
    sqlite3_bind_double(statement, at, tn_row_number(row, column));
  else
    sqlite3_bind_text(statement, at, tn_row_text(row, column), -1, g_free);
}

void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    bind_value(statement, c + 2, row, c);
}

/* Whether the value is a number that a column of rows may have. SQLite keeps whatever it is given. */
static bool is_sound(sqlite3_stmt *statement, int at, enum tn_row_kind kind)
{
  const int type = sqlite3_column_type(statement, at);
  const double number = sqlite3_column_double(statement, at);
  if (kind == TN_ROW_COUNT)
    return type == SQLITE_INTEGER && sqlite3_column_int64(statement, at) >= 0;
  return (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && isfinite(number) && number >= 0.0 &&
         (kind != TN_ROW_SHARE || number <= 1.0);
}

/* Sets a column of a row; columns that a row of this version does not have are dropped. */
static bool take_value(sqlite3_stmt *statement, int at, struct tn_row *row, int column,
                       GError **error)
{
  if (column < 0 || sqlite3_column_type(statement, at) == SQLITE_NULL)
    return true;
  void *field = (char *)row + tn_row_columns[column].offset;
  const enum tn_row_kind kind = tn_row_columns[column].kind;
  const bool is_number = kind == TN_ROW_COUNT || kind == TN_ROW_TIME || kind == TN_ROW_SHARE;
  if (is_number && !is_sound(statement, at, kind)) /* says why */
    return tn_row_set(row, column, (const char *)sqlite3_column_text(statement, at), error);
  switch (kind) {
  case TN_ROW_COUNT:
    *(int64_t *)field = sqlite3_column_int64(statement, at);
    return true;
  case TN_ROW_TIME:
    *(double *)field = tn_row_seconds(sqlite3_column_double(statement, at));
    return true;
  case TN_ROW_SHARE:
    *(double *)field = tn_row_share(sqlite3_column_double(statement, at));
    return true;
  default:
    return tn_row_set(row, column, (const char *)sqlite3_column_text(statement, at), error);
  }
}

bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error)
{
  for (int i = first; i < sqlite3_column_count(statement); i++)
    if (!take_value(statement, i, row, tn_row_column(sqlite3_column_name(statement, i)), error))
      return tn_usage_prefix(error, sql->file);
  return true;
}
