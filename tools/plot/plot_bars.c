/* Pictures of stacked bars, one for each row. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "plot_lines.h"

enum { WIDTH = 360, HEIGHT = 260, BAR = 16 };

/* What a bar is stacked of, to NULL. */
struct part {
  const char *column, *name;
};

#define TIME(part, name, ...) { name "_us", name },
static const struct part times[] = { TN_PARTS(TIME){ NULL, NULL } };
static const struct part messages[] = {
  { "inter_package", "to another package" },
  { "inter_numa", "to another domain" },
  { "intra_numa", "within a domain" },
  { "inter_node", "to another node" },
  { NULL, NULL },
};

static const struct part *parts_of(const struct tn_plot *plot)
{
  return plot->picture->kind == TN_PLOT_MESSAGES ? messages : times;
}

static bool part_is_there(const GPtrArray *rows, const char *column)
{
  for (guint i = 0; i < rows->len; i++)
    if (tn_row_number(rows->pdata[i], tn_row_column(column)) > 0)
      return true;
  return false;
}

static double sum_of(const struct tn_plot *plot, const struct tn_row *row)
{
  double sum = 0;
  for (const struct part *p = parts_of(plot); p->column; p++)
    sum += fmax(tn_row_number(row, tn_row_column(p->column)), 0);
  return sum;
}

/* What a bar's parts are multiplied by. */
static double bar_scale(const struct tn_plot *plot, const struct tn_row *row)
{
  const double sum = sum_of(plot, row);
  return plot->picture->kind == TN_PLOT_SHARES && sum > 0 ? 100 / sum : 1;
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

/* The bars of rows from `first` on, up to `end`. */
static void add_bars(struct tn_figure *f, const struct tn_plot *plot, guint first, guint end)
{
  g_autofree double *tops = g_new0(double, end - first);
  for (guint i = first; i < end; i++)
    tn_axis_label(f, &f->x, bar_label(plot, plot->rows->pdata[i]));
  for (const struct part *p = parts_of(plot); p->column; p++) {
    if (!part_is_there(plot->rows, p->column))
      continue;
    struct tn_series *series =
        tn_figure_add(f, first == 0 ? p->name : NULL, 0, (int)(p - parts_of(plot)));
    for (guint i = 0; i < end - first; i++) {
      const struct tn_row *row = plot->rows->pdata[first + i];
      const double part = fmax(tn_row_number(row, tn_row_column(p->column)), 0);
      const struct tn_box box = {
        .x0 = i - 0.4, .x1 = i + 0.4, .y0 = tops[i], .y1 = tops[i] + bar_scale(plot, row) * part
      };
      tn_series_box(series, box);
      tops[i] = box.y1;
    }
  }
}

/* The highest bar. */
static double highest(const struct tn_plot *plot)
{
  double most = 0;
  for (guint i = 0; i < plot->rows->len; i++)
    most = fmax(most, sum_of(plot, plot->rows->pdata[i]));
  return most;
}

bool tn_plot_bars(GPtrArray *figures, const struct tn_plot *plot, GError **error)
{
  const guint n = plot->rows->len, n_panels = (n + TN_PLOT_MOST_LINES - 1) / TN_PLOT_MOST_LINES;
  const guint most = (n + n_panels - 1) / n_panels;
  const struct part *parts = parts_of(plot);
  const double top = highest(plot);
  if (plot->picture->top > 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--top: %s has bars (it chooses among lines)",
                tn_plot_kind_names[plot->picture->kind]);
    return false;
  }
  if (n > TN_PLOT_MOST_CHOICES) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u bars (a picture shows 1 to %d)", n,
                TN_PLOT_MOST_CHOICES);
    return false;
  }
  if (!(top > 0)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "the rows know no %s (%s, ...)",
                parts == messages ? "messages" : "parts of the time", parts[0].column);
    return false;
  }
  for (guint first = 0; first < n; first += most) {
    struct tn_figure *f = tn_plot_figure(plot, MAX(WIDTH, BAR * most), HEIGHT);
    f->title = first == 0 ? f->title : NULL;
    f->x.name = NULL; /* the labels have it */
    f->y.low = 0;
    f->y.high = plot->picture->kind == TN_PLOT_SHARES ? 100 : 1.05 * top;
    add_bars(f, plot, first, MIN(first + most, n));
    g_ptr_array_add(figures, f);
  }
  return true;
}
