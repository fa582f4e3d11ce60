/* Pictures of stacked bars, one for each row. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "plot_lines.h"

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

/* What a bar's parts are multiplied by. */
static double bar_scale(const struct tn_plot *plot, const struct tn_row *row)
{
  double sum = 0;
  for (const struct part *p = parts_of(plot); p->column; p++) {
    const double part = tn_row_number(row, tn_row_column(p->column));
    sum += part > 0 ? part : 0;
  }
  return plot->picture->kind == TN_PLOT_SHARES && sum > 0 ? 100 / sum : 1;
}

static void append_bar(GString *s, const struct tn_plot *plot, const struct tn_row *row)
{
  const double scale = bar_scale(plot, row);
  for (const struct part *p = parts_of(plot); p->column; p++) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    const double part = tn_row_number(row, tn_row_column(p->column));
    g_string_append_printf(s, " %s",
                           g_ascii_dtostr(text, sizeof text, part > 0 ? scale * part : 0));
  }
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

/* The letters of the longest label. */
static int append_bar_labels(GString *s, const struct tn_plot *plot)
{
  int longest = 0;
  g_string_append(s, "set xtics rotate by -40 left noenhanced (");
  for (guint i = 0; i < plot->rows->len; i++) {
    g_autofree char *label = bar_label(plot, plot->rows->pdata[i]);
    longest = MAX(longest, tn_plot_letters(label));
    g_string_append(s, i ? ", " : "");
    tn_script_tic(s, label, i);
  }
  g_string_append(s, ")\n");
  return longest;
}

static void append_bar_data(GString *s, const struct tn_plot *plot)
{
  g_string_append(s, "$bars << EOD\n");
  for (guint i = 0; i < plot->rows->len; i++) {
    append_bar(s, plot, plot->rows->pdata[i]);
    g_string_append_c(s, '\n');
  }
  g_string_append(s, "EOD\n");
}

/* The panels, one below the other, of one scale. The data are the same in each, which shows those
 * that lie in its range. */
static void append_panels(GString *s, const struct tn_plot *plot, const char *bars, guint n_panels)
{
  const guint n = plot->rows->len, most = (n + n_panels - 1) / n_panels;
  if (n_panels > 1)
    g_string_append_printf(s, "set multiplot layout %u,1\n", n_panels);
  for (guint panel = 0; panel < n_panels; panel++) {
    if (n_panels > 1)
      g_string_append_printf(s, "set xrange [%.1f:%.1f]\n", panel * most - 0.5,
                             (panel + 1) * most - 0.5);
    g_string_append(s, bars);
    g_string_append(s, panel == 0 && n_panels > 1 ? "unset key\nunset title\n" : "");
  }
  if (n_panels > 1)
    g_string_append(s, "unset multiplot\n");
}

/* The highest bar. */
static double highest(const struct tn_plot *plot)
{
  double most = 0;
  for (guint i = 0; i < plot->rows->len; i++) {
    double sum = 0;
    for (const struct part *p = parts_of(plot); p->column; p++)
      sum += fmax(tn_row_number(plot->rows->pdata[i], tn_row_column(p->column)), 0);
    most = fmax(most, sum);
  }
  return most;
}

bool tn_plot_bars(GString *s, const struct tn_plot *plot, GError **error)
{
  const guint n = plot->rows->len, n_panels = (n + TN_PLOT_MOST_LINES - 1) / TN_PLOT_MOST_LINES;
  int n_there = 0;
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
  g_autoptr(GString) labels = g_string_new(NULL);
  const int letters = append_bar_labels(labels, plot);
  append_bar_data(s, plot);
  tn_script_terminal(s, plot->picture->png, 0, (int)((n + n_panels - 1) / n_panels), letters,
                     n_panels);
  tn_plot_append_title(s, plot);
  tn_plot_append_axes(s, plot);
  g_string_append(s, "unset xlabel\n");
  if (plot->picture->kind == TN_PLOT_SHARES || n_panels == 1)
    g_string_append_printf(s, "set yrange [0:%s]\n",
                           plot->picture->kind == TN_PLOT_SHARES ? "100" : "*");
  else
    g_string_append_printf(s, "set yrange [0:%g]\n", 1.05 * highest(plot));
  g_string_append(
      s, "set style data histograms\n"
         "set style histogram rowstacked\nset style fill solid 0.9 border linecolor '#FFFFFF'\n"
         "set boxwidth 0.8\n");
  g_string_append_printf(s, "%sset rmargin %d\n", labels->str, 2 + 3 * letters / 5);
  g_autoptr(GString) bars = g_string_new(NULL);
  const struct part *parts = parts_of(plot);
  for (int p = 0; parts[p].column; p++) {
    if (!part_is_there(plot->rows, parts[p].column))
      continue;
    g_string_append_printf(bars, "%s$bars using %d linecolor '%s' title '%s'",
                           n_there ? ", " : "plot ", p + 1, tn_colours[p], parts[p].name);
    n_there++;
  }
  g_string_append_c(bars, '\n');
  append_panels(s, plot, bars->str, n_panels);
  if (n_there == 0)
    g_set_error(error, TN_USAGE_ERROR, 0, "the rows know no %s (%s, ...)",
                parts == messages ? "messages" : "parts of the time", parts[0].column);
  return n_there > 0;
}
