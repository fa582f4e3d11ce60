/* SQLite with this program's errors. Private to src/store. */
#ifndef TN_STORE_SQL_H
#define TN_STORE_SQL_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

/* An open database and the name of its file, which begins each error. Files are not trusted:
 * triggers and views of the file are not run, and no statement runs forever. */
struct tn_sql {
  sqlite3 *db;
  char *file;                 /* owned */
  struct tn_sql_steps *steps; /* step counter of the running statement; owned */
};

/* milliseconds that a statement waits for another writing process */
#define TN_SQL_PATIENCE 60000

/* Opens the file with the flags of sqlite3_open_v2. Returns false and *error (usage); nothing is
 * open then. */
bool tn_sql_open(struct tn_sql *ret, const char *file, int flags, GError **error);
void tn_sql_close(struct tn_sql *sql);

/* Sets *error to the last failure of the database and returns false. A file that is no database is
 * a usage error; a full disk is not. */
bool tn_sql_fail(const struct tn_sql *sql, GError **error);

/* Runs statements without results. Returns false and *error on failure. */
bool tn_sql_run(const struct tn_sql *sql, const char *text, GError **error);

/* Prepares a statement for sqlite3_finalize. Returns NULL and *error on failure. */
sqlite3_stmt *tn_sql_prepare(const struct tn_sql *sql, const char *text, GError **error);

/* Runs a statement to its end and resets it. Returns false and *error on failure. */
bool tn_sql_do(const struct tn_sql *sql, sqlite3_stmt *statement, GError **error);

/* Fetches the next row of a statement. *ret_more: true if there is a row; the statement is reset at
 * the end. Returns false and *error on failure. */
bool tn_sql_next(const struct tn_sql *sql, sqlite3_stmt *statement, bool *ret_more, GError **error);

/* Reads the first number of the first row of a query, or 0 without rows. Returns false and *error
 * on failure. */
bool tn_sql_number(const struct tn_sql *sql, const char *text, gint64 *ret, GError **error);

#endif
