/* Figures of rows. */
#ifndef TN_TOOLS_PLOT_H
#define TN_TOOLS_PLOT_H

#include "figure/figure.h"
#include "study/row.h"

enum tn_plot_kind {
  TN_PLOT_LATENCY,  /* time against size, both logarithmic; marks the fastest if rows compete */
  TN_PLOT_SLOWDOWN, /* time relative to the fastest of the same collective, ranks and platform, by
                     * size */
  TN_PLOT_RELATIVE, /* throughput against readers or throttle, relative to that at their smallest
                     * value */
  TN_PLOT_PARTS,    /* stacked bars of the parts of the time, one bar per row */
  TN_PLOT_NOISE,    /* bars: time by choice and noise over all seeds, with the slowdown by the
                     * noise */
  TN_N_PLOT_KINDS,  /* number of the kinds that are drawn from rows */
  TN_PLOT_DELAYS = TN_N_PLOT_KINDS /* heat maps of delays, drawn by tn_plot_delays */
};
extern const char *const tn_plot_kind_names[]; /* names of the kinds, NULL-terminated */

/* Maximum number of choices in a picture; the code compares each choice with all others. */
enum { TN_PLOT_MAX_CHOICES = 1000 };

struct tn_picture {
  enum tn_plot_kind kind;
  const char *x;  /* column or parameter along the axis; NULL: the kind of the picture decides */
  const char *by; /* "name,name": columns whose values get separate lines; NULL: all columns that
                   * differ */
  int top;        /* number of lines (the best ones are drawn); 0: all lines */
  enum tn_objective objective; /* which time latency, slowdown and relative pictures show */
  /* Name of a quantity that the picture shows in place of the time, or NULL. latency, slowdown and
   * relative: a column of numbers. parts: "percent" (share of each part in the row's time) or
   * "messages" (messages by distance). */
  const char *of;
};

/* Returns true if the column with this number holds numbers; false for column -1. */
bool tn_plot_is_number(int column);

/* Returns the figure of a picture. The figure borrows the names in `picture`. Returns NULL and
 * *error (usage) if the rows lack what the picture shows. */
struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error);

/* Returns one figure (struct tn_figure) per heat map in the CSV files (char *), at most 24. The x
 * axis has the ranks; the y axis has the times (ms) by which a rank's data are complete later and
 * by which it leaves later. Transfer full; NULL and *error (usage) on failure. */
GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error);

/* Returns one figure (struct tn_figure) per struct tn_rivals. Each mechanism has a line: the time
 * of its best algorithm divided by the best time of all mechanisms, by size. Bands in the
 * background have the colour of the winning mechanism and the name of its algorithm.
 * TN_RIVALS_PER_ROW figures fit into one row. Transfer full; NULL and *error (usage) if there is
 * nothing to draw, or too much for one figure. */
enum { TN_RIVALS_PER_ROW = 2 };
GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error);

/* Returns the platform as SVG. The drawing of a single node is that of draw_node.h. The drawing of
 * a cluster shows the first node in detail, the identical other nodes by name, and the network
 * adapters and switches that connect them. Transfer full; NULL and *error if the platform's places
 * cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
