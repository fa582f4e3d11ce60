/* A part of a sweep, and what a sweep will take. */
#ifndef TN_TOOLS_SHARD_H
#define TN_TOOLS_SHARD_H

#include <stdio.h>

#include "plan/points.h"

/* Leaves in the plan's study only the points of a shard, "I/N", in their order: plan->whole and
 * plan->numbers tell of what. False and *error (usage), which begins with `where`. */
bool tn_shard_take(struct tn_plan *plan, const char *shard, const char *where, GError **error);

/* Prints how many points are pending and about how long they take, of which it runs some first, four
 * seconds at the most. `shard`: of which they are, if plan->whole. False and *error when they cannot be run. */
bool tn_shard_tell(FILE *file, const struct tn_plan *plan, const char *shard, GError **error);

#endif
