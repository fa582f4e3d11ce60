/* Internal to tools/figure: the area between a figure's axes, upper left corner at 0, 0. */
#ifndef TN_TOOLS_FRAME_H
#define TN_TOOLS_FRAME_H

#include "figure.h"
#include "scale.h"

struct tn_tick {
  double at; /* along the axis, in pixels */
  char *text;
};

struct tn_frame {
  const struct tn_figure *figure;
  struct tn_scale x, y;
  GArray *x_ticks, *y_ticks; /* struct tn_tick */
  double left, below, right; /* space for labels and names, in pixels */
};

struct tn_frame tn_frame_new(const struct tn_figure *f);
void tn_frame_clear(struct tn_frame *frame);

/* Draws grid, labels and names of the axes. */
void tn_frame_draw(GString *s, const struct tn_frame *frame);

/* Draw a series; its sample of TN_SAMPLE pixels in a legend, with left end at x, y. */
enum { TN_SAMPLE = 24 };
void tn_series_draw(GString *s, const struct tn_frame *frame, const struct tn_series *series);
void tn_series_sample(GString *s, const struct tn_series *series, double x, double y);

#endif
