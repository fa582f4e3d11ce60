/* Defines the tables of a store. Internal to src/store.
 *
 *   program  name: the program that makes rows (key.h)
 *   sweep    label, n_points, sum, command: a selection. The name of its first point, its number of
 *            different points, a checksum over all keys, and the command line
 *   point    name, platform, inputs (key.h), program, sweep, position, outdated, failure: a
 *            requested point. Its key, its place in a sweep, whether it was requested again with
 *            other values or by another program, and the error of the last try
 *   wanted   name: points that other shards of these sweeps will enter, maybe in other files
 *   result   id of the point, and a column for each column of rows: NULL is unknown, times are
 *            microseconds
 *   rows     a view of the valid results in order
 *
 * Points are sorted by sweep, then by position in the plan. Sweeps are sorted by number of points,
 * the largest first, then by label and sum. A point of several sweeps belongs to the first of them
 * in this order. So the order depends only on the requested sweeps. */
#ifndef TN_STORE_STORE_SCHEMA_H
#define TN_STORE_STORE_SCHEMA_H

#include "sql.h"

/* FROM clause of the valid results in the order of rows; table `result` has the alias r. */
#define TN_SCHEMA_ROWS                                                                             \
  " FROM point p JOIN result r ON r.point = p.id JOIN sweep s ON s.id = p.sweep"                   \
  " WHERE NOT p.outdated ORDER BY s.n_points DESC, s.label, s.sum, p.position"

/* Opens a store for writing, creates it if the file is missing or empty, and adds columns that it
 * lacks. Returns false and *error if it is not a store of this version. */
bool tn_schema_open(struct tn_sql *ret, const char *file, GError **error);

/* Opens a store for reading only. Returns false and *error for another version. */
bool tn_schema_open_to_read(struct tn_sql *ret, const char *file, GError **error);
/* Sets *ret to true if the store has the table `wanted`. Older stores that are opened for reading
 * may lack it. */
bool tn_schema_has_wanted(const struct tn_sql *sql, bool *ret, GError **error);

#endif
