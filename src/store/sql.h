/* SQLite with this program's errors. Inside src/store only. */
#ifndef TN_STORE_SQL_H
#define TN_STORE_SQL_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

/* An open database and its file's name, which errors begin with. Whoever made the file: no trigger
 * and no view of it is run, and no statement goes on for ever. */
struct tn_sql {
  sqlite3 *db;
  char *file;                 /* owned */
  struct tn_sql_steps *steps; /* of the statement that runs; owned */
};

/* How long a statement waits for another process that writes, milliseconds. */
#define TN_SQL_PATIENCE 60000

/* Opens the file, with flags as of sqlite3_open_v2. False and *error (usage): nothing is open. */
bool tn_sql_open(struct tn_sql *ret, const char *file, int flags, GError **error);
void tn_sql_close(struct tn_sql *sql);

/* Sets *error to what the last call on the database failed of; always false. Files that are no
 * database are a usage error, a full disk is none. */
bool tn_sql_fail(const struct tn_sql *sql, GError **error);

/* Runs statements without results. */
bool tn_sql_run(const struct tn_sql *sql, const char *text, GError **error);

/* A prepared statement, sqlite3_finalize; NULL and *error. */
sqlite3_stmt *tn_sql_prepare(const struct tn_sql *sql, const char *text, GError **error);

/* Runs a statement to its end and resets it. */
bool tn_sql_do(const struct tn_sql *sql, sqlite3_stmt *statement, GError **error);

/* The next row of a statement: *ret_more says whether there was one; it is reset when there was
 * none. False and *error. */
bool tn_sql_next(const struct tn_sql *sql, sqlite3_stmt *statement, bool *ret_more, GError **error);

/* The first number of the first row of a query; 0 without rows. */
bool tn_sql_number(const struct tn_sql *sql, const char *text, gint64 *ret, GError **error);

#endif
