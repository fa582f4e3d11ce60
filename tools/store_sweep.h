/* Sweeps into a store, shards, and a sweep's expected duration. */
#ifndef TN_TOOLS_STORE_SWEEP_H
#define TN_TOOLS_STORE_SWEEP_H

#include "rows/text_rows.h"

/* Runs the points that the store `file` lacks and stores each at once. Prints reused and outdated
 * rows on stderr. *ret_ok: all points have rows. `command` NULL: only marks the stored points
 * TN_KEPT. Fails on an unusable store or a write error. */
bool tn_store_sweep(struct tn_results *results, const char *file, const char *command, bool *ret_ok,
                    GError **error);

/* Returns the command's words that select points, quoted for a shell. Transfer full. */
char *tn_store_sweep_command(const char *command, char *const *words);

/* Reduces the study to a shard "I/N", in order; plan->whole has all points, plan->numbers their
 * indices. Fails (usage); errors begin with `where`. */
bool tn_shard_take(struct tn_plan *plan, const char *shard, const char *where, GError **error);

/* Prints the number and approximate duration of the pending points, estimated in at most four
 * seconds of runs. `shard`: for the message if plan->whole is set. */
bool tn_shard_print(FILE *file, const struct tn_plan *plan, const char *shard, GError **error);

#endif
