/* Pictures of what noise costs: for each choice a bar for each noise, over all its seeds, with the
 * slow-down above it. */
#include <math.h>

#include "document/wrap.h"
#include "figure/palette.h"
#include "plot_lines.h"
#include "rows/notes.h"
#include "study/slowdown.h"

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
  return !bar->is_hit && !tn_row_is_quiet(bar->first) ? g_strdup("no noise")
         : isnan(bar->slower)                         ? g_strdup("")
         : bar->slower < MUCH / 2 ? g_strdup_printf("%.0f %%", 100 * bar->slower)
                                  : g_strdup_printf("%.0fx", 1 + bar->slower);
}

/* A bar at `place`, on it a rod for its interval, and behind both how much slower it is. */
static void add_bar(struct tn_figure *f, struct tn_series *series, struct tn_series *rods,
                    const struct tn_slowdown *bar, double place, double width)
{
  const double mean = tn_row_microseconds(bar->mean);
  const double side = isnan(bar->either_side) ? 0 : tn_row_microseconds(bar->either_side);
  const struct tn_box box = { .x1 = mean, .y0 = place - width / 2, .y1 = place + width / 2 };
  const struct tn_box rod = { .x0 = fmax(mean - side, 0),
                              .x1 = mean + side,
                              .y0 = place - width / 8,
                              .y1 = place + width / 8,
                              .text = tn_figure_keep(f, slower_of(bar)),
                              .place = TN_TEXT_BEYOND };
  tn_series_box(series, box);
  tn_series_box(rods, rod);
}

/* A series for each noise, its bars where those of their choice stand, and the intervals. */
static void add_bars(struct tn_figure *f, const struct tn_plot *plot, const GArray *bars)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) noises = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < bars->len; i++)
    number_of(noises, tn_row_noise(g_array_index(bars, struct tn_slowdown, i).first));
  for (guint n = 0; n < noises->len; n++)
    tn_figure_add(f, tn_figure_keep(f, g_strdup(noises->pdata[n])), 0, (int)n);
  struct tn_series *rods = tn_figure_add(f, "95 % interval of the mean", 0, TN_N_HUES - 1);
  for (guint i = 0; i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    const guint n = number_of(noises, tn_row_noise(bar->first));
    char *label = tn_plot_label(plot, bar->first);
    const guint choice = number_of(labels, label);
    if (choice == (f->y.labels ? f->y.labels->len : 0))
      tn_axis_label(f, &f->y, label);
    else
      g_free(label);
    add_bar(f, f->series->pdata[n], rods, bar, choice + 0.8 * ((n + 0.5) / noises->len - 0.5),
            0.76 / noises->len);
  }
}

struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error)
{
  g_autoptr(GArray) bars = tn_slowdowns_new(plot->rows, plot->picture->objective);
  double least = INFINITY, most = 0;
  if (bars->len > TN_PLOT_MOST_CHOICES)
    return tn_usage_null(error, "%u bars (a picture shows 1 to %d)", bars->len,
                         TN_PLOT_MOST_CHOICES);
  for (guint i = 0; i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    least = fmin(least, bar->mean);
    most = fmax(most, bar->mean);
    g_autofree char *unhit = tn_slowdown_unhit(bars, i);
    if (unhit)
      tn_tell("%s", unhit);
  }
  struct tn_figure *f = tn_plot_figure_of_bars(plot, bars->len);
  if (most > MUCH * least) {
    f->x.kind = TN_AXIS_DECADES;
    f->x.low = NAN;
  }
  add_bars(f, plot, bars);
  return f;
}
