/* Reads measurements for a fit from files of the user. */
#ifndef TN_TOOLS_COMPARISON_FIT_READ_H
#define TN_TOOLS_COMPARISON_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns (CSV without header): row i, column j <
 * i is the time between processing units i and j (system's numbers); other cells are empty. Usage
 * errors "file:line: what". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* Format of a table with times of point-to-point messages or of trees; borrowed. */
struct tn_fit_source {
  const char *columns; /* "OURS=THEIRS,...": the file's columns for distance, home, peer, ..., us */
  const struct tn_platform *platform;
  bool is_tree;
  GArray *windows; /* struct tn_fit_point: receives points with several messages in flight; NULL:
                    * these go to the other points */
  /* struct tn_row: receives rows of files without children; NULL: all files have trees */
  GPtrArray *rows;
};

/* Appends the points of "FILE[:COLUMN=VALUE,...]" (tn_trace_read): medians over repeats, in order
 * of appearance. Columns `home` (0 if absent) and `peer`, processing units by the system's numbers,
 * give the distance; without `peer`, `distance` does. Omits unknown distances, and collectives
 * except a tree's bcast. Children: ranks - 1, or the column `children`. Refuses times that are
 * mostly too long or short for one node. `summary` receives one line. Usage errors "file:line:
 * what". */
bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error);
/* Appends the points of a file's measured rows (at least one), as tn_fit_points_read. */
bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error);

#endif
