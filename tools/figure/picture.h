/* Files of pictures. */
#ifndef TN_TOOLS_PICTURE_H
#define TN_TOOLS_PICTURE_H

#include <glib.h>
#include <stdbool.h>

/* Whether a picture can be written to a file of that name: FILE.svg or FILE.png. */
bool tn_picture_is_file(const char *file);
/* The same of what --plot names (NULL: it is not there). Else false and *error (usage). */
bool tn_picture_check_file(const char *file, GError **error);

/* Writes the SVG into the file (NULL: to stdout), as PNG where it is called so, which the program
 * rsvg-convert makes. False and *error when that is missing or complains, or the file cannot be
 * written. */
bool tn_picture_write(const char *svg, const char *file, GError **error);

#endif
