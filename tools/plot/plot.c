#include <math.h>
#include <string.h>

#include "plot_lines.h"

enum { WIDTH = 420, HEIGHT = 340 };

/* Whether the lines are ways to do one thing, so that one of them is the fastest. */
static bool compete(const struct tn_plot *plot)
{
  for (guint i = 1; i < plot->rows->len; i++)
    if (!tn_row_context_equal(plot->rows->pdata[0], plot->rows->pdata[i]))
      return false;
  return plot->lines->len > 1;
}

static bool is_model(const struct tn_curve *line)
{
  return line->first->source == TN_SOURCE_MODEL;
}

/* Whether closed forms stand beside simulated or measured rows. */
static bool has_model_beside(const struct tn_plot *plot)
{
  guint n_models = 0;
  for (guint i = 0; i < plot->lines->len; i++)
    n_models += is_model(plot->lines->pdata[i]);
  return n_models > 0 && n_models < plot->lines->len;
}

/* A series for each line. Beside each other, closed forms are lines and what was simulated or
 * measured are points, in one look for each subject. */
static void add_lines(struct tn_figure *f, const struct tn_plot *plot)
{
  const bool has_model = has_model_beside(plot);
  g_autoptr(GPtrArray) subjects = g_ptr_array_new();
  for (guint i = 0; i < plot->lines->len; i++) {
    const struct tn_curve *line = plot->lines->pdata[i];
    guint look = i;
    if (has_model &&
        !g_ptr_array_find_with_equal_func(subjects, line->subject, g_str_equal, &look)) {
      look = subjects->len;
      g_ptr_array_add(subjects, line->subject);
    }
    const int draws = !has_model       ? TN_DRAW_LINE | TN_DRAW_POINTS
                      : is_model(line) ? TN_DRAW_LINE
                                       : TN_DRAW_POINTS;
    struct tn_series *series =
        tn_figure_add(f, tn_figure_keep(f, g_strdup(line->label)), draws | TN_DRAW_BAND, (int)look);
    g_array_append_vals(series->spots, line->spots->data, line->spots->len);
  }
}

/* The axis upwards is logarithmic where a linear one would not show the least. */
static bool is_wide(const struct tn_plot *plot)
{
  /* Along an axis of sizes times grow by factors, too. */
  const double much = strcmp(plot->x, "size_bytes") == 0 ? 20 : 100;
  double low = INFINITY, high = 0;
  for (guint l = 0; l < plot->lines->len; l++) {
    const GArray *spots = ((const struct tn_curve *)plot->lines->pdata[l])->spots;
    for (guint i = 0; i < spots->len; i++) {
      low = fmin(low, g_array_index(spots, struct tn_spot, i).y);
      high = fmax(high, g_array_index(spots, struct tn_spot, i).y);
    }
  }
  return high > much * low;
}

static struct tn_figure *figure_of_lines(struct tn_plot *plot, GError **error)
{
  const enum tn_plot_kind kind = plot->picture->kind;
  if (!tn_plot_make_lines(plot, error))
    return NULL;
  struct tn_figure *f = tn_plot_figure(plot, WIDTH, HEIGHT);
  if (strcmp(plot->x, "size_bytes") == 0)
    f->x.kind = TN_AXIS_SIZES;
  if (kind == TN_PLOT_SLOWDOWN)
    f->y.kind = TN_AXIS_RATIOS;
  else if (kind == TN_PLOT_LATENCY && is_wide(plot))
    f->y.kind = TN_AXIS_DECADES;
  else
    f->y.low = 0;
  add_lines(f, plot);
  /* Values of a parameter compete, too. */
  if (kind == TN_PLOT_LATENCY && !plot->picture->of && compete(plot) && !has_model_beside(plot) &&
      tn_row_column(plot->x) >= 0) {
    g_autoptr(GArray) least = tn_plot_least(plot, plot->lines->pdata[0]);
    struct tn_series *series = tn_figure_add(f, "fastest", TN_DRAW_RINGS, TN_GREY);
    g_array_append_vals(series->spots, least->data, least->len);
  }
  if (plot->n_left_out > 0)
    f->note = tn_figure_keep(f, g_strdup_printf("and %u more", plot->n_left_out));
  else if (f->series->len == 1) /* the title says what it is */
    ((struct tn_series *)f->series->pdata[0])->name = NULL;
  return f;
}

static struct tn_figure *figure_of(struct tn_plot *plot, GError **error)
{
  if (!tn_plot_choose_by(plot, error))
    return NULL;
  switch (plot->picture->kind) {
  case TN_PLOT_PARTS:
    return tn_plot_bars(plot, error);
  case TN_PLOT_NOISE:
    return tn_plot_noise(plot, error);
  default:
    return figure_of_lines(plot, error);
  }
}

struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error)
{
  struct tn_plot plot = { .picture = picture, .rows = rows };
  if (rows->len == 0)
    return tn_usage_null(error, "no rows, nothing to show");
  plot.x = picture->x ? picture->x : tn_plot_x(picture, rows);
  if (!plot.x)
    return tn_usage_null(error, "neither readers, throttle, pairs nor ranks differ: "
                                "what goes along the axis? (--x NAME)");
  if (!tn_plot_check_x(&plot, error))
    return NULL;
  plot.lines = g_ptr_array_new_with_free_func(tn_plot_line_free);
  struct tn_figure *f = figure_of(&plot, error);
  g_ptr_array_unref(plot.lines);
  g_ptr_array_unref(plot.by);
  tn_vary_free(plot.vary);
  return f;
}
