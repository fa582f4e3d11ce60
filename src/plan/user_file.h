/* Reads files that users name, as a whole. */
#ifndef TN_PLAN_USER_FILE_H
#define TN_PLAN_USER_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Returns the bytes of a file or pipe and a NUL, transfer full; ret_length may be NULL. Fails
 * (usage) on files that cannot be read, on more than TN_CONTENTS_MAX bytes, and on devices. */
char *tn_contents(const char *path, gsize *ret_length, GError **error);

/* Records that a file was read, for readers that do not use tn_contents. */
void tn_contents_note(const char *path);

/* Returns true if the program has read this file. */
bool tn_contents_has(const char *path);

#endif
