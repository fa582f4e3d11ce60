/* Maps of delays (run --delay-map) as a picture. */
#ifndef TN_TOOLS_PLOT_DELAYS_H
#define TN_TOOLS_PLOT_DELAYS_H

#include <glib.h>
#include <stdbool.h>

/* The maps in the CSV files (char *), a figure (struct tn_figure) each, at most 24: along the axis
 * the ranks, upwards how much later their data come and they leave. Transfer full; NULL and *error
 * (usage). */
GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error);

#endif
