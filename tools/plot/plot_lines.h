/* Picture under construction; internal to plot*.c. */
#ifndef TN_TOOLS_PLOT_LINES_H
#define TN_TOOLS_PLOT_LINES_H

#include "figure/figure.h"
#include "plot.h"
#include "rows/vary.h"

/* Number of bars in one column of a picture that is about two screens high. */
enum { TN_PLOT_MOST_BARS = 72 };

struct tn_plot {
  const struct tn_picture *picture;
  const GPtrArray *rows;
  guint first, end; /* rows with bars in this figure, from the first up to but not including end */
  const char *x;
  bool has_measured;    /* true if the source of some rows is `measured` */
  GPtrArray *by;        /* char *, owned: columns and parameters of the labels */
  struct tn_vary *vary; /* parameters that differ; owned */
  GPtrArray *subjects;  /* char *: subjects of lines, in the order of their looks */
};

/* Returns true if the rows differ in a column or parameter. all: a missing value is a
 * difference, except in imported rows. */
bool tn_plot_differ(const struct tn_plot *plot, const char *name, bool all);

/* Returns a row's label without the column `but` (may be NULL). Transfer full. */
char *tn_plot_label(const struct tn_plot *plot, const struct tn_row *row, const char *but);

/* Returns true if the x axis is a parameter of an algorithm. Slowdown then compares all its
 * values at a size; otherwise it compares the lines at each x. */
bool tn_plot_x_is_param(const struct tn_plot *plot);

/* Returns two lines of conditions that all rows share. Transfer full. */
char *tn_plot_title(const struct tn_plot *plot);

/* Makes a figure with a title and names of the axes, but without series. */
struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height);

/* Make the figures of plot->picture's kind. Fail (usage) on nothing or too much to show. */
struct tn_figure *tn_plot_lines(const struct tn_plot *plot, GError **error);
struct tn_figure *tn_plot_parts(const struct tn_plot *plot, GError **error);
struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error);

#endif
