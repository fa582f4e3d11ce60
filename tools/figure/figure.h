/* A figure as data: series of lines, points, bands and boxes between two axes, with title and
 * legend; tn_figure_append draws it as SVG. Texts are UTF-8, not escaped, borrowed or stored by
 * tn_figure_store_text. */
#ifndef TN_TOOLS_FIGURE_H
#define TN_TOOLS_FIGURE_H

#include <glib.h>
#include <stdbool.h>

enum tn_axis_kind {
  TN_AXIS_LINEAR,
  TN_AXIS_SIZES,   /* bytes: logarithmic, labels such as "64K" at powers of two */
  TN_AXIS_COUNTS,  /* counts: logarithmic, labels at powers of two */
  TN_AXIS_DECADES, /* logarithmic, labels at 1, 2, 5, 10, ... */
  TN_AXIS_RATIOS   /* logarithmic, from 1 upwards */
};

struct tn_axis {
  const char *name; /* name with unit; NULL if the axis has no name */
  enum tn_axis_kind kind;
  double low, high;       /* limits; NAN: taken from the series */
  char *(*words)(double); /* label of a value, transfer full; NULL: the number */
  GPtrArray *labels;      /* const char *: labels of 0, 1, 2, ...; NULL: the numbers */
};

struct tn_spot {
  double x, y;
  double low, high;        /* range of y; NAN if unknown */
  const char *description; /* tooltip, or NULL */
};

enum tn_text_place {
  TN_TEXT_INSIDE, /* inside the box, if it fits */
  TN_TEXT_ABOVE,
  TN_TEXT_BEYOND, /* outside the box, right of x1 */
  TN_TEXT_UPRIGHT /* rotated by 90 degrees, below the upper edge */
};

struct tn_box {
  double x0, y0, x1, y1;
  const char *text, *description; /* label and tooltip; may be NULL */
  enum tn_text_place place;
  bool is_outlined; /* true if filled with the background */
  bool is_veil;     /* true if the box is behind other elements */
  int corners;      /* cut corners, 0 to 2, for boxes of the same hue */
};

/* Drawn elements of a series; boxes are always drawn. */
enum {
  TN_DRAW_LINE = 1,
  TN_DRAW_POINTS = 2,
  TN_DRAW_BAND = 4,     /* area between low and high of the spots */
  TN_DRAW_RINGS = 8,    /* rings around spots of other series */
  TN_DRAW_SEAMLESS = 16 /* boxes without a border, which would hide narrow ones */
};

/* TN_INK: the colour of texts, for a line in front of coloured boxes. */
enum { TN_GREY = -1, TN_INK = -2 };

struct tn_series {
  const char *name;   /* name in the legend; NULL: not in the legend */
  const char *letter; /* letter on the legend's box, or NULL */
  int draws;
  int hue, dash, mark; /* hue: index into palette.h, TN_GREY or TN_INK; dash: 0 to 2; mark: symbol
                        * from 0 */
  int hatch;           /* hatching of the boxes: 0 none, 1 rising lines, 2 falling lines */
  GArray *spots;       /* struct tn_spot */
  GArray *boxes;       /* struct tn_box */
};

struct tn_figure {
  const char *title;       /* lines separated by "\n"; long ones are broken */
  const char *description; /* what the figure shows, as text for screen readers; NULL: the title */
  const char *note;        /* text below the legend, or NULL */
  double width, height;    /* size between the axes, in pixels */
  struct tn_axis x, y;
  GPtrArray *series; /* struct tn_series; the first is behind all others */
  GPtrArray *texts;  /* char *: texts owned by the figure */
};

struct tn_figure *tn_figure_new(double width, double height);
void tn_figure_free(void *figure);
/* Takes ownership of a text until the figure is freed; returns it. */
const char *tn_figure_store_text(struct tn_figure *f, char *text);
/* Stores a text as the label of the next whole number along the axis. Takes ownership. */
void tn_axis_label(struct tn_figure *f, struct tn_axis *axis, char *text);

/* Adds a series with hue, dash and mark `look` (0, 1, ...), or in grey. Owned by the figure. */
struct tn_series *tn_figure_add(struct tn_figure *f, const char *name, int draws, int look);
void tn_series_spot(struct tn_series *series, double x, double y);
void tn_series_box(struct tn_series *series, struct tn_box box);
#define TN_SPOT(series, i) (&g_array_index((series)->spots, struct tn_spot, i))

/* Appends the figure to a page as SVG without its title, because the page has a heading. Omits
 * values that do not fit on an axis. */
void tn_figure_append(GString *s, const struct tn_figure *f);
/* Returns an array that owns the figure, for tn_figures_svg. */
GPtrArray *tn_figures_of(struct tn_figure *f);
/* Returns one SVG of the figures (struct tn_figure, at least one), n_columns per row. Transfer
 * full. */
char *tn_figures_svg(const GPtrArray *figures, guint n_columns);

/* Returns true if the name is one of a picture file: FILE.svg or FILE.png. */
bool tn_picture_is_file(const char *file);
/* Checks the file name of --plot (NULL if the option is not given). Returns false and *error
 * (usage) if it is no picture file. */
bool tn_picture_check_file(const char *file, GError **error);

/* Writes the figures as SVG (file NULL: stdout); rsvg-convert makes FILE.png. Fails if rsvg-convert
 * is missing or fails, or if the file cannot be written. */
bool tn_figures_write(const GPtrArray *figures, guint n_columns, const char *file, GError **error);

#endif
