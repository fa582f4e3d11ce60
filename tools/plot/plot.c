#include "plot_lines.h"

#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "script.h"
#include "tune.h"

enum { MOST_MARKS = 20 };

const char *const tn_plot_kind_names[] = { "latency", "relative", "slowdown", "parts",
                                           "shares",  "gamma",    NULL };

static const char *const part_columns[] = { "startup_us", "lock_us",   "copy_us",
                                            "memory_us",  "sync_us",   "reduce_us",
                                            "compute_us", "noise_us" };
/* "64K" labels along a logarithmic axis of bytes. */
void tn_plot_size_tics(GString *s, double from, double to)
{
  static const char *const units[] = { "", "K", "M", "G", "T" };
  const int first = (int)floor(log2(from)), last = (int)ceil(log2(to));
  const int step = MAX(1, (last - first + 9) / 10);
  g_string_append(s, "set xtics (");
  for (int e = first; e <= last; e += step)
    g_string_append_printf(s, "%s\"%d%s\" %.0f", e > first ? ", " : "", 1 << e % 10,
                           units[MIN(e / 10, 4)], ldexp(1, e));
  g_string_append(s, ")\n");
}

/* What all rows share, so that the picture says what it shows. */
static void append_title(GString *s, const struct tn_plot *plot)
{
  static const struct {
    const char *column, *joint, *before, *after;
  } names[] = {
    { "collective", "", "", "" },       { "algorithm", ", ", "", "" },
    { "params", " ", "", "" },          { "platform", " on ", "", "" },
    { "ranks", ", ", "", " ranks" },    { "kernel", ", ", "kernel ", "" },
    { "backing", ", ", "backing ", "" }, { "buffers", ", ", "buffers ", "" },
  };
  g_autoptr(GString) title = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    const bool is_params = strcmp(names[i].column, "params") == 0;
    g_autofree char *text = is_params ? tn_plot_shared_params(plot)
                                      : g_strdup(tn_cell(plot->rows->pdata[0], names[i].column));
    if ((!is_params && tn_rows_differ(plot->rows, names[i].column)) || !*text ||
        strcmp(text, tn_buffers_names[TN_BUFFERS_UNCHANGED]) == 0)
      continue;
    g_string_append_printf(title, "%s%s%s%s", title->len ? names[i].joint : "", names[i].before,
                           text, names[i].after);
  }
  g_autofree char *text = tn_script_quoted(title->str);
  g_string_append_printf(s, "set title %s noenhanced\n", text);
}

static void append_axes(GString *s, const struct tn_plot *plot)
{
  const bool is_size = strcmp(plot->x, "size_bytes") == 0;
  static const char *const labels[] = {
    [TN_PLOT_LATENCY] = "average time of a rank (µs)",
    [TN_PLOT_RELATIVE] = "throughput over that at the least",
    [TN_PLOT_SLOWDOWN] = "average time over that of the fastest",
    [TN_PLOT_GAMMA] = "page-lock time (γ) over that at the least",
    [TN_PLOT_PARTS] = "time (µs)",
    [TN_PLOT_SHARES] = "share of the time (%)",
  };
  const enum tn_plot_kind kind = plot->picture->kind;
  const bool names_x = kind == TN_PLOT_RELATIVE || kind == TN_PLOT_GAMMA;
  g_autofree char *x = tn_script_quoted(is_size ? "size (bytes)" : plot->x);
  g_string_append_printf(s, "set xlabel %s noenhanced\n", x);
  g_string_append_printf(s, "set ylabel '%s%s%s'\n", labels[kind], names_x ? " " : "",
                         names_x ? plot->x : "");
}

/* Whether the lines are ways to do one thing, so that one of them is the fastest. */
static bool compete(const struct tn_plot *plot)
{
  for (guint i = 1; i < plot->rows->len; i++)
    if (!tn_same_context(plot->rows->pdata[0], plot->rows->pdata[i]))
      return false;
  return plot->lines->len > 1;
}

