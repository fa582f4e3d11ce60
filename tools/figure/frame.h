/* Within tools/figure: the space between the axes of a figure, whose left upper corner is 0, 0. */
#ifndef TN_TOOLS_FRAME_H
#define TN_TOOLS_FRAME_H

#include "figure.h"
#include "scale.h"

struct tn_tick {
  double at; /* the place along the axis */
  char *text;
};

struct tn_frame {
  const struct tn_figure *figure;
  struct tn_scale x, y;
  GArray *x_ticks, *y_ticks; /* struct tn_tick */
  double left, below, right; /* what labels and names take on these sides */
};

struct tn_frame tn_frame_new(const struct tn_figure *f);
void tn_frame_clear(struct tn_frame *frame);

/* Draws lines, labels and names of the axes. */
void tn_frame_draw(GString *s, const struct tn_frame *frame);

/* Draws a series, and a sample of it for a legend, TN_SAMPLE wide, its left end at x, y. */
enum { TN_SAMPLE = 24 };
void tn_series_draw(GString *s, const struct tn_frame *frame, const struct tn_series *series);
void tn_series_sample(GString *s, const struct tn_series *series, double x, double y);

#endif
