#include "store_read.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_rows.h"
#include "store_schema.h"

bool tn_store_is(const char *file)
{
  static const char magic[] = "SQLite format 3"; /* and its NUL */
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

static bool read_rows(const struct tn_sql *sql, GPtrArray *rows, GError **error)
{
  sqlite3_stmt *statement = tn_sql_prepare(sql, "SELECT r.*" TN_SCHEMA_ROWS, error);
  bool more = statement != NULL, ok = more;
  while (more && (ok = tn_sql_next(sql, statement, &more, error)) && more) {
    struct tn_row *row = tn_row_new();
    g_ptr_array_add(rows, row);
    tn_row_name(&row->file, sql->file);
    row->line = (int)rows->len;
    ok = tn_store_rows_take(sql, statement, 0, row, error);
    more = ok;
  }
  sqlite3_finalize(statement);
  return ok;
}

/* Points that belong to shards of which none has been run into the file. */
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
  gint64 n[G_N_ELEMENTS(queries)], n_elsewhere = 0;
  bool has_wanted = false;
  for (size_t i = 0; i < G_N_ELEMENTS(queries); i++)
    if (!tn_sql_number(sql, queries[i], &n[i], error))
      return false;
  if (!tn_schema_has_wanted(sql, &has_wanted, error) ||
      (has_wanted && !tn_sql_number(sql, never_entered, &n_elsewhere, error)))
    return false;
  *ret = (struct tn_store_state){ .n_points = (guint)(n[0] + n_elsewhere),
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
  /* One look at a file that somebody may be filling. */
  const bool ok = tn_sql_run(&sql, "BEGIN", error) && read_state(&sql, ret, error);
  tn_sql_close(&sql);
  return ok;
}

bool tn_store_read(GPtrArray *rows, const char *file, GError **error)
{
  struct tn_sql sql;
  if (!tn_schema_open_to_read(&sql, file, error))
    return false;
  const bool ok = read_rows(&sql, rows, error);
  tn_sql_close(&sql);
  return ok;
}
