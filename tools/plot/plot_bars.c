/* Bar charts: stacked parts of each row's time; or time over all seeds by choice and noise. */
#include <math.h>
#include <string.h>

#include "document/wrap.h"
#include "figure/figure_words.h"
#include "figure/palette.h"
#include "platform/quantity.h"
#include "plot_lines.h"
#include "rows/notes.h"
#include "study/slowdown.h"
#include "study/usage.h"

/* From this ratio on the smaller bar is hardly visible. */
#define MUCH 20

/* HEIGHT: of a figure with TN_PLOT_MOST_BARS bars or fewer, in pixels. */
enum { WIDTH = 360, HEIGHT = 1010, BAR = 23, LEAST_BAR = HEIGHT / TN_PLOT_MOST_BARS };

struct stack_part {
  const char *column, *name;
  char letter; /* letter of the part; '\0': none */
};

#define TIME(part, name, letter, ...) { name "_us", name, letter },
static const struct stack_part times[] = { TN_PARTS(TIME){ NULL, NULL, 0 } };
static const struct stack_part messages[] = {
  { "inter_package", "to another package", 0 },
  { "inter_numa", "to another domain", 0 },
  { "intra_numa", "within a domain", 0 },
  { "inter_node", "to another node", 0 },
  { NULL, NULL, 0 },
};

/* Makes a figure for n horizontal bars that start at 0. The bars' quantity is on the x axis. */
static struct tn_figure *figure_new(const struct tn_plot *plot, guint n, GError **error)
{
  if (n > TN_PLOT_MAX_CHOICES)
    return tn_usage_null(error, "%u bars (a picture shows 1 to %d)", n, TN_PLOT_MAX_CHOICES);
  const double bar = CLAMP((double)HEIGHT / MAX(n, 1), LEAST_BAR, BAR);
  struct tn_figure *f = tn_plot_figure(plot, WIDTH, bar * MAX(n, 1));
  f->x.name = f->y.name;
  f->x.low = 0;
  f->y.name = NULL;
  return f;
}

static double amount_of(const struct tn_row *row, const struct stack_part *part)
{
  return fmax(tn_row_number(row, tn_row_column(part->column)), 0);
}

static double sum_of(const struct tn_row *row, const struct stack_part *parts)
{
  double sum = 0;
  for (const struct stack_part *p = parts; p->column; p++)
    sum += amount_of(row, p);
  return sum;
}

/* Returns the label of a row's bar: its value of plot->x if rows differ in it, and other values
 * that distinguish the row. Transfer full. */
static char *label_of(const struct tn_plot *plot, const struct tn_row *row)
{
  const bool is_size = strcmp(plot->x, "size_bytes") == 0;
  g_autofree char *label = tn_plot_label(plot, row, NULL);
  g_autofree char *x = is_size ? tn_format_size((size_t)row->size) : tn_row_value(row, plot->x);
  if (!x || !tn_plot_differ(plot, plot->x, true))
    return g_steal_pointer(&label);
  return g_strconcat(is_size ? "" : plot->x, is_size ? "" : " ", x, plot->by->len ? ", " : NULL,
                     label, NULL);
}

/* Adds the bar of row plot->first + i, which consists of one box per part. */
static void add_stack(struct tn_figure *f, const struct tn_plot *plot,
                      const struct stack_part *parts, guint i)
{
  const struct tn_row *row = plot->rows->pdata[plot->first + i];
  const double sum = sum_of(row, parts);
  const double scale = g_strcmp0(plot->picture->of, "percent") == 0 && sum > 0 ? 100 / sum : 1;
  struct tn_box box = { .y0 = i - 0.4, .y1 = i + 0.4 };
  tn_axis_label(f, &f->y, label_of(plot, row));
  for (int p = 0; parts[p].column; p++) {
    struct tn_series *series = f->series->pdata[p];
    const double part = amount_of(row, &parts[p]);
    box.x0 = box.x1;
    box.x1 += scale * part;
    box.text = series->letter;
    if (!(part > 0))
      continue;
    box.description =
        tn_figure_store_text(f, g_strdup_printf("%s: %.0f %%", parts[p].name, 100 * part / sum));
    series->name = parts[p].name;
    tn_series_box(series, box);
  }
  char *total = parts == times ? tn_words_time(1e-6 * sum) : g_strdup_printf("%.0f", sum);
  const struct tn_box end = { .x0 = box.x1,
                              .x1 = box.x1,
                              .y0 = i,
                              .y1 = i,
                              .text = tn_figure_store_text(f, total),
                              .place = TN_TEXT_BEYOND };
  tn_series_box(f->series->pdata[f->series->len - 1], end);
}

