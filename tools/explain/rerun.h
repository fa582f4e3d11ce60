/* Rows of simulations, simulated again. */
#ifndef TN_TOOLS_EXPLAIN_RERUN_H
#define TN_TOOLS_EXPLAIN_RERUN_H

#include "plan/row_case.h"

struct tn_rerun {
  const GPtrArray *rows;    /* struct tn_row; borrowed */
  struct tn_row_case first; /* of the first row, whose conditions are the study's */
  struct tn_study *study;   /* a point for each row, in their order */
};

/* Makes the study of at least one row on a platform; `jobs` is as in tn_conditions. Returns NULL, or why
 * the study cannot be made: half a sentence. Transfer full; tn_rerun_clear in any case. Files that rows
 * name are not opened. */
char *tn_rerun_init(struct tn_rerun *r, const GPtrArray *rows, const struct tn_platform *pf,
                    int jobs);
/* Returns why point i, which has run, is not what its row says, or NULL. Transfer full. */
char *tn_rerun_difference(const struct tn_rerun *r, guint i, enum tn_objective objective);
void tn_rerun_clear(struct tn_rerun *r);

#endif
