/* Reads measurements for a fit from files of the user. */
#ifndef TN_TOOLS_COMPARISON_FIT_READ_H
#define TN_TOOLS_COMPARISON_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns (CSV without header). Row i, column j <
 * i holds the time between the processing units with the system's numbers i and j; other cells are
 * empty. Returns false and *error (usage) as "file:line: what". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* Format of a table with times of point-to-point messages or of trees; borrowed. */
struct tn_fit_source {
  const char *columns; /* "OURS=THEIRS,...": names of the columns distance, home, peer, ..., us in
                        * the file */
  const struct tn_platform *platform;
  bool is_tree;
  GArray *windows; /* struct tn_fit_point: receives points with several messages in flight; NULL:
                    * such points go to the other points */
  /* struct tn_row: receives rows of files without a column of children; NULL: all files have
   * trees */
  GPtrArray *rows;
};

/* Appends the points of "FILE[:COLUMN=VALUE,...]" (tn_trace_read): medians over repeats, in order
 * of first appearance. The column `home` is the system's number of the first processing unit (0
 * without the column), `peer` that of the second unit; both give the distance. Without `peer`, the
 * word in `distance` gives it. Omits rows with an unknown distance, and collectives other than a
 * tree's bcast. The number of children is ranks - 1 unless the column `children` exists. Refuses
 * files in which most times are too long or short for messages within a node. `summary` receives
 * one line on the rows that were read. Returns false and *error (usage) as "file:line: what". */
bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error);
/* Appends the points of the measured rows of a file, as tn_fit_points_read does. There must be at
 * least one row. */
bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error);

#endif
