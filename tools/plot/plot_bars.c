/* Pictures of stacked bars, one for each row. */
#include <math.h>
#include <string.h>

#include "figure/figure_words.h"
#include "platform/quantity.h"
#include "plot_lines.h"

/* What a bar is stacked of, to NULL. */
struct part {
  const char *column, *name;
  char letter; /* '\0': none */
};

#define TIME(part, name, letter, ...) { name "_us", name, letter },
static const struct part times[] = { TN_PARTS(TIME){ NULL, NULL, 0 } };
static const struct part messages[] = {
  { "inter_package", "to another package", 0 },
  { "inter_numa", "to another domain", 0 },
  { "intra_numa", "within a domain", 0 },
  { "inter_node", "to another node", 0 },
  { NULL, NULL, 0 },
};

static const struct part *parts_of(const struct tn_plot *plot)
{
  return g_strcmp0(plot->picture->of, "messages") == 0 ? messages : times;
}

static double sum_of(const struct tn_plot *plot, const struct tn_row *row)
{
  double sum = 0;
  for (const struct part *p = parts_of(plot); p->column; p++)
    sum += fmax(tn_row_number(row, tn_row_column(p->column)), 0);
  return sum;
}

/* What a bar's label says of its place along the axis: nothing when all stand at one. Transfer
 * full. */
static char *bar_x(const struct tn_plot *plot, const struct tn_row *row)
{
  g_autofree char *x = tn_row_value(row, plot->x);
  if (!x || !tn_rows_differ(plot->rows, plot->x))
    return g_strdup("");
  if (strcmp(plot->x, "size_bytes") == 0)
    return tn_format_size((size_t)row->size);
  return g_strdup_printf("%s %s", plot->x, x);
}

/* What a bar's label says. Transfer full. */
static char *bar_label(const struct tn_plot *plot, const struct tn_row *row)
{
  g_autofree char *x = bar_x(plot, row), *label = tn_plot_label(plot, row);
  const bool named = plot->by->len > 0 || !*x;
  return g_strdup_printf("%s%s%s", x, *x && named ? ", " : "", named ? label : "");
}

/* What a bar comes to, behind its end. Transfer full. */
static char *total_of(const struct tn_plot *plot, double sum)
{
  const bool is_time = parts_of(plot) == times;
  return is_time ? tn_words_time(1e-6 * sum) : g_strdup_printf("%.0f", sum);
}

static void add_bar(struct tn_figure *f, const struct tn_plot *plot, guint i)
{
  const struct tn_row *row = plot->rows->pdata[i];
  const struct part *parts = parts_of(plot);
  const double sum = sum_of(plot, row);
  const double scale = g_strcmp0(plot->picture->of, "percent") == 0 && sum > 0 ? 100 / sum : 1;
  struct tn_box box = { .y0 = i - 0.4, .y1 = i + 0.4 };
  tn_axis_label(f, &f->y, bar_label(plot, row));
  for (int p = 0; parts[p].column; p++) {
    struct tn_series *series = f->series->pdata[p];
    const double part = fmax(tn_row_number(row, tn_row_column(parts[p].column)), 0);
    box.x0 = box.x1;
    box.x1 += scale * part;
    box.text = series->letter;
    if (!(part > 0))
      continue;
    box.says = tn_figure_keep(f, g_strdup_printf("%s: %.0f %%", parts[p].name, 100 * part / sum));
    series->name = parts[p].name;
    tn_series_box(series, box);
  }
  const struct tn_box end = { .x0 = box.x1,
                              .x1 = box.x1,
                              .y0 = i,
                              .y1 = i,
                              .text = tn_figure_keep(f, total_of(plot, sum)),
                              .place = TN_TEXT_BEYOND };
  tn_series_box(f->series->pdata[f->series->len - 1], end);
}

struct tn_figure *tn_plot_bars(const struct tn_plot *plot, GError **error)
{
  const guint n = plot->rows->len;
  const struct part *parts = parts_of(plot);
  double most = 0;
  for (guint i = 0; i < n; i++)
    most = fmax(most, sum_of(plot, plot->rows->pdata[i]));
  if (plot->picture->top > 0)
    return tn_usage_null(error, "--top: parts has bars (it chooses among lines)");
  if (n > TN_PLOT_MOST_CHOICES)
    return tn_usage_null(error, "%u bars (a picture shows 1 to %d)", n, TN_PLOT_MOST_CHOICES);
  if (!(most > 0))
    return tn_usage_null(error, "the rows know no %s (%s, ...)",
                         parts == messages ? "messages" : "parts of the time", parts[0].column);
  struct tn_figure *f = tn_plot_figure_of_bars(plot, n);
  for (int p = 0; parts[p].column; p++) {
    struct tn_series *series = tn_figure_add(f, NULL, 0, p);
    if (parts[p].letter)
      series->letter = tn_figure_keep(f, g_strndup(&parts[p].letter, 1));
  }
  tn_figure_add(f, NULL, 0, TN_GREY); /* what stands behind the bars */
  for (guint i = 0; i < n; i++)
    add_bar(f, plot, i);
  f->x.high = g_strcmp0(plot->picture->of, "percent") == 0 ? 100 : most;
  return f;
}
