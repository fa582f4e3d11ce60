/* Reads whole files that users name. */
#ifndef TN_PLAN_USER_FILE_H
#define TN_PLAN_USER_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Returns the bytes of a file or a pipe, followed by a NUL, transfer full; ret_length may be NULL.
 * Fails (usage) if the file cannot be read, is larger than TN_CONTENTS_MAX bytes, or is a
 * device. */
char *tn_contents(const char *path, gsize *ret_length, GError **error);

/* Records that the program has read the file by other functions. */
void tn_contents_note(const char *path);

/* Returns true if the path names a file that the program has read. */
bool tn_contents_has(const char *path);

#endif
