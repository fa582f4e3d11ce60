/* Runs SQLite with this program's error messages. Internal to src/store. */
#ifndef TN_STORE_SQL_H
#define TN_STORE_SQL_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

/* An open database. Its file is not trusted: triggers and views of the file are not run, and the
 * number of steps of each statement is limited. */
struct tn_sql {
  sqlite3 *db;
  char *file;                 /* file name, which begins each error; owned */
  struct tn_sql_steps *steps; /* counts the steps of the running statement; owned */
};

/* Milliseconds for which a statement waits while another process writes. */
#define TN_SQL_PATIENCE 60000

/* Opens the file with flags of sqlite3_open_v2. On failure returns false and *error (usage), with
 * nothing open. */
bool tn_sql_open(struct tn_sql *ret, const char *file, int flags, GError **error);
void tn_sql_close(struct tn_sql *sql);

/* Sets *error to the last failure of the database and returns false. It is a usage error if the
 * file is at fault, for example if it is not a database, but not if the disk is full. */
bool tn_sql_fail(const struct tn_sql *sql, GError **error);

/* Runs statements without results. Returns false and *error on failure. */
bool tn_sql_run(const struct tn_sql *sql, const char *text, GError **error);

/* Prepares a statement; free it with sqlite3_finalize. Returns NULL and *error on failure. */
sqlite3_stmt *tn_sql_prepare(const struct tn_sql *sql, const char *text, GError **error);

/* Runs a statement to its end and resets it. Returns false and *error on failure. */
bool tn_sql_do(const struct tn_sql *sql, sqlite3_stmt *statement, GError **error);

/* Fetches the next row of a statement. *ret_more: true if there is a row. After the last row the
 * statement is reset. Returns false and *error on failure. */
bool tn_sql_next(const struct tn_sql *sql, sqlite3_stmt *statement, bool *ret_more, GError **error);

/* Sets *ret to the first number in the first row of a query's result; 0 without a row. Returns
 * false and *error on failure. */
bool tn_sql_number(const struct tn_sql *sql, const char *text, gint64 *ret, GError **error);

#endif
