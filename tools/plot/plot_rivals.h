/* Pictures of mechanisms against each other. */
#ifndef TN_TOOLS_PLOT_RIVALS_H
#define TN_TOOLS_PLOT_RIVALS_H

#include "tune/rivals.h"

/* A gnuplot script as tn_plot_script gives: a panel for each of struct tn_rivals, in it a
 * line for each mechanism, which is the time of its best algorithm at each size over the best time
 * of all, over bands in the colour of the winner with that algorithm's name. Transfer full; NULL and *error (usage) when
 * there is nothing to draw, or too much for one picture. */
char *tn_plot_rivals(const GPtrArray *rivals, bool png, GError **error);

#endif
