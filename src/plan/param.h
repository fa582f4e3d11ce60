/* Values of an algorithm's parameters as text. */
#ifndef TN_PLAN_PARAM_H
#define TN_PLAN_PARAM_H

#include <glib.h>

#include "algos/registry.h"
#include "options.h"
#include "study/study_point.h"

/* The values that `pair` asks for, int64_t; its alias has them shifted. `n_ranks` gives the upper
 * end of ranges like 1..p-1. NULL and *error with the place: what is wrong and what is accepted.
 * Transfer full. */
GArray *tn_param_read(const struct tn_alg_param *p, const struct tn_pair *pair, bool is_alias,
                      int n_ranks, GError **error);

/* The entry that a row names, or NULL when this program has none of that name. */
const struct tn_method *tn_method_named(const char *collective, const char *algorithm);

#endif
