#include "store_schema.h"

#include <string.h>

#include "study/row.h"
#include "study/usage.h"

#define APPLICATION 0x7475726e /* "turn", which marks a store */
#define VERSION 1

static const char tables[] =
    "CREATE TABLE program(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE sweep(id INTEGER PRIMARY KEY, label TEXT NOT NULL, n_points INTEGER NOT NULL,"
    " sum BLOB NOT NULL UNIQUE, command TEXT NOT NULL);"
    "CREATE TABLE point(id INTEGER PRIMARY KEY, name BLOB NOT NULL, platform BLOB NOT NULL,"
    " inputs BLOB NOT NULL, program INTEGER NOT NULL REFERENCES program(id),"
    " sweep INTEGER NOT NULL REFERENCES sweep(id), position INTEGER NOT NULL,"
    " outdated INTEGER NOT NULL DEFAULT 0, failure TEXT,"
    " UNIQUE(name, platform, inputs, program));"
    "CREATE TABLE result(point INTEGER PRIMARY KEY REFERENCES point(id));";

/* A table that older stores lack. It is added when such a store is opened for writing. */
static const char later_tables[] =
    "CREATE TABLE IF NOT EXISTS wanted(name BLOB PRIMARY KEY) WITHOUT ROWID";

static bool find_columns(const struct tn_sql *sql, bool *ret_has, GError **error)
{
  sqlite3_stmt *names = tn_sql_prepare(sql, "SELECT name FROM pragma_table_info('result')", error);
  bool more = names != NULL, ok = more;
  while (more && (ok = tn_sql_next(sql, names, &more, error)) && more) {
    const int c = tn_row_column((const char *)sqlite3_column_text(names, 0));
    if (c >= 0)
      ret_has[c] = true;
  }
  sqlite3_finalize(names);
  return ok;
}

static const char view_head[] = "DROP VIEW IF EXISTS rows; CREATE VIEW rows AS SELECT ";
/* Adds the missing columns to the table of results, so that sweeps in stores of earlier versions
 * can be continued. */
static bool add_columns(const struct tn_sql *sql, GError **error)
{
  g_autofree bool *has = g_new0(bool, tn_row_n_columns);
  g_autoptr(GString) text = g_string_new(NULL);
  if (!find_columns(sql, has, error))
    return false;
  for (int c = 0; c < tn_row_n_columns; c++)
    if (!has[c])
      g_string_append_printf(
          text, "ALTER TABLE result ADD COLUMN \"%s\" %s;", tn_row_columns[c].name,
          tn_row_columns[c].kind == TN_ROW_COUNT ? "INTEGER"
          : tn_row_columns[c].kind == TN_ROW_TIME || tn_row_columns[c].kind == TN_ROW_SHARE
              ? "REAL"
              : "TEXT");
  if (text->len == 0)
    return true;
  g_string_append(text, view_head);
  for (int c = 0; c < tn_row_n_columns; c++)
    g_string_append_printf(text, "%sr.\"%s\"", c ? ", " : "", tn_row_columns[c].name);
  g_string_append(text, TN_SCHEMA_ROWS ";");
  return tn_sql_run(sql, text->str, error);
}

/* Counts triggers, and views or virtual tables with the name of a table. No store has them; they
 * could remove rows or run without end. */
