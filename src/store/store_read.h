#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

#include "sql.h"

/* Returns an INSERT OR IGNORE of a result: ?1 is the point, columns begin at ?2. Transfer full. */
char *tn_store_rows_insert(void);
/* Binds a row's columns to a statement of tn_store_rows_insert. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets columns of `row`, by name, from the statement's row, from column `first` on. Returns false
 * and *error (usage) if a value is invalid. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

/* Returns true if the file begins like an SQLite database. */
bool tn_store_is(const char *file);

/* Progress of a store. If a shard was not run, only the number of its points is known. If several
 * sweeps lack shards, n_points is a lower limit. */
struct tn_store_state {
  guint n_points, n_rows, n_failed; /* numbers of points that are requested, of points that are
                                     * done, and of points that failed and are not done */
  guint n_outdated;
  guint n_programs; /* programs that made the rows */
};

/* Reads the progress. Returns false and *error (usage) if not a store of this version. */
bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error);

/* Appends the valid rows, in order. Returns false and *error (usage) if not a store of this
 * version. */
bool tn_store_read(GPtrArray *rows, const char *file, GError **error);

#endif
