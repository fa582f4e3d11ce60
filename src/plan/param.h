/* Parses values of an algorithm's parameters. */
#ifndef TN_PLAN_PARAM_H
#define TN_PLAN_PARAM_H

#include <glib.h>

#include "algos/registry.h"
#include "options.h"
#include "study/study_point.h"

/* Reads the values that `pair` requests (int64_t); values of the alias are shifted. `n_ranks` is
 * the upper end of ranges like 1..p-1. Transfer full; errors name the place, the problem and what
 * is accepted. */
GArray *tn_param_read(const struct tn_alg_param *p, const struct tn_pair *pair, bool is_alias,
                      int n_ranks, GError **error);

/* Returns the entry that a row names, or NULL if it is unknown. */
const struct tn_method *tn_method_named(const char *collective, const char *algorithm);

#endif
