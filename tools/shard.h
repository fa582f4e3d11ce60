/* A part of a sweep, and what a sweep will take. */
#ifndef TN_TOOLS_SHARD_H
#define TN_TOOLS_SHARD_H

#include <stdio.h>

#include "plan/points.h"

/* Leaves in the plan's study only the points of --shard I/N, in their order: plan->whole and
 * plan->numbers tell of what. Without it the plan stays as it is. */
bool tn_shard_take(struct tn_plan *plan, GError **error);

/* Prints how many points are pending and about how long they take, of which it runs some first, four
 * seconds at the most. False and *error when they cannot be run. */
bool tn_shard_tell(FILE *file, const struct tn_plan *plan, GError **error);

#endif
