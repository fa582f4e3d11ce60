/* A row's choice in a library's terms. */
#ifndef TN_DECIDE_EXPRESS_H
#define TN_DECIDE_EXPRESS_H

#include "rule.h"
#include "target.h"

/* What the release has to be told so that it does as the row, but for `from`; *ret_id is its number
 * of the collective. NULL, or why it cannot be told (transfer full). */
char *tn_rule_express(enum tn_target target, const struct tn_row *row, int *ret_id,
                      struct tn_rule *ret);

/* Whether the release has the algorithm, and can be told to take it. */
bool tn_rule_has(enum tn_target target, const struct tn_algorithm *algorithm);

/* What a row is to rules (as in tn_tune_terms; `target`: enum tn_target): a choice, and the release's own
 * decision what is by default. */
unsigned tn_rule_role(const void *target, const struct tn_row *row);

/* Mechanisms by which UCX copies once, NULL-terminated. */
enum { TN_N_UCX_SINGLES = 3 };
extern const char *const tn_ucx_singles[];

/* instead.c: Open MPI's name of the algorithm that runs where a rule names `name` with that segment
 * for a call as the row's; NULL: that one does. */
const char *tn_rule_instead(const struct tn_row *row, const char *name, int64_t segment);

#endif
