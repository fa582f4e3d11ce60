/* Measurements for a fit, from files that the user names. */
#ifndef TN_TOOLS_COMPARISON_FIT_READ_H
#define TN_TOOLS_COMPARISON_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns as CSV without header: row i, column
 * j < i is the pair of the processing units that the system calls i and j; the rest is empty. False
 * and *error (usage) as "file:line: what". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* How a table of point-to-point or tree times is to be read; borrowed. */
struct tn_fit_source {
  const char *columns; /* "OURS=THEIRS,...": distance, home, peer, ..., us */
  const struct tn_platform *platform;
  bool is_tree;
  GArray *windows; /* struct tn_fit_point: several messages in flight, of each; NULL: as others */
  GPtrArray *
      rows; /* struct tn_row: gets the rows of files without a tree's children; NULL: all are trees' */
};

/* Appends the points of "FILE[:COLUMN=VALUE,...]" (tn_trace_read), medians over the repeats, in the order
 * of first appearance. A `peer` is the system's number of the other unit, the first being `home` or 0,
 * and gives the distance; without it the word under `distance` does. Rows whose word is no class, and
 * those of collectives other than a tree's bcast, are left out. The children are the ranks less one unless
 * `children` has them. Files are refused of which most times are not those of messages within a node.
 * `summary` gets a line on what was read. False and *error (usage) as "file:line: what". */
bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error);
/* Does the same with the measured rows of a file, at least one. */
bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error);

#endif
