/* A figure as data, which commands and the report fill and one drawer draws as SVG: series of
 * lines, points, bands and boxes between two axes, with a title and a legend. Texts are UTF-8 and
 * not escaped; they are borrowed, or kept by tn_figure_keep. */
#ifndef TN_TOOLS_FIGURE_H
#define TN_TOOLS_FIGURE_H

#include <glib.h>
#include <stdbool.h>

enum tn_axis_kind {
  TN_AXIS_LINEAR,
  TN_AXIS_SIZES,   /* bytes: logarithmic, labels as "64K" at powers of two */
  TN_AXIS_COUNTS,  /* the same of numbers */
  TN_AXIS_DECADES, /* logarithmic, labels at 1, 2, 5, 10, ... */
  TN_AXIS_RATIOS   /* logarithmic, from 1 */
};

struct tn_axis {
  const char *name; /* with its unit; NULL: none */
  enum tn_axis_kind kind;
  double low, high;       /* NAN: as the series are */
  char *(*words)(double); /* a value as its label, transfer full; NULL: as a number */
  GPtrArray *labels;      /* const char *: 0, 1, 2, ... are called so; NULL: by their numbers */
};

/* A place in a figure. */
struct tn_spot {
  double x, y;
  double low, high; /* what y is within; NAN: not known */
  const char *says; /* shown where the pointer is; NULL: nothing */
};

enum tn_text_place {
  TN_TEXT_INSIDE, /* where it has room */
  TN_TEXT_ABOVE,
  TN_TEXT_BEYOND, /* behind x1, outside */
  TN_TEXT_UPRIGHT /* below the upper edge */
};

struct tn_box {
  double x0, y0, x1, y1;
  const char *text, *says; /* NULL: none */
  enum tn_text_place place;
  bool is_outlined; /* its ground is the figure's */
  bool is_veil;     /* a ground for what stands on it */
  int corners;      /* cut off, 0 to 2, to tell it from others of its hue */
};

/* How a series is drawn; boxes are in any case. */
enum {
  TN_DRAW_LINE = 1,
  TN_DRAW_POINTS = 2,
  TN_DRAW_BAND = 4, /* what its spots are within, as an area */
  TN_DRAW_RINGS = 8 /* around spots of others */
};

enum { TN_GREY = -1 };

struct tn_series {
  const char *name;   /* in the legend; NULL: not there */
  const char *letter; /* of its boxes, in the legend; NULL: none */
  int draws;
  int hue, dash, mark; /* hue: of palette.h, or TN_GREY; dash 0 to 2; mark from 0 */
  GArray *spots;       /* struct tn_spot */
  GArray *boxes;       /* struct tn_box */
};

struct tn_figure {
  const char *title;    /* lines apart by "\n", which are broken where they are too long */
  const char *says;     /* the finding, for those who cannot see it; NULL: the title */
  const char *note;     /* below the legend; NULL: none */
  double width, height; /* between the axes */
  struct tn_axis x, y;
  GPtrArray *series; /* struct tn_series, the first behind all others */
  GPtrArray *texts;  /* that it keeps */
};

struct tn_figure *tn_figure_new(double width, double height);
void tn_figure_free(void *figure);
/* Takes the text, which lives as long as the figure; returns it. */
const char *tn_figure_keep(struct tn_figure *f, char *text);
/* The same of the label of the next number along the axis. */
void tn_axis_label(struct tn_figure *f, struct tn_axis *axis, char *text);

/* A series with hue, dash and mark number `look` (0, 1, ...), or in grey. Owned by the figure. */
struct tn_series *tn_figure_add(struct tn_figure *f, const char *name, int draws, int look);
void tn_series_spot(struct tn_series *series, double x, double y);
void tn_series_box(struct tn_series *series, struct tn_box box);
#define TN_SPOT(series, i) (&g_array_index((series)->spots, struct tn_spot, i))

/* Appends the figure to a page, without the title, for which that has a heading. What has no place
 * on an axis is not drawn. */
void tn_figure_append(GString *s, const struct tn_figure *f);
/* An array that owns the figure, for tn_figures_svg. Transfer full. */
GPtrArray *tn_figures_of(struct tn_figure *f);
/* The figures (struct tn_figure), one at least, as one file, n_columns beside each other. Transfer
 * full. */
char *tn_figures_svg(const GPtrArray *figures, guint n_columns);

/* Whether a picture can be written to a file of that name: FILE.svg or FILE.png. */
bool tn_picture_is_file(const char *file);
/* The same of what --plot names (NULL: it is not there). Else false and *error (usage). */
bool tn_picture_check_file(const char *file, GError **error);

/* Writes the SVG of the figures into the file (NULL: to stdout), as PNG where it is called so, which the
 * program rsvg-convert makes. False and *error when that is missing or complains, or the file cannot be
 * written. */
bool tn_figures_write(const GPtrArray *figures, guint n_columns, const char *file, GError **error);

#endif
