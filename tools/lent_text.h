/* What a new platform file has from elsewhere, as text. */
#ifndef TN_TOOLS_LENT_TEXT_H
#define TN_TOOLS_LENT_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes what is lent in the platform file `file` by the platform `like` or by default, what changes
 * most by it, and which measurements would settle that. False and *error when it cannot be read or
 * simulated. */
bool tn_lent_write(FILE *out, const char *file, const char *like, GError **error);

#endif
