/* Rows into and out of statements. Inside src/store only. */
#ifndef TN_STORE_STORE_ROWS_H
#define TN_STORE_STORE_ROWS_H

#include "sql.h"
#include "study/row.h"

/* INSERT OR IGNORE of a result: ?1 is the point, ?2 and on the columns. Transfer full. */
char *tn_store_rows_insert(void);
/* Binds the row's columns to such a statement. */
void tn_store_rows_bind(sqlite3_stmt *statement, const struct tn_row *row);

/* Sets the columns of `row` that the current row of a statement has, by their names, from column
 * `first` of the statement on. False and *error (usage) on a text that is none of the column. */
bool tn_store_rows_take(const struct tn_sql *sql, sqlite3_stmt *statement, int first,
                        struct tn_row *row, GError **error);

#endif
