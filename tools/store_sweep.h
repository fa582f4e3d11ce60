/* Sweeps into a store, shards (parts) of sweeps, and the expected duration of a sweep. */
#ifndef TN_TOOLS_STORE_SWEEP_H
#define TN_TOOLS_STORE_SWEEP_H

#include "rows/text_rows.h"

/* Runs the points that the store `file` lacks, and stores each point as soon as it is done. Prints
 * on stderr one line about reused rows and one about outdated rows. *ret_ok: true if every point
 * has a row. If `command` is NULL, only marks the points that the store has as TN_KEPT. Returns
 * false and *error if the store cannot be used, or after a write error. */
bool tn_store_sweep(struct tn_results *results, const char *file, const char *command, bool *ret_ok,
                    GError **error);

/* Returns the words of a command line that select the points, quoted for a shell, without --store,
 * --shard and --jobs. Transfer full. */
char *tn_store_sweep_command(const char *command, char *const *words);

/* Reduces the plan's study to the points of a shard, "I/N", in their order. plan->whole is then the
 * study of all points, and plan->numbers the shard's indices in it. Returns false and *error
 * (usage), which begins with `where`. */
bool tn_shard_take(struct tn_plan *plan, const char *shard, const char *where, GError **error);

/* Prints the number of pending points and their approximate duration, for which it runs some of the
 * points for at most four seconds. `shard`: text of the shard for the message, used if plan->whole
 * is set. Returns false and sets *error if the points cannot be run. */
bool tn_shard_print(FILE *file, const struct tn_plan *plan, const char *shard, GError **error);

#endif
