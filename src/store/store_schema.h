/* The tables of a store. Inside src/store only.
 *
 *   program  name: what makes rows (program.h)
 *   sweep    label, n_points, sum, command: a selection by what names its first point, its
 *            number of different points, a checksum over the keys of all, and the words of the
 *            command
 *   point    name, platform, inputs, program, sweep, position, outdated, failure: what was
 *            asked for by its key (key.h), its place in a sweep, whether it was asked for again
 *            since with other values or by another program, and why it failed at the last try
 *   wanted   name: of points that shards of these sweeps, which may be elsewhere, have to enter
 *   result   point, a column for each of a row's: NULL is unknown, times are microseconds
 *   rows     a view of the results that count, in their order
 *
 * Points come in the order of their sweeps and in these in the order of the plan; of sweeps the
 * larger is first, then label and sum decide. A point of several sweeps stands in the first. So the
 * order depends on what was asked for only, not on when, in how many goes or files; and a sweep
 * that contains the others decides it alone. */
#ifndef TN_STORE_STORE_SCHEMA_H
#define TN_STORE_STORE_SCHEMA_H

#include "sql.h"

/* The results that count, and their order; columns of results are r's. */
#define TN_SCHEMA_ROWS                                                                             \
  " FROM point p JOIN result r ON r.point = p.id JOIN sweep s ON s.id = p.sweep"                   \
  " WHERE NOT p.outdated ORDER BY s.n_points DESC, s.label, s.sum, p.position"

/* Opens a store, which is made where there is no file or an empty one, and brings its columns up to
 * those of rows. False and *error: no store, or one of another version. */
bool tn_schema_open(struct tn_sql *ret, const char *file, GError **error);

/* The same of a store that must be there, to read it. */
bool tn_schema_open_to_read(struct tn_sql *ret, const char *file, GError **error);
/* *ret: whether it has the table `wanted`, which a store of before that is only read may lack. */
bool tn_schema_has_wanted(const struct tn_sql *sql, bool *ret, GError **error);

#endif
