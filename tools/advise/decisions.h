/* What advise decides by what it knows: rows with times as they are expected, and tables of them. */
#ifndef TN_TOOLS_ADVISE_DECISIONS_H
#define TN_TOOLS_ADVISE_DECISIONS_H

#include "advise/problem.h"
#include "decide/target.h"
#include "table/table.h"

/* The rows of the problems (struct tn_problem), with times as they are expected after what was measured,
 * and the range of four fifths. Transfer full. */
GPtrArray *tn_expected_rows(const GPtrArray *problems);

/* A decision for each range of sizes: "collective ranks from to choice parameters basis
 * expected_loss". basis: measured (the choice was, at all of its sizes), near (measurements tell of it at
 * least half of what is not known without), predicted. expected_loss: its mean over the sizes and states
 * of the buffers, of the best choice's time. `rows` as above; `loss` as in tn_rules_terms. NULL and
 * *error. tn_table_free. */
struct tn_table *tn_advice_table(const GPtrArray *problems, const GPtrArray *rows,
                                 enum tn_target target, double loss, GError **error);
/* How people read it (document/layout.h). */
extern const char tn_advice_layout[];

#endif
