/* Conversion of a row's choice to a library's rule. */
#ifndef TN_DECIDE_EXPRESS_H
#define TN_DECIDE_EXPRESS_H

#include "rule.h"
#include "target.h"

/* Makes the rule that selects the row's algorithm; *ret does not get `from`. *ret_id: the release's
 * number of the collective. Returns NULL, or why there is no such rule (transfer full). */
char *tn_rule_express(enum tn_target target, const struct tn_row *row, int *ret_id,
                      struct tn_rule *ret);

/* Returns true if the release has the algorithm and a rule can select it. */
bool tn_rule_has(enum tn_target target, const struct tn_method *algorithm);

/* Returns the role of a row for rules (see tn_tune_terms; `target`: enum tn_target): a choice, and
 * for the release's own decision also the default. */
unsigned tn_rule_role(const void *target, const struct tn_row *row);

/* Single-copy mechanisms of UCX, NULL-terminated. */
enum { TN_N_UCX_SINGLES = 3 };
extern const char *const tn_ucx_singles[];

/* Returns Open MPI's name of the algorithm that runs in place of `name` with that segment for the
 * row's call, or NULL if `name` itself runs. Defined in fallback.c. */
const char *tn_rule_fallback(const struct tn_row *row, const char *name, int64_t segment);

#endif
