/* A sweep into a store. */
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

#endif