static const char foreign[] =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR (name COLLATE NOCASE IN"
    " ('program', 'sweep', 'point', 'result', 'wanted') AND (type <> 'table' OR rootpage = 0))";

/* Checks that the database is a store of this version. *ret_empty: true if the database is
 * empty. */
static bool check(const struct tn_sql *sql, bool *ret_empty, GError **error)
{
  gint64 application, version, n_tables, n_foreign;
  if (!tn_sql_number(sql, "PRAGMA application_id", &application, error) ||
      !tn_sql_number(sql, "PRAGMA user_version", &version, error) ||
      !tn_sql_number(sql, "SELECT count(*) FROM sqlite_schema", &n_tables, error) ||
      !tn_sql_number(sql, foreign, &n_foreign, error))
    return false;
  if (application != APPLICATION && (application != 0 || n_tables > 0))
    tn_usage(error, "%s: a database of another program (a store of turnstile is accepted)",
             sql->file);
  else if (application == APPLICATION && version != VERSION)
    tn_usage(error, "%s: a store of version %lld (%d is accepted)", sql->file, (long long)version,
             VERSION);
  else if (n_foreign > 0)
    tn_usage(error, "%s: not a store (it has a trigger, or a view in place of a table)", sql->file);
  else {
    *ret_empty = application == 0;
    return true;
  }
  return false;
}

static bool create(const struct tn_sql *sql, GError **error)
{
  g_autofree char *mark = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                          APPLICATION, VERSION);
  bool is_empty = false;
  if (!tn_sql_run(sql, "BEGIN IMMEDIATE", error))
    return false;
  const bool ok = check(sql, &is_empty, error) &&
                  (!is_empty || (tn_sql_run(sql, tables, error) && tn_sql_run(sql, mark, error))) &&
                  tn_sql_run(sql, later_tables, error) && add_columns(sql, error) &&
                  tn_sql_run(sql, "COMMIT", error);
  if (!ok)
    sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
  return ok;
}

/* Sets the journal mode. Tries again while another process sets it, because SQLite does not wait
 * for that. */
static bool use_log(const struct tn_sql *sql, GError **error)
{
  enum { TRIES = 200, PAUSE_US = 20000 };
  int code = SQLITE_BUSY;
  for (int i = 0; i < TRIES && code == SQLITE_BUSY; i++) {
    code = sqlite3_exec(sql->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xff;
    if (code == SQLITE_BUSY)
      g_usleep(PAUSE_US);
  }
  return (code == SQLITE_OK || tn_sql_fail(sql, error)) &&
         tn_sql_run(sql, "PRAGMA synchronous = NORMAL", error);
}

bool tn_schema_open(struct tn_sql *ret, const char *file, GError **error)
{
  struct tn_sql sql;
  bool is_empty;
  if (!tn_sql_open(&sql, file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error))
    return false;
  if (!check(&sql, &is_empty, error) || !use_log(&sql, error) || !create(&sql, error)) {
    tn_sql_close(&sql);
    return false;
  }
  *ret = sql;
  return true;
}

bool tn_schema_open_to_read(struct tn_sql *ret, const char *file, GError **error)
{
  g_autofree char *log = g_strdup_printf("%s-wal", file);
  g_autofree char *path = g_canonicalize_filename(file, NULL);
  g_autofree char *escaped = g_uri_escape_string(path, "/", TRUE);
  g_autofree char *uri = g_strdup_printf("file:%s?immutable=1", escaped);
  g_autoptr(GError) why = NULL;
  struct tn_sql sql;
  bool is_empty = false;
  /* The file is opened for writing, so that SQLite removes its log afterwards. */
  if (!tn_sql_open(&sql, file, SQLITE_OPEN_READWRITE, error))
    return false;
  bool ok = check(&sql, &is_empty, &why);
  if (!ok && !g_file_test(log, G_FILE_TEST_EXISTS)) { /* the folder may not be writable */
    tn_sql_close(&sql);
    if (!tn_sql_open(&sql, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error))
      return false;
    g_free(sql.file);
    sql.file = g_strdup(file);
    g_clear_error(&why);
    ok = check(&sql, &is_empty, &why);
  }
  if (ok && !is_empty) {
    *ret = sql;
    return true;
  }
  if (ok)
    tn_usage(error, "%s: an empty database (sweep --store fills one)", file);
  else
    g_propagate_error(error, g_steal_pointer(&why));
  tn_sql_close(&sql);
  return false;
}

bool tn_schema_has_wanted(const struct tn_sql *sql, bool *ret, GError **error)
{
  gint64 n = 0;
  if (!tn_sql_number(sql, "SELECT count(*) FROM sqlite_schema WHERE name = 'wanted'", &n, error))
    return false;
  *ret = n > 0;
  return true;
}
