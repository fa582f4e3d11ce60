/* Picture under construction; internal to plot.c, plot_axes.c, plot_lines.c and plot_bars.c. */
#ifndef TN_TOOLS_PLOT_LINES_H
#define TN_TOOLS_PLOT_LINES_H

#include "figure/figure.h"
#include "plot.h"
#include "rows/vary.h"

struct tn_plot {
  const struct tn_picture *picture;
  const GPtrArray *rows;
  const char *x;
  GPtrArray *by;        /* char *, owned: columns and parameters that a line's label contains */
  struct tn_vary *vary; /* parameters in which lines differ; owned */
};

/* Returns true if the rows differ in a column or parameter. all true: a row without a value differs
 * from rows with a value. */
bool tn_plot_differ(const struct tn_plot *plot, const char *name, bool all);

/* Returns the label of a row without the column `but` (NULL: with all columns of plot->by).
 * Transfer full. */
char *tn_plot_label(const struct tn_plot *plot, const struct tn_row *row, const char *but);

/* Makes a figure with a title and names of the axes, but without series. */
struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height);

/* Make the figures of plot->picture's kind. Return NULL and *error (usage) if there is nothing to
 * show, or too much. */
struct tn_figure *tn_plot_lines(const struct tn_plot *plot, GError **error);
struct tn_figure *tn_plot_parts(const struct tn_plot *plot, GError **error);
struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error);

#endif
