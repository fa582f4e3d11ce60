/* What a new platform file has from another platform, and what to type next. */
#ifndef TN_TOOLS_TAKEN_OVER_H
#define TN_TOOLS_TAKEN_OVER_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes the parameters of the platform file `file` that are assumed, because they are those of the
 * platform `like`, and those that are unknown. False and *error when it cannot be read. */
bool tn_taken_over_write(FILE *out, const char *file, const char *like, GError **error);

/* Writes a command that uses the file. */
void tn_next_write(FILE *out, const char *file);

/* Writes what is lent in the platform file `file` by the platform `like` or by default, what changes
 * most by it, and which measurements would settle that. False and *error when it cannot be read or
 * simulated. */
bool tn_lent_write(FILE *out, const char *file, const char *like, GError **error);

#endif
