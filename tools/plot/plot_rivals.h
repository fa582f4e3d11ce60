/* Pictures of mechanisms against each other. */
#ifndef TN_TOOLS_PLOT_RIVALS_H
#define TN_TOOLS_PLOT_RIVALS_H

#include "tune/rivals.h"

/* A figure (struct tn_figure) for each of struct tn_rivals, in it a line for each mechanism, which
 * is the time of its best algorithm at each size over the best time of all, over bands in the
 * colour of the winner with that algorithm's name. They stand TN_RIVALS_BESIDE beside each other.
 * Transfer full; NULL and *error (usage) when there is nothing to draw, or too much for one. */
enum { TN_RIVALS_BESIDE = 2 };
GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error);

#endif
