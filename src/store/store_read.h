#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

#include "sql.h"

/* Returns the SQL of an INSERT OR IGNORE of a result: ?1 is the point, columns begin at ?2.
 * Transfer full. */
char *tn_store_rows_insert(void);
/* Binds a row's columns to a statement of tn_store_rows_insert. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets columns of `row`, by name, from the statement's current row, from column `first` on. Returns
 * false and *error (usage) if a value is invalid. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

/* Returns true if the file begins like an SQLite database. */
bool tn_store_is(const char *file);

/* Progress of a store. A shard that was not run has no entries; its points are only counted. If
 * several sweeps lack shards, n_points is a lower limit. */
struct tn_store_state {
  /* numbers of requested points, of those that have a row, and of those that failed and have no
   * row */
  guint n_points, n_rows, n_failed;
  guint n_outdated;
  guint n_programs; /* number of programs (versions) that made rows of the store */
};

/* Reads a store's progress. Returns false and *error (usage) if the file is not a store of this
 * version. */
bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error);

/* Appends the store's valid rows in the order of rows. Returns false and *error (usage) if the file
 * is not a store of this version. */
bool tn_store_read(GPtrArray *rows, const char *file, GError **error);

#endif
