/* Merges stores. */
#ifndef TN_STORE_STORE_MERGE_H
#define TN_STORE_STORE_MERGE_H

#include <glib.h>
#include <stdbool.h>

/* Adds the points and rows of the files to `target`, which is created if it is missing. On an error
 * nothing is added. Equal rows of a point become one row. A point that is outdated in one file is
 * outdated in the target. Returns false and *error (usage) if two rows of a point differ, or if a
 * point is valid in two variants (by two programs, or with the values of two platforms). */
bool tn_store_merge(const char *target, char *const *files, guint n, GError **error);

#endif
