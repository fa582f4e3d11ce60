#ifndef TN_DECIDE_ROW_RULE_H
#define TN_DECIDE_ROW_RULE_H

#include "rule.h"
#include "target.h"

/* Makes the rule for the row's algorithm, but does not set ret->from. *ret_id: the release's number
 * of the collective. Returns NULL, or why there is no rule (transfer full). */
char *tn_rule_from_row(enum tn_target target, const struct tn_row *row, int *ret_id,
                       struct tn_rule *ret);

/* Returns true if the release has the algorithm and a rule can select it. */
bool tn_rule_has(enum tn_target target, const struct tn_method *algorithm);

/* Returns a row's roles (tn_tune_terms); `target` points to an enum tn_target. Rows that a rule can
 * express are choices; the release's own decision is also the default. */
unsigned tn_rule_role(const void *target, const struct tn_row *row);

/* Single-copy mechanisms of UCX; NULL ends the array. */
enum { TN_N_UCX_SINGLES = 3 };
extern const char *const tn_ucx_singles[];

/* Returns the algorithm that Open MPI runs in place of `name` for the row's call and segment
 * (bytes), or NULL if it runs `name` (fallback.c). */
const char *tn_rule_fallback(const struct tn_row *row, const char *name, int64_t segment);

#endif
