/* Remarks on a new platform file: parameters inherited from another platform, and the next
 * command. */
#ifndef TN_TOOLS_TAKEN_OVER_H
#define TN_TOOLS_TAKEN_OVER_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes the parameters of the platform file `file` that are assumed because they come from the
 * platform `like`, and those that are unknown. Returns false and *error if the file cannot be
 * read. */
bool tn_taken_over_write(FILE *out, const char *file, const char *like, GError **error);

/* Writes a command that uses the file. */
void tn_next_write(FILE *out, const char *file);

/* Writes the values that the platform file `file` inherits from the platform `like` or from
 * defaults, the times that they change most, and the measurements that would replace them. Returns
 * false and *error if the file cannot be read or simulated. */
bool tn_lent_write(FILE *out, const char *file, const char *like, GError **error);

#endif
