/* Pictures of what noise costs: for each choice a bar for each noise, over all its seeds, with the
 * slow-down above it. */
#include <math.h>

#include "plot_lines.h"
#include "study/slowdown.h"

enum { WIDTH = 420, HEIGHT = 300, BAR = 28 };

/* More, and small ones are nothing beside them. */
#define MUCH 20

/* The number of `text` among texts, to which it is added. */
static guint number_of(GPtrArray *texts, const char *text)
{
  guint i = 0;
  if (!g_ptr_array_find_with_equal_func(texts, text, g_str_equal, &i)) {
    g_ptr_array_add(texts, g_strdup(text));
    i = texts->len - 1;
  }
  return i;
}

/* "32 %", "17x": by how much a bar is slower; "" where nobody knows. Transfer full. */
static char *slower_of(const struct tn_slowdown *bar)
{
  return isnan(bar->slower)       ? g_strdup("")
         : bar->slower < MUCH / 2 ? g_strdup_printf("%.0f %%", 100 * bar->slower)
                                  : g_strdup_printf("%.0fx", 1 + bar->slower);
}

static void add_bar(struct tn_figure *f, struct tn_series *series, const struct tn_slowdown *bar,
                    double place, double width)
{
  const double height = tn_row_microseconds(bar->mean);
  const double side = isnan(bar->either_side) ? 0 : tn_row_microseconds(bar->either_side);
  const struct tn_spot spot = {
    .x = place, .y = height, .low = height - side, .high = height + side
  };
  const struct tn_box box = {
    .x0 = place - width / 2, .x1 = place + width / 2, .y0 = 0, .y1 = height
  };
  /* Above the interval, which lies on the bar. */
  const struct tn_box above = { .x0 = box.x0,
                                .x1 = box.x1,
                                .y0 = spot.high,
                                .y1 = spot.high,
                                .text = tn_figure_keep(f, slower_of(bar)),
                                .place = TN_TEXT_ABOVE };
  tn_series_box(series, box);
  tn_series_box(series, above);
  if (side > 0)
    g_array_append_val(series->spots, spot);
}

/* A series for each noise, its bars where those of their choice stand. */
static void add_bars(struct tn_figure *f, const struct tn_plot *plot, const GArray *bars)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) noises = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < bars->len; i++)
    number_of(noises, tn_row_noise(g_array_index(bars, struct tn_slowdown, i).first));
  for (guint n = 0; n < noises->len; n++) {
    struct tn_series *series =
        tn_figure_add(f, tn_figure_keep(f, g_strdup(noises->pdata[n])), TN_DRAW_WHISKERS, (int)n);
    for (guint i = 0; i < bars->len; i++) {
      const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
      g_autofree char *label = tn_plot_label(plot, bar->first);
      const guint choice = number_of(labels, label);
      if (number_of(noises, tn_row_noise(bar->first)) == n)
        add_bar(f, series, bar, choice + 0.8 * ((n + 0.5) / noises->len - 0.5), 0.76 / noises->len);
    }
  }
  for (guint i = 0; i < labels->len; i++)
    tn_axis_label(f, &f->x, g_strdup(labels->pdata[i]));
}

struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error)
{
  g_autoptr(GArray) bars = tn_slowdowns_new(plot->rows, plot->picture->objective);
  double least = INFINITY, most = 0;
  if (bars->len > TN_PLOT_MOST_CHOICES) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u bars (a picture shows 1 to %d)", bars->len,
                TN_PLOT_MOST_CHOICES);
    return NULL;
  }
  for (guint i = 0; i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    least = fmin(least, bar->mean);
    most = fmax(most, fmax(bar->mean, bar->mean + bar->either_side)); /* NaN: no interval */
  }
  struct tn_figure *f = tn_plot_figure(plot, MAX(WIDTH, BAR * bars->len), HEIGHT);
  f->x.name = NULL; /* the labels have it */
  /* With room for what stands above the bars. */
  const bool is_wide = most > MUCH * least;
  f->y.kind = is_wide ? TN_AXIS_DECADES : TN_AXIS_LINEAR;
  f->y.low = is_wide ? NAN : 0;
  f->y.high = (is_wide ? 2 : 1.15) * tn_row_microseconds(most);
  add_bars(f, plot, bars);
  return f;
}
