/* Figures of rows. */
#ifndef TN_TOOLS_PLOT_H
#define TN_TOOLS_PLOT_H

#include "figure/figure.h"
#include "study/row.h"

enum tn_plot_kind {
  TN_PLOT_LATENCY,  /* time over size, both logarithmic; marks the fastest if rows compete */
  TN_PLOT_SLOWDOWN, /* time / fastest of the same collective, ranks and platform, over size; over a
                     * parameter: time / fastest of the size */
  TN_PLOT_RELATIVE, /* throughput over readers or throttle, relative to their smallest value */
  TN_PLOT_PARTS,    /* stacked parts of the time, one bar per row */
  TN_PLOT_NOISE,    /* bars: time by choice and noise over all seeds, with the slowdown */
  TN_N_PLOT_KINDS,  /* number of kinds that are drawn from rows */
  TN_PLOT_DELAYS = TN_N_PLOT_KINDS, /* heat maps of delays (tn_plot_delays) */
  TN_PLOT_TIMELINE                  /* timelines of calls (tn_plot_timelines) */
};
extern const char *const tn_plot_kind_names[];

/* Choices in a picture; the code compares each with all others. */
enum { TN_PLOT_MAX_CHOICES = 1000 };

struct tn_picture {
  enum tn_plot_kind kind;
  bool is_usual;               /* true: tn_plot_figures_new chooses the kind, slowdown or latency */
  const char *x;               /* column or parameter of the axis; NULL: by the kind */
  const char *by;              /* "name,name": columns with separate lines; NULL: all that differ */
  int top;                     /* number of lines (the best ones are drawn); 0: all lines */
  enum tn_objective objective; /* time of latency, slowdown and relative pictures */
  /* Quantity shown in place of the time, or NULL. latency, slowdown and relative: a column of
   * numbers. parts: "percent" (of the row's time) or "messages" (by distance). */
  const char *of;
};

/* Returns true if the column holds numbers; false for -1. */
bool tn_plot_is_number(int column);

/* Returns the figure, which borrows the names in `picture`. Fails (usage) if the rows lack what it
 * shows. */
struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error);
/* Returns one or more figures (struct tn_figure) for each platform and collective of the rows, as
 * tn_plot_figure_new does. Equal lines have equal colours. Transfer full. *ret_n_columns: number of
 * figures in a row. */
GPtrArray *tn_plot_figures_new(const struct tn_picture *picture, const GPtrArray *rows,
                               guint *ret_n_columns, GError **error);

/* Returns one figure (struct tn_figure) per heat map in the CSV files (char *), at most 24. x:
 * ranks; y: ms by which a rank's data are complete later, and by which it leaves later. Transfer
 * full; errors are usage errors. */
GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error);

/* Returns one figure (struct tn_figure) per JSON file (char *) of --timeline: a row per rank, and
 * the critical path. Transfer full; errors are usage errors. */
GPtrArray *tn_plot_timelines(const GPtrArray *files, GError **error);
/* Replaces the JSON in `file`, which has the name of a picture, by the picture of the timeline.
 * Removes the file and returns false and *error on failure. */
bool tn_plot_replace_timeline(const char *file, GError **error);

/* Returns one figure (struct tn_figure) per struct tn_rivals: for each mechanism the time of its
 * best algorithm / the best of all, over size; in the background bands with the winner's colour and
 * algorithm. TN_RIVALS_PER_ROW fit into a row. Transfer full; fails (usage) on nothing or too much
 * to draw. */
enum { TN_RIVALS_PER_ROW = 2 };
GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error);

/* Returns the platform as SVG: a single node as in draw_node.h; a cluster with its first node in
 * detail, the identical ones by name, adapters and switches. Transfer full; fails if the platform's
 * places cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
