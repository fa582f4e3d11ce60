/* Pictures of contests between mechanisms. */
#ifndef TN_TOOLS_PLOT_CONTEST_H
#define TN_TOOLS_PLOT_CONTEST_H

#include "tune/contest.h"

/* A gnuplot script as tn_plot_script gives: a panel for each contest (struct tn_contest), in it a
 * line for each mechanism, which is what its best algorithm takes at each size, over bands in the
 * colour of the winner with that algorithm's name. Transfer full; NULL and *error (usage) when
 * there is nothing to draw, or too much for one picture. */
char *tn_plot_contests(const GPtrArray *contests, bool png, GError **error);

#endif
