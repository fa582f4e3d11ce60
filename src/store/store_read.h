/* Reading of stores. */
#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

#include "sql.h"

/* Returns an INSERT OR IGNORE of a result: ?1 is the point, ?2 and on are the columns. Transfer full. */
char *tn_store_rows_insert(void);
/* Binds the columns of a row to such a statement. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets columns of `row` from the current row of a statement, by name, beginning at column `first`.
 * Returns false and *error (usage) if a value is invalid for its column. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

/* Returns true if the file begins like a database of SQLite. */
bool tn_store_is(const char *file);

/* Progress of a store. Points of shards that were not run are known by number only; if several
 * sweeps lack shards, n_points is a lower limit. */
struct tn_store_state {
  guint n_points, n_rows, n_failed; /* requested; done; failed among those not done */
  guint n_outdated;                 /* outdated rows */
  guint n_programs;                 /* number of programs that made the rows */
};

/* Reads the progress. Returns false and *error (usage) if the file is not a store of this version. */
bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error);

/* Appends the valid rows in order to `rows` (from tn_rows_new). Returns false and *error as above. */
bool tn_store_read(GPtrArray *rows, const char *file, GError **error);

#endif
