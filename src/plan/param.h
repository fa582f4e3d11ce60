/* Parses the values of an algorithm's parameters. */
#ifndef TN_PLAN_PARAM_H
#define TN_PLAN_PARAM_H

#include <glib.h>

#include "algos/registry.h"
#include "options.h"
#include "study/study_point.h"

/* Reads the requested values (int64_t). is_alias: pair->name is the parameter's alias, with values
 * shifted by p->alias_offset. `n_ranks` is p in ranges like 1..p-1. Transfer full. */
GArray *tn_param_read(const struct tn_alg_param *p, const struct tn_pair *pair, bool is_alias,
                      int n_ranks, GError **error);

/* Returns the registry's entry, or NULL. */
const struct tn_method *tn_method_named(const char *collective, const char *algorithm);

#endif
