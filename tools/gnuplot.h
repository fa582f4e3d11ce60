/* gnuplot as a program that turns a script into a picture. */
#ifndef TN_TOOLS_GNUPLOT_H
#define TN_TOOLS_GNUPLOT_H

#include <glib.h>

/* What the script writes to standard output; transfer full. NULL and *error when the program is
 * missing or complains. */
GBytes *tn_gnuplot(const char *script, GError **error);

#endif
