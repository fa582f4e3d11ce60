#include "figure.h"

#include <math.h>

#include "palette.h"

enum { N_MARKS = 7, N_DASHES = 3 };

static void series_free(void *data)
{
  struct tn_series *series = data;
  g_array_unref(series->spots);
  g_array_unref(series->boxes);
  g_free(series);
}

struct tn_figure *tn_figure_new(double width, double height)
{
  struct tn_figure *f = g_new0(struct tn_figure, 1);
  f->width = width;
  f->height = height;
  f->x.low = f->x.high = f->y.low = f->y.high = NAN;
  f->series = g_ptr_array_new_with_free_func(series_free);
  f->texts = g_ptr_array_new_with_free_func(g_free);
  return f;
}

void tn_figure_free(void *figure)
{
  struct tn_figure *f = figure;
  g_clear_pointer(&f->x.labels, g_ptr_array_unref);
  g_clear_pointer(&f->y.labels, g_ptr_array_unref);
  g_ptr_array_unref(f->series);
  g_ptr_array_unref(f->texts);
  g_free(f);
}

GPtrArray *tn_figures_of(struct tn_figure *f)
{
  GPtrArray *figures = g_ptr_array_new_with_free_func(tn_figure_free);
  g_ptr_array_add(figures, f);
  return figures;
}

const char *tn_figure_store_text(struct tn_figure *f, char *text)
{
  g_ptr_array_add(f->texts, text);
  return text;
}

void tn_axis_label(struct tn_figure *f, struct tn_axis *axis, char *text)
{
  if (!axis->labels)
    axis->labels = g_ptr_array_new();
  g_ptr_array_add(axis->labels, (char *)tn_figure_store_text(f, text));
}

struct tn_series *tn_figure_add(struct tn_figure *f, const char *name, int draws, int look)
{
  struct tn_series *series = g_new0(struct tn_series, 1);
  *series = (struct tn_series){ .name = name,
                                .draws = draws,
                                .hue = look < 0 ? TN_GREY : look % TN_N_HUES,
                                .dash = look < 0 ? 0 : look / TN_N_HUES % N_DASHES,
                                .mark = look < 0 ? 0 : look % N_MARKS,
                                .spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot)),
                                .boxes = g_array_new(FALSE, FALSE, sizeof(struct tn_box)) };
  g_ptr_array_add(f->series, series);
  return series;
}

void tn_series_spot(struct tn_series *series, double x, double y)
{
  const struct tn_spot spot = { .x = x, .y = y, .low = NAN, .high = NAN };
  g_array_append_val(series->spots, spot);
}

void tn_series_box(struct tn_series *series, struct tn_box box)
{
  g_array_append_val(series->boxes, box);
}
