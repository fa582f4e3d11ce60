#include "store_read.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_schema.h"

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

void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row)
{
  for (int c = 0; c < tn_row_n_columns; c++) {
    const int at = c + 2;
    const struct tn_row_column *column = &tn_row_columns[c];
    const void *field = (const char *)row + column->offset;
    if (!tn_row_has_value(row, c))
      sqlite3_bind_null(statement, at);
    else if (column->kind == TN_ROW_COUNT)
      sqlite3_bind_int64(statement, at, *(const int64_t *)field);
    else if (column->kind == TN_ROW_TIME || column->kind == TN_ROW_SHARE)
      sqlite3_bind_double(statement, at, tn_row_number(row, c));
    else
      sqlite3_bind_text(statement, at, tn_row_text(row, c), -1, g_free);
  }
}

/* Returns true for a valid number. SQLite accepts any value in any column, so this is checked. */
static bool is_sound(sqlite3_stmt *statement, int at, enum tn_row_kind kind)
{
  const int type = sqlite3_column_type(statement, at);
  const double number = sqlite3_column_double(statement, at);
  if (kind == TN_ROW_COUNT)
    return type == SQLITE_INTEGER && sqlite3_column_int64(statement, at) >= 0;
  return (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && isfinite(number) && number >= 0.0 &&
         (kind != TN_ROW_SHARE || number <= 1.0);
}

/* Sets the column of `row` with the name of column `at` of the statement; skips unknown names.
 * Returns false and *error if the value is invalid. */
static bool take_value(sqlite3_stmt *statement, int at, struct tn_row *row, int column,
                       GError **error)
{
  if (column < 0 || sqlite3_column_type(statement, at) == SQLITE_NULL)
    return true;
  void *field = (char *)row + tn_row_columns[column].offset;
  const enum tn_row_kind kind = tn_row_columns[column].kind;
  const bool is_number = kind == TN_ROW_COUNT || kind == TN_ROW_TIME || kind == TN_ROW_SHARE;
  if (is_number && !is_sound(statement, at, kind))
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

bool tn_store_is(const char *file)
{
  static const char magic[] = "SQLite format 3"; /* includes the terminating NUL */
  char head[sizeof magic] = { 0 };
  struct stat info;
  if (stat(file, &info) != 0 || !S_ISREG(info.st_mode))
    return false;
  const int fd = open(file, O_RDONLY | O_CLOEXEC);
  const bool is = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head &&
                  memcmp(head, magic, sizeof magic) == 0;
  if (fd >= 0)
    close(fd);
  return is;
}

/* Counts the points of the sweeps that no shard has entered into this file. */
static const char never_entered[] =
    "SELECT count(*) FROM wanted w WHERE NOT EXISTS(SELECT 1 FROM point p WHERE p.name = w.name)";

static bool read_state(const struct tn_sql *sql, struct tn_store_state *ret, GError **error)
{
  static const char *const queries[] = {
    "SELECT count(*) FROM point WHERE NOT outdated",
    "SELECT count(*) FROM point p JOIN result r ON r.point = p.id WHERE NOT outdated",
    "SELECT count(*) FROM point WHERE NOT outdated AND failure IS NOT NULL",
    "SELECT count(*) FROM point p JOIN result r ON r.point = p.id WHERE outdated",
    ("SELECT count(DISTINCT program) FROM point p JOIN result r ON r.point = p.id"
     " WHERE NOT outdated"),
  };
  gint64 n[G_N_ELEMENTS(queries)], n_never_entered = 0;
  bool has_wanted = false;
  for (size_t i = 0; i < G_N_ELEMENTS(queries); i++)
    if (!tn_sql_number(sql, queries[i], &n[i], error))
      return false;
  if (!tn_schema_has_wanted(sql, &has_wanted, error) ||
      (has_wanted && !tn_sql_number(sql, never_entered, &n_never_entered, error)))
    return false;
  *ret = (struct tn_store_state){ .n_points = (guint)(n[0] + n_never_entered),
                                  .n_rows = (guint)n[1],
                                  .n_failed = (guint)n[2],
                                  .n_outdated = (guint)n[3],
                                  .n_programs = (guint)n[4] };
  return true;
}

bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error)
{
  struct tn_sql sql;
  if (!tn_schema_open_to_read(&sql, file, error))
    return false;
  /* One transaction, because another process may be writing. */
  const bool ok = tn_sql_run(&sql, "BEGIN", error) && read_state(&sql, ret, error);
  tn_sql_close(&sql);
  return ok;
}

bool tn_store_read(GPtrArray *rows, const char *file, GError **error)
{
  struct tn_sql sql;
  if (!tn_schema_open_to_read(&sql, file, error))
    return false;
  sqlite3_stmt *statement = tn_sql_prepare(&sql, "SELECT r.*" TN_SCHEMA_ROWS, error);
  bool more = statement != NULL, ok = more;
  while (more && (ok = tn_sql_next(&sql, statement, &more, error)) && more) {
    struct tn_row *row = tn_row_new();
    g_ptr_array_add(rows, row);
    tn_row_name(&row->file, sql.file);
    row->line = (int)rows->len;
    ok = tn_store_rows_take(&sql, statement, 0, row, error);
    more = ok;
  }
  sqlite3_finalize(statement);
  tn_sql_close(&sql);
  return ok;
}
