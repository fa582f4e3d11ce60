/* Between plot.c and plot_lines.c: the lines of a picture. */
#ifndef TN_TOOLS_PLOT_LINES_H
#define TN_TOOLS_PLOT_LINES_H

#include "plot.h"
#include "rows/vary.h"
#include "script.h"

enum { TN_MOST_LINES = 60 };

struct tn_line {
  char *label;
  GArray *spots; /* struct tn_spot, x ascending */
};

struct tn_plot {
  const struct tn_picture *picture;
  const GPtrArray *rows;
  const char *x;
  GPtrArray *by;        /* char *, owned */
  struct tn_vary *vary; /* owned */
  GPtrArray *lines;     /* struct tn_line */
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

/* The lowest spot (struct tn_spot) of all lines at each x. Transfer full. */
GArray *tn_plot_least(const struct tn_plot *plot);

/* Fills plot->lines. False and *error (usage) when there are none, too many, or two rows at one
 * place of a line. */
bool tn_plot_make_lines(struct tn_plot *plot, GError **error);

#endif
