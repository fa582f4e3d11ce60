/* Decisions of advise: rows with expected times, and their table. */
#ifndef TN_TOOLS_ADVISE_DECISIONS_H
#define TN_TOOLS_ADVISE_DECISIONS_H

#include "advise/problem.h"
#include "decide/target.h"
#include "table/table.h"

/* Returns the rows of the problems (struct tn_problem) with expected times given the measurements;
 * their ranges have a probability of 80 %. Transfer full. */
GPtrArray *tn_expected_rows(const GPtrArray *problems);

/* Returns a line per range of sizes: "collective ranks from to choice parameters basis
 * expected_loss". basis: "measured" if the choice was measured at all sizes, "near" if measurements
 * remove at least half of the uncertainty, else "predicted". expected_loss: relative to the best
 * choice, averaged over sizes and states of the buffers. `rows`: of tn_expected_rows; `loss`: as in
 * tn_rules_terms. tn_table_free. */
struct tn_table *tn_advice_table(const GPtrArray *problems, const GPtrArray *rows,
                                 enum tn_target target, double loss, GError **error);
/* Layout of the table as text (document/layout.h). */
extern const char tn_advice_layout[];

#endif
