/* What a user runs to measure: a script, and for each start of the MPI program its tasks. */
#ifndef TN_TOOLS_ADVISE_SCRIPT_H
#define TN_TOOLS_ADVISE_SCRIPT_H

#include "advise_plan.h"
#include "decide/target.h"

/* Writes measure.sh, measure.c and the tasks of the runs (struct tn_start) to the folder; `round` is in
 * their names. False and *error. */
bool tn_script_write(const char *folder, enum tn_target target, const GPtrArray *runs, guint round,
                     GError **error);

/* What a block decides: "bcast 4K to 1M: binomial, chain". Transfer full. */
char *tn_script_says(const struct tn_start_part *block);

#endif
