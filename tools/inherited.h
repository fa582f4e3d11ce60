/* Remarks on a new platform file: inherited parameters, and the next command to run. */
#ifndef TN_TOOLS_INHERITED_H
#define TN_TOOLS_INHERITED_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes which parameters of the platform file `file` are assumed because they come from the
 * platform `like`, and which are unknown. Returns false and *error if the file cannot be read. */
bool tn_inherited_write(FILE *out, const char *file, const char *like, GError **error);

/* Prints a command that uses the file. */
void tn_next_write(FILE *out, const char *file);

/* Writes which values the platform file `file` inherits from the platform `like` or from defaults,
 * which times these values change most, and which measurements would replace them. Returns false
 * and *error if the file cannot be read or simulated. */
bool tn_unmeasured_write(FILE *out, const char *file, const char *like, GError **error);

#endif
