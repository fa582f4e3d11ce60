#include "sql.h"

#include <glib/gstdio.h>

#include "study/usage.h"

/* Limits of a statement's steps in SQLite. Over all rows of a valid store, a statement takes one or
 * two steps per byte of the file. In a malformed file with cyclic or shared pages it could run
 * without end. */
enum { STEPS_AT_ONCE = 1000000, STEPS_FREE = 20000000, STEPS_OF_BYTE = 200 };
enum { LONGEST_VALUE = 16 << 20 };

struct tn_sql_steps {
  char *file, *log; /* owned */
  gint64 n;
};

static gint64 size_of(const char *file)
{
  GStatBuf info;
  return g_stat(file, &info) == 0 ? info.st_size : 0;
}

static int count_steps(void *data)
{
  struct tn_sql_steps *steps = data;
  steps->n += STEPS_AT_ONCE;
  return steps->n > STEPS_FREE &&
         (steps->n - STEPS_FREE) / STEPS_OF_BYTE > size_of(steps->file) + size_of(steps->log);
}

bool tn_sql_fail(const struct tn_sql *sql, GError **error)
{
  const int code = sqlite3_errcode(sql->db);
  /* system's error number for the file or its log; 0 if unknown */
  int system = sqlite3_system_errno(sql->db);
  sqlite3_file *log = NULL;
  if (!system)
    sqlite3_file_control(sql->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods)
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &system);
  const char *why = sqlite3_errmsg(sql->db);
  const int extended = sqlite3_extended_errcode(sql->db);
  const bool is_reading = extended == SQLITE_IOERR_READ || extended == SQLITE_IOERR_SHORT_READ;
  switch (code & 0xff) {
  case SQLITE_NOTADB:
  case SQLITE_CORRUPT:
    tn_usage(error, "%s: not a store (%s)", sql->file, why);
    break;
  case SQLITE_INTERRUPT:
    tn_usage(error, "%s: not a store (its pages have no end)", sql->file);
    break;
  case SQLITE_CANTOPEN:
  case SQLITE_READONLY:
  case SQLITE_PERM:
    tn_usage(error, "%s: %s%s%s", sql->file, why, system ? ": " : "",
             system ? g_strerror(system) : "");
    break;
  case SQLITE_FULL:
  case SQLITE_IOERR:
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "%s: %s: %s", sql->file,
                is_reading ? "cannot be read" : "not everything could be written",
                system ? g_strerror(system) : why);
    break;
  case SQLITE_BUSY:
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN,
                "%s: another process has been writing there for %d s", sql->file,
                TN_SQL_PATIENCE / 1000);
    break;
  default:
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", sql->file, why);
  }
  return false;
}

bool tn_sql_open(struct tn_sql *ret, const char *file, int flags, GError **error)
{
  struct tn_sql sql = { .file = g_strdup(file) };
  if (sqlite3_open_v2(file, &sql.db, flags, NULL) != SQLITE_OK) {
    tn_sql_fail(&sql, error);
    tn_sql_close(&sql);
    return false;
  }
  sqlite3_extended_result_codes(sql.db, 1);
  sqlite3_busy_timeout(sql.db, TN_SQL_PATIENCE);
  /* The settings limit the work that a malformed or hostile file can cause. */
  static const int switches[][2] = { { SQLITE_DBCONFIG_DEFENSIVE, 1 },
                                     { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
                                     { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
                                     { SQLITE_DBCONFIG_ENABLE_VIEW, 0 } };
  for (size_t i = 0; i < G_N_ELEMENTS(switches); i++)
    sqlite3_db_config(sql.db, switches[i][0], switches[i][1], NULL);
  sqlite3_limit(sql.db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
  sql.steps = g_new0(struct tn_sql_steps, 1);
  /* the path, even if `file` is a URI */
  sql.steps->file = g_strdup(sqlite3_db_filename(sql.db, "main"));
  sql.steps->log = g_strconcat(sql.steps->file, "-wal", NULL);
  sqlite3_progress_handler(sql.db, STEPS_AT_ONCE, count_steps, sql.steps);
  *ret = sql;
  return true;
}

void tn_sql_close(struct tn_sql *sql)
{
  sqlite3_close(sql->db);
  g_free(sql->file);
  if (sql->steps) {
    g_free(sql->steps->file);
    g_free(sql->steps->log);
    g_free(sql->steps);
  }
  *sql = (struct tn_sql){ 0 };
}

bool tn_sql_run(const struct tn_sql *sql, const char *text, GError **error)
{
  sql->steps->n = 0;
  return sqlite3_exec(sql->db, text, NULL, NULL, NULL) == SQLITE_OK || tn_sql_fail(sql, error);
}

sqlite3_stmt *tn_sql_prepare(const struct tn_sql *sql, const char *text, GError **error)
{
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v3(sql->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
      SQLITE_OK)
    tn_sql_fail(sql, error);
  return statement;
}

static int step(const struct tn_sql *sql, sqlite3_stmt *statement)
{
  if (!sqlite3_stmt_busy(statement))
    sql->steps->n = 0;
  return sqlite3_step(statement);
}

bool tn_sql_do(const struct tn_sql *sql, sqlite3_stmt *statement, GError **error)
{
  const bool ok = step(sql, statement) == SQLITE_DONE || tn_sql_fail(sql, error);
  sqlite3_reset(statement);
  return ok;
}

bool tn_sql_next(const struct tn_sql *sql, sqlite3_stmt *statement, bool *ret_more, GError **error)
{
  const int code = step(sql, statement);
  const bool ok = code == SQLITE_ROW || code == SQLITE_DONE || tn_sql_fail(sql, error);
  if (ok)
    *ret_more = code == SQLITE_ROW;
  if (code != SQLITE_ROW)
    sqlite3_reset(statement);
  return ok;
}

bool tn_sql_number(const struct tn_sql *sql, const char *text, gint64 *ret, GError **error)
{
  sqlite3_stmt *statement = tn_sql_prepare(sql, text, error);
  bool more = false;
  const bool ok = statement && tn_sql_next(sql, statement, &more, error);
  if (ok)
    *ret = more ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_finalize(statement);
  return ok;
}
