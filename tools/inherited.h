/* Remarks on a new platform file: inherited parameters, and the next command. */
#ifndef TN_TOOLS_INHERITED_H
#define TN_TOOLS_INHERITED_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes which parameters of platform `file` are assumed, because they come from platform `like`,
 * and which are unknown. */
bool tn_inherited_write(FILE *out, const char *file, const char *like, GError **error);

/* Suggests a command that uses the file. */
void tn_next_write(FILE *out, const char *file);

/* Writes which values of platform `file` come from platform `like` or defaults, which times they
 * change most, and which measurements would replace them. */
bool tn_unmeasured_write(FILE *out, const char *file, const char *like, GError **error);

#endif
