/* Reads whole files that users name. */
#ifndef TN_PLAN_USER_FILE_H
#define TN_PLAN_USER_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Returns the bytes of a file or pipe and a NUL, transfer full; ret_length may be NULL. Fails
 * (usage) on unreadable files, on more than TN_CONTENTS_MAX bytes, and on devices. */
char *tn_contents(const char *path, gsize *ret_length, GError **error);

/* Records a file that other functions have read. */
void tn_contents_note(const char *path);

/* Returns true if the program has read the file. */
bool tn_contents_has(const char *path);

#endif
