/* Decisions of advise: rows with expected times, and the table of decisions that follows from
 * them. */
#ifndef TN_TOOLS_ADVISE_DECISIONS_H
#define TN_TOOLS_ADVISE_DECISIONS_H

#include "advise/problem.h"
#include "decide/target.h"
#include "table/table.h"

/* Returns the rows of the problems (struct tn_problem). The time of a row is its expected time
 * given the measurements; the row's range contains the time with a probability of 80 %. Transfer
 * full. */
GPtrArray *tn_expected_rows(const GPtrArray *problems);

/* Returns one decision per range of sizes, with the columns "collective ranks from to choice
 * parameters basis expected_loss". basis: "measured" if the choice was measured at all sizes of the
 * range, "near" if measurements remove at least half of the uncertainty, else "predicted".
 * expected_loss: loss relative to the best choice's time, averaged over the sizes and the states of
 * the buffers. `rows`: result of tn_expected_rows; `loss`: as in tn_rules_terms. Returns NULL and
 * *error on failure. tn_table_free. */
struct tn_table *tn_advice_table(const GPtrArray *problems, const GPtrArray *rows,
                                 enum tn_target target, double loss, GError **error);
/* Layout of the table in text output (document/layout.h). */
extern const char tn_advice_layout[];

#endif
