/* Figures of rows. */
#ifndef TN_TOOLS_PLOT_H
#define TN_TOOLS_PLOT_H

#include "figure/figure.h"
#include "study/row.h"

enum tn_plot_kind {
  TN_PLOT_LATENCY,  /* time against size, both logarithmic; the fastest is marked if rows compete */
  TN_PLOT_SLOWDOWN, /* slowdown relative to the fastest of the same collective, ranks and platform,
                     * by size */
  TN_PLOT_RELATIVE, /* throughput against readers or throttle, relative to the smallest value */
  TN_PLOT_PARTS,    /* stacked bars, one per row */
  TN_PLOT_NOISE,    /* bars: time by choice and noise over all seeds, with the slowdown */
  TN_N_PLOT_KINDS,  /* of rows */
  TN_PLOT_DELAYS = TN_N_PLOT_KINDS /* heat maps of delays, drawn by tn_plot_delays */
};
extern const char *const tn_plot_kind_names[]; /* NULL-terminated */

/* Maximum number of choices in a picture; each choice is compared with all others. */
enum { TN_PLOT_MOST_CHOICES = 1000 };

struct tn_picture {
  enum tn_plot_kind kind;
  const char *x;  /* column or parameter along the axis; NULL: the kind decides */
  const char *by; /* "name,name": columns that get separate lines; NULL: all that differ */
  int top;        /* number of lines, the best ones; 0: all */
  enum tn_objective objective; /* time in latency, slowdown and relative pictures */
  /* Drawn instead of the time, or NULL. latency, slowdown and relative: a column of numbers.
   * parts: "percent", the shares in each row's time, or "messages", by distance. */
  const char *of;
};

/* Returns true if a column holds numbers; false for column -1. */
bool tn_plot_is_number(int column);

/* Returns the figure of a picture, which borrows the names in `picture`. Returns NULL and *error
 * (usage) if the rows lack what the picture shows. */
struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error);

/* Returns one figure (struct tn_figure) per heat map in the CSV files (char *), at most 24. The x
 * axis has the ranks, the y axis the delay of their data and of their exit. Transfer full; NULL
 * and *error (usage). */
GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error);

/* Returns one figure (struct tn_figure) per struct tn_rivals. Each mechanism has a line: the time
 * of its best algorithm over the best time of all, by size. Bands in the background have the
 * colour of the winning mechanism and the name of its algorithm. The figures are drawn
 * TN_RIVALS_BESIDE per row. Transfer full; NULL and *error (usage) if there is nothing to draw, or
 * too much for one figure. */
enum { TN_RIVALS_BESIDE = 2 };
GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error);

/* Returns the platform as SVG: one node (draw_node.h). For a cluster it shows the first node in
 * detail, the other, identical nodes by name, and the network adapters and switches that connect
 * them. Transfer full; NULL and *error if places cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