/* Marks tell lines apart, which takes some on each, not one on every spot. */
static guint mark_interval(const struct tn_line *line)
{
  return MAX(1, line->spots->len / MOST_MARKS);
}

static void append_lines(GString *s, const struct tn_plot *plot)
{
  const guint n_colours = TN_N_COLOURS;
  const bool marks = plot->picture->kind == TN_PLOT_LATENCY && compete(plot);
  for (guint i = 0; i < plot->lines->len; i++) {
    g_autofree char *name = g_strdup_printf("line%u", i);
    tn_script_spots(s, name, ((const struct tn_line *)plot->lines->pdata[i])->spots);
  }
  if (marks) {
    g_autoptr(GArray) least = tn_plot_least(plot);
    tn_script_spots(s, "least", least);
  }
  for (guint i = 0; i < plot->lines->len; i++) {
    const struct tn_line *line = plot->lines->pdata[i];
    g_autofree char *label = tn_script_quoted(line->label);
    g_string_append_printf(s, "%s$line%u using 1:2 with linespoints linewidth 2 linecolor '%s' "
                           "dashtype %u pointtype %u pointsize 0.8 pointinterval %u title %s",
                           i ? ", " : "plot ", i, tn_colours[i % n_colours], 1 + i / n_colours % 5,
                           4 + i % 11, mark_interval(line), label);
  }
  g_string_append(s, marks ? ", $least using 1:2 with points pointtype 6 pointsize 2.2 linewidth 2 "
                             "linecolor '#555555' title 'fastest'\n" : "\n");
}

static void append_scales(GString *s, const struct tn_plot *plot)
{
  double from = INFINITY, to = 0;
  for (guint l = 0; l < plot->lines->len; l++) {
    const GArray *spots = ((const struct tn_line *)plot->lines->pdata[l])->spots;
    from = fmin(from, g_array_index(spots, struct tn_spot, 0).x);
    to = fmax(to, g_array_index(spots, struct tn_spot, spots->len - 1).x);
  }
  if (plot->picture->kind == TN_PLOT_LATENCY)
    g_string_append(s, "set logscale y\nset format y '10^{%L}'\n");
  else if (plot->picture->kind == TN_PLOT_SLOWDOWN)
    g_string_append(s, "set logscale y 2\nset yrange [1:*]\n");
  else
    g_string_append(s, "set yrange [0:*]\n");
  if (strcmp(plot->x, "size_bytes") == 0) {
    g_string_append_printf(s, "set logscale x 2\nset xrange [%.0f:%.0f]\n", from / 1.1, to * 1.1);
    tn_plot_size_tics(s, from, to);
  }
}

static bool append_line_plot(GString *s, struct tn_plot *plot, GError **error)
{
  if (!tn_plot_make_lines(plot, error))
    return false;
  tn_script_terminal(s, plot->picture->png, plot->lines->len, 0);
  append_title(s, plot);
  append_axes(s, plot);
  append_scales(s, plot);
  append_lines(s, plot);
  return true;
}

static bool part_is_there(const GPtrArray *rows, const char *column)
{
  for (guint i = 0; i < rows->len; i++)
    if (tn_cell_number(rows->pdata[i], column) > 0)
      return true;
  return false;
}

/* What a bar's parts are multiplied by. */
static double bar_scale(const struct tn_plot *plot, char *const *row)
{
  double sum = 0;
  for (guint p = 0; p < G_N_ELEMENTS(part_columns); p++) {
    const double part = tn_cell_number(row, part_columns[p]);
    sum += part > 0 ? part : 0;
  }
  return plot->picture->kind == TN_PLOT_SHARES && sum > 0 ? 100 / sum : 1;
}

