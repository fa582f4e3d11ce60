/* Whole files that the user names. */
#ifndef TN_PLAN_USER_FILE_H
#define TN_PLAN_USER_FILE_H

#include <glib.h>
#include <stdbool.h>

/* The bytes of a file or a pipe, transfer full, and a NUL behind them; ret_length may be NULL. NULL
 * and *error (usage) when it cannot be read, is larger than TN_CONTENTS_MOST, or a device. */
char *tn_contents(const char *path, gsize *ret_length, GError **error);

/* Notes that the file was read in another way. */
void tn_contents_note(const char *path);

/* Whether the path names a file that was read. */
bool tn_contents_has(const char *path);

#endif
