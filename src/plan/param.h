/* Parses the values of an algorithm's parameters. */
#ifndef TN_PLAN_PARAM_H
#define TN_PLAN_PARAM_H

#include <glib.h>

#include "algos/registry.h"
#include "options.h"
#include "study/study_point.h"

/* Reads the values (int64_t) that the user gives by `pair`. is_alias: true if pair->name is the
 * parameter's alias, whose values are shifted by p->alias_offset. `n_ranks` is p in ranges like
 * 1..p-1. Transfer full; NULL and *error on failure. Errors contain the place, the problem and what
 * is accepted. */
GArray *tn_param_read(const struct tn_alg_param *p, const struct tn_pair *pair, bool is_alias,
                      int n_ranks, GError **error);

/* Returns the method of a row's collective and algorithm, given by their names; NULL if it is
 * unknown. */
const struct tn_method *tn_method_named(const char *collective, const char *algorithm);

#endif