static void append_bar(GString *s, const struct tn_plot *plot, char *const *row)
{
  const double scale = bar_scale(plot, row);
  for (guint p = 0; p < G_N_ELEMENTS(part_columns); p++) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    const double part = tn_cell_number(row, part_columns[p]);
    g_string_append_printf(s, " %s",
                           g_ascii_dtostr(text, sizeof text, part > 0 ? scale * part : 0));
  }
}

static bool append_bars(GString *s, struct tn_plot *plot, GError **error)
{
  const guint n = plot->rows->len;
  bool any = false;
  if (n > TN_MOST_LINES) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u bars (a picture shows 1 to %d)", n, TN_MOST_LINES);
    return false;
  }
  g_string_append(s, "$bars << EOD\n");
  for (guint i = 0; i < n; i++) {
    char *const *row = plot->rows->pdata[i];
    g_autofree char *x = tn_cell_or_param(row, plot->x), *label = tn_plot_label(plot, row);
    const bool named = plot->by->len > 0 || !x;
    g_autofree char *both = g_strdup_printf("%s%s%s%s%s", x ? plot->x : "", x ? " " : "",
                                            x ? x : "", x && named ? ", " : "",
                                            named ? label : "");
    g_string_append_printf(s, "\"%s\"", g_strdelimit(both, "\"\r\n", ' '));
    append_bar(s, plot, row);
    g_string_append_c(s, '\n');
  }
  g_string_append(s, "EOD\n");
  tn_script_terminal(s, plot->picture->png, 0, (int)n);
  append_title(s, plot);
  append_axes(s, plot);
  g_string_append_printf(s, "unset xlabel\nset yrange [0:%s]\n",
                         plot->picture->kind == TN_PLOT_SHARES ? "100" : "*");
  g_string_append(
      s, "set style data histograms\n"
         "set style histogram rowstacked\nset style fill solid 0.9 border linecolor '#FFFFFF'\n"
         "set boxwidth 0.8\nset rmargin 18\n"
         "set xtics rotate by -40 left noenhanced\n");
  for (guint p = 0; p < G_N_ELEMENTS(part_columns); p++) {
    if (!part_is_there(plot->rows, part_columns[p]))
      continue;
    g_autofree char *name = g_strndup(part_columns[p], strlen(part_columns[p]) - 3);
    g_string_append_printf(s, "%s$bars using %u%s linecolor '%s' title '%s'", any ? ", " : "plot ",
                           p + 2, any ? "" : ":xtic(1)", tn_colours[p], name);
    any = true;
  }
  g_string_append_c(s, '\n');
  if (!any)
    g_set_error(error, TN_USAGE_ERROR, 0, "the rows know no parts of the time (startup_us, ...)");
  return any;
}

char *tn_plot_script(const struct tn_picture *picture, const GPtrArray *rows, GError **error)
{
  struct tn_plot plot = { .picture = picture, .rows = rows };
  g_autoptr(GString) script = g_string_new(NULL);
  if (rows->len == 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "no rows, nothing to show");
    return NULL;
  }
  plot.x = picture->x ? picture->x : tn_plot_x(picture, rows);
  if (!plot.x) {
    g_set_error(error, TN_USAGE_ERROR, 0, "neither readers, throttle, pairs nor ranks differ: "
                "what goes along the axis? (--x NAME)");
    return NULL;
  }
  if (!tn_plot_choose_by(&plot, error)) {
    g_ptr_array_unref(plot.by);
    g_hash_table_unref(plot.varying);
    return NULL;
  }
  plot.lines = g_ptr_array_new_with_free_func(tn_plot_line_free);
  const bool bars = picture->kind == TN_PLOT_PARTS || picture->kind == TN_PLOT_SHARES;
  const bool ok = bars ? append_bars(script, &plot, error) : append_line_plot(script, &plot, error);
  g_ptr_array_unref(plot.lines);
  g_ptr_array_unref(plot.by);
  g_hash_table_unref(plot.varying);
  return ok ? g_strdup(script->str) : NULL;
}
