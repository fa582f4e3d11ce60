#include "plot.h"

#include <math.h>

#include "figure/figure.h"
#include "plan/options.h"
#include "tuning/tune_text.h"

enum { WIDTH = 360, HEIGHT = 300, MAX_PANELS = 12, MAX_SIZES = 200 };

/* Lower end of the y axis, slightly below the best time, which is 1. Then the fraction of the axis
 * above the lines, for names. */
#define BELOW_BEST 0.9
#define ROOM_FOR_NAMES 0.6
#define LEAST_ROOM 1.2

/* Returns the index of the first size that a logarithmic axis can show; the number of sizes if
 * there is no such size. */
static guint first_size(const struct tn_rivals *r)
{
  guint size = 0;
  while (size < r->sizes->len && !(tn_rivals_size(r, size) > 0))
    size++;
  return size;
}

/* Returns the x position between a size and the previous one; for the first size, at the same
 * distance from it as the position on its other side. */
static double edge_before(const struct tn_rivals *r, guint size)
{
  const guint n = r->sizes->len, first = first_size(r);
  const double half_octave = sqrt(2.0);
  if (size > first && size < n)
    return sqrt((double)tn_rivals_size(r, size - 1) * (double)tn_rivals_size(r, size));
  return size >= n ? (double)tn_rivals_size(r, n - 1) * half_octave
                   : (double)tn_rivals_size(r, first) / half_octave;
}

/* Returns the time of a mechanism divided by the best time; NAN if it is unknown. */
static double slowdown(const struct tn_rivals *r, guint size, guint mechanism)
{
  double time = NAN, least = INFINITY;
  for (guint m = 0; m < r->mechanisms->len; m++) {
    const double one = tn_row_microseconds(tn_rivals_time(r, size, m));
    if (one > 0)
      least = fmin(least, one);
    if (m == mechanism)
      time = isfinite(one) && one > 0 ? one : NAN;
  }
  return time / least;
}

/* Returns the largest slowdown of all mechanisms and sizes; 0 if there is nothing to draw. */
static double most_of(const struct tn_rivals *r)
{
  double most = 0;
  for (guint size = first_size(r); size < r->sizes->len; size++)
    for (guint m = 0; m < r->mechanisms->len; m++)
      most = fmax(most, slowdown(r, size, m));
  return most;
}

/* Adds the bands of the winners. The name of each winner is drawn vertically in its band, above all
 * lines. */
static void add_bands(struct tn_figure *f, const struct tn_rivals *r)
{
  g_autoptr(GArray) bands = tn_rivals_bands(r);
  for (guint i = 0; i < bands->len; i++) {
    const struct tn_band *band = &g_array_index(bands, struct tn_band, i);
    const guint first = MAX(band->first, first_size(r));
    if (first > band->last)
      continue;
    const struct tn_row *row = tn_rivals_best(r, first, band->mechanism);
    const struct tn_box box = { .x0 = edge_before(r, first),
                                .x1 = edge_before(r, band->last + 1),
                                .y0 = f->y.low,
                                .y1 = f->y.high,
                                .text = tn_figure_store_text(f, g_strdup(row->algorithm)),
                                .place = TN_TEXT_UPRIGHT,
                                .is_veil = true };
    tn_series_box(tn_figure_add(f, NULL, 0, band->any ? TN_GREY : (int)band->mechanism), box);
  }
}

static struct tn_figure *figure_of(const struct tn_rivals *r)
{
  struct tn_figure *f = tn_figure_new(WIDTH, HEIGHT);
  const struct tn_row *row = r->rows->pdata[0];
  g_autofree char *subject = tn_tune_subject(row, NULL);
  f->title =
      tn_figure_store_text(f, g_strdup_printf("%s, kernel %s%s%s", subject, row->kernel,
                                              *row->buffers ? ", buffers " : "", row->buffers));
  f->x = (struct tn_axis){ .name = "size (bytes)",
                           .kind = TN_AXIS_SIZES,
                           .low = edge_before(r, first_size(r)),
                           .high = edge_before(r, r->sizes->len) };
  f->y = (struct tn_axis){
    .name =
        tn_figure_store_text(f, g_strdup_printf("best of each mechanism over the best of all (%s)",
                                                tn_objective_names[r->objective])),
    .kind = TN_AXIS_RATIOS,
    .low = BELOW_BEST,
    .high = pow(most_of(r), 1 + ROOM_FOR_NAMES) / pow(BELOW_BEST, ROOM_FOR_NAMES) * LEAST_ROOM
  };
  add_bands(f, r);
  for (guint m = 0; m < r->mechanisms->len; m++) {
    const char *name = tn_figure_store_text(f, g_strdup(r->mechanisms->pdata[m]));
    struct tn_series *series = tn_figure_add(f, name, TN_DRAW_LINE | TN_DRAW_POINTS, (int)m);
    for (guint size = first_size(r); size < r->sizes->len; size++)
      if (isfinite(slowdown(r, size, m)))
        tn_series_spot(series, (double)tn_rivals_size(r, size), slowdown(r, size, m));
    if (series->spots->len == 0)
      g_ptr_array_remove(f->series, series);
  }
  return f;
}

GPtrArray *tn_plot_rivals(const GPtrArray *rivals, GError **error)
{
  g_autoptr(GPtrArray) drawn = g_ptr_array_new();
  g_autoptr(GPtrArray) figures = g_ptr_array_new_with_free_func(tn_figure_free);
  for (guint i = 0; i < rivals->len; i++)
    if (most_of(rivals->pdata[i]) > 0)
      g_ptr_array_add(drawn, rivals->pdata[i]);
  if (drawn->len == 0)
    return tn_usage_null(error, "nothing to draw: no row has a size and a time above 0");
  if (drawn->len > MAX_PANELS) {
    const struct tn_rivals *first = drawn->pdata[0];
    GString *text = g_string_new(NULL);
    for (int c = 0; c < tn_row_n_columns; c++) {
      bool differs = false;
      for (guint i = 1; tn_row_columns[c].role == TN_ROLE_CONTEXT && !differs && i < drawn->len;
           i++)
        differs = !tn_row_same(first->rows->pdata[0],
                               ((const struct tn_rivals *)drawn->pdata[i])->rows->pdata[0], c);
      if (differs)
        g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_row_columns[c].name);
    }
    g_autofree char *names = g_string_free(text, FALSE);
    return tn_usage_null(error,
                         "%u panels (a picture shows 1 to %d): choose among the values of %s",
                         drawn->len, MAX_PANELS, names);
  }
  for (guint i = 0; i < drawn->len; i++) {
    const guint n = ((const struct tn_rivals *)drawn->pdata[i])->sizes->len;
    if (n > MAX_SIZES)
      return tn_usage_null(error, "%u sizes in a panel (at most %d are drawn)", n, MAX_SIZES);
    g_ptr_array_add(figures, figure_of(drawn->pdata[i]));
  }
  return g_steal_pointer(&figures);
}
