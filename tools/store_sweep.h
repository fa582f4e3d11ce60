/* A sweep into a store, a part of a sweep, and what a sweep will take. */
#ifndef TN_TOOLS_STORE_SWEEP_H
#define TN_TOOLS_STORE_SWEEP_H

#include "rows/text_rows.h"

/* Runs what the store `file` lacks and puts each point there as it is done. What the store had, and rows
 * that count no more, cost a line each on stderr. *ret_ok: whether every point has its row. With `command`
 * NULL it only marks the points that are there as TN_KEPT, and changes nothing. False and *error when the
 * store cannot be used, or not everything could be written. */
bool tn_store_sweep(struct tn_results *results, const char *file, const char *command, bool *ret_ok,
                    GError **error);

/* The words of a command that make its points, as a shell reads them: without those that say where rows go
 * and how. Transfer full. */
char *tn_store_sweep_command(const char *command, char *const *words);

/* Leaves in the plan's study only the points of a shard, "I/N", in their order: plan->whole and
 * plan->numbers tell of what. False and *error (usage), which begins with `where`. */
bool tn_shard_take(struct tn_plan *plan, const char *shard, const char *where, GError **error);

/* Prints how many points are pending and about how long they take, of which it runs some first, four
 * seconds at the most. `shard`: of which they are, if plan->whole. False and *error when they cannot be run. */
bool tn_shard_tell(FILE *file, const struct tn_plan *plan, const char *shard, GError **error);

#endif
