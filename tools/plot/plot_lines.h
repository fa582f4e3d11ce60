/* Between plot.c, plot_lines.c and plot_bars.c: a picture that is made. */
#ifndef TN_TOOLS_PLOT_LINES_H
#define TN_TOOLS_PLOT_LINES_H

#include "figure/figure.h"
#include "plan/options.h"
#include "plot.h"
#include "rows/vary.h"

struct tn_curve {
  char *label;
  char
      *subject; /* the label without the source of the rows: lines of one subject have one colour */
  const struct tn_row *first; /* of its rows, borrowed */
  GArray *spots;              /* struct tn_spot, x ascending */
};

struct tn_plot {
  const struct tn_picture *picture;
  const GPtrArray *rows;
  const char *x;
  GPtrArray *by;        /* char *, owned */
  struct tn_vary *vary; /* owned */
  GPtrArray *lines;     /* struct tn_curve */
  guint n_left_out;     /* lines that --top leaves out */
};

void tn_plot_line_free(void *line);

/* Whether the rows (one at least) differ in a column or parameter. */
bool tn_rows_differ(const GPtrArray *rows, const char *name);

/* What goes along the axis when nobody says; NULL when nothing fit differs. Static. */
const char *tn_plot_x(const struct tn_picture *picture, const GPtrArray *rows);

/* Whether the rows have what --x names. Else false and *error (usage). */
bool tn_plot_check_x(const struct tn_plot *plot, GError **error);

/* Fills plot->by and plot->vary. False and *error (usage) when --by names what no row has. */
bool tn_plot_choose_by(struct tn_plot *plot, GError **error);

/* What tells a row from the others, for the legend. Transfer full. */
char *tn_plot_label(const struct tn_plot *plot, const struct tn_row *row);

/* The lowest spot (struct tn_spot) at each x of the lines that answer the same question as `like`:
 * the same collective on so many ranks of that platform, from the same source. Transfer full. */
GArray *tn_plot_least(const struct tn_plot *plot, const struct tn_curve *like);

/* Fills plot->lines, with the best of them where the picture shows only some. False and *error (usage) when there are none, too many, or two rows at one
 * place of a line. */
bool tn_plot_make_lines(struct tn_plot *plot, GError **error);

/* A figure with title and names of the axes (plot_axes.c). */
struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height);

/* The same for n bars, from 0 to the right: what goes upwards otherwise is along the x axis. */
struct tn_figure *tn_plot_figure_of_bars(const struct tn_plot *plot, guint n);

/* The figure of bars of the rows' parts. NULL and *error (usage) when they know none, or are too
 * many. */
struct tn_figure *tn_plot_bars(const struct tn_plot *plot, GError **error);

/* The figure of what noise costs (plot_noise.c). NULL and *error as above. */
struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error);

#endif
