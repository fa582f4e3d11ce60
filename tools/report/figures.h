/* Figures of a page as SVG inside it, from plain data. `says` is the finding for those who cannot
 * see the figure. Texts are UTF-8 and not escaped; everything is borrowed. */
#ifndef TN_TOOLS_FIGURES_H
#define TN_TOOLS_FIGURES_H

#include <stdbool.h>

#include "marks.h"

/* Appends what all figures begin with: a drawing of width x height user units that fills its place,
 * from least to most CSS pixels wide; tn_figure_end ends it. */
void tn_figure_begin(GString *s, double width, double height, double least, double most,
                     const char *says);
/* Ends it, and gives each element the looks of its classes for viewers that read no style sheet. */
void tn_figure_end(GString *s);
/* `classes` of the style sheet; anchor: start, middle or end. */
void tn_figure_text(GString *s, double x, double y, const char *anchor, const char *classes,
                    const char *text);

/* Time, or a ratio of times, over something: both axes logarithmic. */
struct tn_figure_spot {
  double x, y; /* both above 0 */
  char *says;  /* owned; shown where the pointer is; may be NULL */
};
struct tn_figure_line {
  GArray *spots; /* struct tn_figure_spot, x ascending */
  struct tn_mark mark;
  bool is_dashed;
  bool is_back; /* stands back: no hue, no letter */
};
struct tn_figure_line *tn_figure_line_new(struct tn_mark mark);
void tn_figure_line_free(void *line);
/* Takes `says`. Spots that have no place on such an axis are dropped. */
void tn_figure_line_add(struct tn_figure_line *line, double x, double y, char *says);

struct tn_curves {
  const char *says, *axis; /* the x axis's name */
  bool is_bytes;           /* x is a size, not a count */
  bool is_ratio;           /* y is a ratio, from 1, not seconds */
  GPtrArray *lines;        /* struct tn_figure_line */
};
/* Nothing where fewer than two spots stand beside each other. */
void tn_curves_append(GString *s, const struct tn_curves *curves);
bool tn_curves_show(const struct tn_curves *curves);

/* Who wins: a cell for each pair of a row and a column. */
struct tn_map_cell {
  bool is_there, is_tie;
  struct tn_mark mark;
  char *says;
};
struct tn_map {
  const char *says, *row_axis, *column_axis;
  guint n_rows, n_columns;
  char **rows, **columns;          /* heads */
  const struct tn_map_cell *cells; /* cells[row * n_columns + column] */
};
void tn_map_append(GString *s, const struct tn_map *map);

/* Stacked bars, all of one length. */
enum { TN_MOST_PIECES = TN_N_HUES };
struct tn_bar {
  const char *head, *foot;       /* what stands before and after it */
  double pieces[TN_MOST_PIECES]; /* not negative, in any unit */
};
struct tn_bars {
  const char *says;
  const char *names[TN_MOST_PIECES], *letters; /* of the pieces; names[i] is NULL: there is none */
  const struct tn_bar *bars;
  guint n_bars;
};
void tn_bars_append(GString *s, const struct tn_bars *bars);

/* What moving each of some numbers either way does to a share: two bars each, from where it is. */
struct tn_tornado_bar {
  const char *head;
  bool is_marked;  /* crosses 0 */
  double down, up; /* the share then; NAN: there is no bar */
};
struct tn_tornado {
  const char *says, *below; /* what holds where the share is below 0 */
  double share;             /* as it is */
  const struct tn_tornado_bar *bars;
  guint n_bars;
};
void tn_tornado_append(GString *s, const struct tn_tornado *tornado);

#endif
