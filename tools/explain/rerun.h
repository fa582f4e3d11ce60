/* Simulates the points of rows again. */
#ifndef TN_TOOLS_EXPLAIN_RERUN_H
#define TN_TOOLS_EXPLAIN_RERUN_H

#include "plan/row_case.h"

struct tn_rerun {
  const GPtrArray *rows;    /* struct tn_row; borrowed */
  struct tn_row_case first; /* conditions of the first row, used for all rows */
  struct tn_study *study;   /* one point per row, in the order of the rows */
};

/* Makes a study of the rows' points (at least one); `jobs` as in tn_conditions. Returns NULL, or
 * the reason of failure as half a sentence (transfer full). Refuses rows that depend on files.
 * Always call tn_rerun_clear afterwards. */
char *tn_rerun_init(struct tn_rerun *r, const GPtrArray *rows, const struct tn_platform *pf,
                    int jobs);
/* Returns a text on how the new result of point i differs from its row, or NULL if they agree.
 * Point i must have run. Transfer full. */
char *tn_rerun_difference(const struct tn_rerun *r, guint i, enum tn_objective objective);
void tn_rerun_clear(struct tn_rerun *r);

#endif
