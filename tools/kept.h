/* A file of rows (CSV) that a plan fills in more than one go: what is there is not run again. */
#ifndef TN_TOOLS_KEPT_H
#define TN_TOOLS_KEPT_H

#include "rows/text_rows.h"

/* Finds the rows of `file` among the points of the plan: *ret_n, how many have theirs. A file that is
 * not there, is empty, or ends within its header has none. False and *error (usage), naming the
 * line, when a row is none of the plan's, or the file has no rows of this version. */
bool tn_kept_count(const struct tn_results *results, const char *file, guint *ret_n,
                   GError **error);

/* Begins or resumes: opens FILE.part, gives its rows (none: those of FILE) to the outcomes of their
 * points (TN_KEPT) and cuts off a torn last one. `*w` is set when true; false and *error (usage): both
 * files are as they were. */
bool tn_kept_resume(struct tn_writer *w, struct tn_results *results, const char *file,
                    GError **error);

/* Puts the rows of a file that was resumed into the order of the plan, in one step, unless they are.
 * False and *error when it cannot be written: it has all rows then too. */
bool tn_kept_sort(const struct tn_results *results, const char *file, GError **error);

#endif
