/* Several stores in one. */
#ifndef TN_STORE_STORE_MERGE_H
#define TN_STORE_STORE_MERGE_H

#include <glib.h>
#include <stdbool.h>

/* Adds the points and rows of the files to `target`, which is made if need be: all or nothing.
 * Equal rows of a point are one; what is outdated in one of the files is so in the target. False
 * and *error (usage) when two rows of a point differ, and when a point counts in two variants: by
 * two programs, or with two platforms' values. */
bool tn_store_merge(const char *target, char *const *files, guint n, GError **error);

#endif
