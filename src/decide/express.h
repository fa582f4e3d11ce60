/* A row's choice in a library's terms. */
#ifndef TN_DECIDE_EXPRESS_H
#define TN_DECIDE_EXPRESS_H

#include "rules.h"

/* What the release has to be told so that it does as the row, but for `from`; *ret_id is its number
 * of the collective. NULL, or why it cannot be told (transfer full). */
char *tn_rule_express(enum tn_target target, const struct tn_row *row, int *ret_id,
                      struct tn_rule *ret);

#endif
