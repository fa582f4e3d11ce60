/* Figures of rows. */
#ifndef TN_TOOLS_PLOT_H
#define TN_TOOLS_PLOT_H

#include "figure/figure.h"
#include "study/row.h"

enum tn_plot_kind {
  TN_PLOT_LATENCY,  /* time against size, both logarithmic; the least marked where rows compete */
  TN_PLOT_SLOWDOWN, /* time over the least of the same collective, ranks and platform, by size */
  TN_PLOT_RELATIVE, /* throughput against readers or throttle, 1 at the least of them */
  TN_PLOT_PARTS,    /* stacked bars, one per row */
  TN_PLOT_NOISE,    /* time by choice and noise over all seeds, and how much slower: bars */
  TN_N_PLOT_KINDS,  /* of rows */
  TN_PLOT_DELAYS = TN_N_PLOT_KINDS /* maps of delays, tn_plot_delays */
};
extern const char *const tn_plot_kind_names[]; /* NULL-terminated */

/* Of a picture, and among which it chooses: each is compared with all others. */
enum { TN_PLOT_MOST_CHOICES = 1000 };

struct tn_picture {
  enum tn_plot_kind kind;
  const char *x;  /* column or parameter along the axis; NULL: by kind */
  const char *by; /* "name,name": what has a line each; NULL: everything that differs */
  int top;        /* only the best so many lines; 0: all */
  enum tn_objective objective; /* the time of latency, slowdown and relative */
  /* Drawn instead of the time (NULL): by latency, slowdown and relative a column of numbers; by parts
   * "percent", their shares in each row's time, or "messages", by distance. */
  const char *of;
};

/* Returns true if a column (-1: none) holds numbers. */
bool tn_plot_is_number(int column);

/* The figure of a picture; it borrows the names in `picture`. NULL and *error (usage) when the rows
 * have not what the picture shows. */
struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error);

/* The maps in the CSV files (char *), a figure (struct tn_figure) each, at most 24: along the axis
 * the ranks, upwards how much later their data come and they leave. Transfer full; NULL and *error
 * (usage). */
GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error);

/* A figure (struct tn_figure) for each of struct tn_rivals, in it a line for each mechanism, which
 * is the time of its best algorithm at each size over the best time of all, over bands in the
 * colour of the winner with that algorithm's name. They stand TN_RIVALS_BESIDE beside each other.
 * Transfer full; NULL and *error (usage) when there is nothing to draw, or too much for one. */
enum { TN_RIVALS_BESIDE = 2 };
GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error);

/* The platform as SVG: a node (draw_node.h); of a cluster the first node so, the others, which are
 * alike, by name, with the network adapter of each and the switches that join them. Transfer full;
 * NULL and *error when places cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
