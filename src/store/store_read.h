/* The rows of a store. */
#ifndef TN_STORE_STORE_READ_H
#define TN_STORE_STORE_READ_H

#include "study/row.h"

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
