#ifndef TN_STORE_STORE_MERGE_H
#define TN_STORE_STORE_MERGE_H

#include <glib.h>
#include <stdbool.h>

/* Adds the files' points and rows to the store `target`, created if missing. A point that is
 * outdated in one file is outdated in the target. Returns false and *error (usage), and adds
 * nothing, if rows of a point differ, or if a point is valid for two programs or platforms'
 * values. */
bool tn_store_merge(const char *target, char *const *files, guint n, GError **error);

#endif
