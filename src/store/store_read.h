/* Reads stores. */
#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

#include "sql.h"

/* Returns the text of an INSERT OR IGNORE of a result: ?1 is the point, and the columns begin at
 * ?2. Transfer full. */
char *tn_store_rows_insert(void);
/* Binds the columns of a row to a statement of tn_store_rows_insert. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets columns of `row`, by name, from the current row of a statement; skips the columns of the
 * statement before `first`. Returns false and *error (usage) if a value is invalid for its
 * column. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

/* Returns true if the file begins like an SQLite database. */
bool tn_store_is(const char *file);

/* Progress of a store. If a shard was not run, only the number of its points is known. If several
 * sweeps lack shards, n_points is a lower limit. */
struct tn_store_state {
  guint n_points, n_rows, n_failed; /* numbers of points that are requested, of points that are
                                     * done, and of points that failed and are not done */
  guint n_outdated;                 /* number of outdated rows */
  guint n_programs;                 /* number of programs that made the rows */
};

/* Reads the progress of a store. Returns false and *error (usage) if the file is not a store of
 * this version. */
bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error);

/* Appends the valid rows, in order, to `rows` (from tn_rows_new). Returns false and *error (usage)
 * if the file is not a store of this version. */
bool tn_store_read(GPtrArray *rows, const char *file, GError **error);

#endif
