/* Reads measurements for a fit from files of the user. */
#ifndef TN_TOOLS_COMPARISON_FIT_READ_H
#define TN_TOOLS_COMPARISON_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns (CSV without header). Row i, column j <
 * i holds the pair of the processing units that the system numbers i and j; other cells are empty.
 * Returns false and *error (usage) as "file:line: what". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* Format of a table of point-to-point or tree times; borrowed. */
struct tn_fit_source {
  const char *columns; /* "OURS=THEIRS,...": distance, home, peer, ..., us */
  const struct tn_platform *platform;
  bool is_tree;
  GArray *windows; /* struct tn_fit_point: receives points with several messages in flight; NULL:
                    * they go to the other points */
  GPtrArray *
      rows; /* struct tn_row: receives rows of files without a column of children; NULL: all are trees' */
};

/* Appends the points of "FILE[:COLUMN=VALUE,...]" (tn_trace_read): medians over repeats, in order
 * of first appearance. `peer` is the system's number of the second unit and gives the distance;
 * the first unit is `home` or 0. Without `peer`, the word in `distance` gives it. Omits rows with
 * an unknown distance, and collectives other than a tree's bcast. The number of children is ranks
 * - 1 unless the column `children` exists. Refuses files in which most times are too long or short
 * for messages within a node. `summary` receives one line on the rows that were read. Returns
 * false and *error (usage) as "file:line: what". */
bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error);
/* Appends the points of the measured rows of a file in the same manner. There is at least one
 * row. */
bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error);

#endif
