/* The rows of a store. */
#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

#include "sql.h"

/* INSERT OR IGNORE of a result: ?1 is the point, ?2 and on the columns. Transfer full. */
char *tn_store_rows_insert(void);
/* Binds the row's columns to such a statement. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets the columns of `row` that the current row of a statement has, by their names, from column
 * `first` of the statement on. False and *error (usage) on a text that is none of the column. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

/* Whether the file is a database of SQLite, by its first bytes. */
bool tn_store_is(const char *file);

/* How complete a store is. Points that no shard has entered are known by their number only: when
 * several sweeps lack some, at least `n_points` were asked for. */
struct tn_store_state {
  guint n_points, n_rows, n_failed; /* asked for; done; of the others those that failed */
  guint n_outdated;                 /* rows that count no more */
  guint n_programs;                 /* that made the rows */
};

/* False and *error (usage) when the file is no store of this version; so it is of the next. */
bool tn_store_state(const char *file, struct tn_store_state *ret, GError **error);

/* Appends the rows that count, in their order, to rows (tn_rows_new). */
bool tn_store_read(GPtrArray *rows, const char *file, GError **error);

#endif
