/* A file of rows (CSV) that a plan fills in more than one go: what is there is not run again. */
#ifndef TN_TOOLS_KEPT_H
#define TN_TOOLS_KEPT_H

#include "rows/row.h"

/* Rows of a file that belong to points of a plan. */
struct tn_kept {
  const char *file;     /* borrowed */
  struct tn_row **rows; /* [n_points]; NULL: the file has none */
  guint n_points, n;    /* n of them are there */
  bool is_ordered;      /* in the file as in the plan */
  goffset length;       /* bytes of the file but for a torn last row */
};

/* Finds the rows of `file` among the points of the plan. A file that is not there, is empty, or
 * ends within its header has none. False and *error (usage), naming the line, when a row is none of
 * the plan's, or the file has no rows of this version. */
bool tn_kept_read(struct tn_kept *ret, const struct tn_results *results, const char *file,
                  GError **error);
void tn_kept_clear(struct tn_kept *kept);

/* Begins or goes on: opens the file, takes its rows over as TN_KEPT outcomes and cuts off a torn
 * last one. `*ret` and `*w` are set when true; false and *error (usage): the file is as it was. */
bool tn_kept_resume(struct tn_kept *ret, struct tn_writer *w, struct tn_results *results,
                    const char *file, GError **error);

/* Puts the rows of a file that was gone on with into the order of the plan, in one step, unless they
 * are. False and *error when it cannot be written:
 * it has all rows then too. */
bool tn_kept_sort(const struct tn_kept *kept, const struct tn_results *results, GError **error);

#endif
