/* Reads measurements for a fit from the user's files. */
#ifndef TN_TOOLS_COMPARISON_FIT_READ_H
#define TN_TOOLS_COMPARISON_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns (CSV without header): row i, column j <
 * i is the time between the system's processing units i and j; other cells are empty. Usage errors
 * begin with "file:line:". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* Table with times of point-to-point messages or of trees; borrowed. */
struct tn_fit_source {
  /* "OURS=THEIRS,...": the file's columns for distance, home, peer, ..., us */
  const char *columns;
  const struct tn_platform *platform;
  bool is_tree;
  /* struct tn_fit_point: receives the points with several messages in flight. NULL: the caller's
   * array of points receives them. */
  GArray *windows;
  /* struct tn_row: receives the rows of files that have no children and no distances; NULL: all
   * files must have trees */
  GPtrArray *rows;
};

/* Appends the points of "FILE[:COLUMN=VALUE,...]" (tn_trace_read) in order of appearance, with
 * medians of repeats. The distance is that of processing units in columns `home` (0 if absent) and
 * `peer`, by the system's numbers; without `peer`, column `distance` states it. Skips unknown
 * distances, and collectives except bcast for trees. Children: column `children`, otherwise ranks -
 * 1. Refuses times that are mostly too long or short for one node. `summary` receives one line.
 * Usage errors begin with "file:line:". */
bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error);
/* Appends the points of a file's measured rows (at least one row), otherwise as
 * tn_fit_points_read. */
bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error);

#endif