struct tn_figure *tn_plot_parts(const struct tn_plot *plot, GError **error)
{
  const struct stack_part *parts = g_strcmp0(plot->picture->of, "messages") == 0 ? messages : times;
  double most = 0;
  for (guint i = 0; i < plot->rows->len; i++)
    most = fmax(most, sum_of(plot->rows->pdata[i], parts));
  if (plot->picture->top > 0)
    return tn_usage_null(error, "--top: not for parts (it selects lines)");
  if (!(most > 0))
    return tn_usage_null(error, "the rows have no %s (%s, ...)",
                         parts == messages ? "messages" : "parts of the time", parts[0].column);
  struct tn_figure *f = figure_new(plot, plot->end - plot->first, error);
  for (int p = 0; f && parts[p].column; p++) {
    struct tn_series *series = tn_figure_add(f, NULL, 0, p);
    series->letter =
        parts[p].letter ? tn_figure_store_text(f, g_strndup(&parts[p].letter, 1)) : NULL;
    series->hatch = p % 3;
  }
  if (!f)
    return NULL;
  tn_figure_add(f, NULL, 0, TN_GREY); /* the total of each bar, in the background */
  for (guint i = 0; plot->first + i < plot->end; i++)
    add_stack(f, plot, parts, i);
  f->x.high = g_strcmp0(plot->picture->of, "percent") == 0 ? 100 : most;
  return f;
}

/* Returns the slowdown of a bar, "32 %" or "17x"; "" if it is unknown. Transfer full. */
static char *slower_of(const struct tn_slowdown *bar)
{
  return !bar->is_hit && !tn_row_is_quiet(bar->first) ? g_strdup("no noise")
         : isnan(bar->slower)                         ? g_strdup("")
         : bar->slower < MUCH / 2 ? g_strdup_printf("%.0f %%", 100 * bar->slower)
                                  : g_strdup_printf("%.0fx", 1 + bar->slower);
}

/* Returns the index of the series of a row's noise; adds the series if it is new. */
static guint series_of(struct tn_figure *f, const struct tn_row *row)
{
  for (guint i = 0; i < f->series->len; i++)
    if (strcmp(((const struct tn_series *)f->series->pdata[i])->name, tn_row_noise(row)) == 0)
      return i;
  const guint n = f->series->len;
  tn_figure_add(f, tn_figure_store_text(f, g_strdup(tn_row_noise(row))), 0, (int)n)->hatch = n % 3;
  return n;
}

/* Adds a series per noise, a bar per choice, with the time's interval. */
static void add_bars(struct tn_figure *f, const struct tn_plot *plot, const GArray *bars)
{
  for (guint i = 0; i < bars->len; i++)
    series_of(f, g_array_index(bars, struct tn_slowdown, i).first);
  const double n_noises = f->series->len;
  struct tn_series *rods = tn_figure_add(f, "95 % interval of the mean", 0, TN_N_HUES - 1);
  for (guint i = 0; i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    const guint n = series_of(f, bar->first);
    char *label = tn_plot_label(plot, bar->first, NULL);
    guint choice;
    if (f->y.labels && g_ptr_array_find_with_equal_func(f->y.labels, label, g_str_equal, &choice)) {
      g_free(label);
    } else {
      tn_axis_label(f, &f->y, label);
      choice = f->y.labels->len - 1;
    }
    const double place = choice + 0.8 * ((n + 0.5) / n_noises - 0.5), width = 0.76 / n_noises;
    const double mean = tn_row_microseconds(bar->mean);
    const double side = isnan(bar->either_side) ? 0 : tn_row_microseconds(bar->either_side);
    const struct tn_box box = { .x1 = mean, .y0 = place - width / 2, .y1 = place + width / 2 };
    const struct tn_box rod = { .x0 = fmax(mean - side, 0),
                                .x1 = mean + side,
                                .y0 = place - width / 8,
                                .y1 = place + width / 8,
                                .text = tn_figure_store_text(f, slower_of(bar)),
                                .place = TN_TEXT_BEYOND };
    tn_series_box(f->series->pdata[n], box);
    tn_series_box(rods, rod);
  }
}

struct tn_figure *tn_plot_noise(const struct tn_plot *plot, GError **error)
{
  g_autoptr(GArray) bars = tn_slowdowns_new(plot->rows, plot->picture->objective);
  struct tn_figure *f = figure_new(plot, bars->len, error);
  double least = INFINITY, most = 0;
  for (guint i = 0; f && i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    least = fmin(least, bar->mean);
    most = fmax(most, bar->mean);
    g_autofree char *no_noise = tn_slowdown_note_no_noise(bars, i);
    if (no_noise)
      tn_print_message("%s", no_noise);
  }
  if (f && most > MUCH * least) {
    f->x.kind = TN_AXIS_DECADES;
    f->x.low = NAN;
  }
  if (f)
    add_bars(f, plot, bars);
  return f;
}
