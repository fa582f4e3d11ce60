#include "plot_lines.h"

#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "script.h"

enum { MOST_MARKS = 20 };

static bool has_bars(const struct tn_plot *plot)
{
  const enum tn_plot_kind kind = plot->picture->kind;
  return kind == TN_PLOT_PARTS || kind == TN_PLOT_SHARES || kind == TN_PLOT_MESSAGES;
}

/* "64K" labels along a logarithmic axis of bytes. */
void tn_plot_size_tics(GString *s, double from, double to)
{
  static const char *const units[] = { "", "K", "M", "G", "T", "P", "E" };
  const int first = (int)CLAMP(floor(log2(from)), 0, 63);
  const int last = (int)CLAMP(ceil(log2(to)), first, 63);
  const int step = MAX(1, (last - first + 9) / 10);
  g_string_append(s, "set xtics (");
  for (int e = first; e <= last; e += step)
    g_string_append_printf(s, "%s'%d%s' %.0f", e > first ? ", " : "", 1 << e % 10, units[e / 10],
                           ldexp(1, e));
  g_string_append(s, ")\n");
}

/* The axis begins at 1. */
double tn_plot_ratio_tics(GString *s, double most)
{
  static const double few[] = { 1, 1.1, 1.2, 1.3, 1.5, 2, 3, 4, 5 }, many[] = { 1, 2, 5 };
  const bool is_short = most <= few[G_N_ELEMENTS(few) - 1];
  double last = 0;
  g_string_append(s, "set ytics (");
  for (double ten = 1; last < fmax(most, 1.1) && ten < 1e9; ten *= 10)
    for (guint i = 0;
         i < (is_short ? G_N_ELEMENTS(few) : G_N_ELEMENTS(many)) && last < fmax(most, 1.1); i++) {
      last = ten * (is_short ? few : many)[i];
      g_string_append_printf(s, "%s%g", last > 1 ? ", " : "", last);
    }
  g_string_append(s, ")\n");
  return last;
}

/* Whether the lines are ways to do one thing, so that one of them is the fastest. */
static bool compete(const struct tn_plot *plot)
{
  for (guint i = 1; i < plot->rows->len; i++)
    if (!tn_row_context_equal(plot->rows->pdata[0], plot->rows->pdata[i]))
      return false;
  return plot->lines->len > 1;
}

/* Marks tell lines apart, which takes some on each, not one on every spot. */
static guint mark_interval(const struct tn_curve *line)
{
  return MAX(1, line->spots->len / MOST_MARKS);
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

/* The number of the line's subject. */
static guint subject_of(const struct tn_plot *plot, guint l)
{
  guint n = 0;
  const char *subject = ((const struct tn_curve *)plot->lines->pdata[l])->subject;
  for (guint i = 0; i < plot->lines->len; i++) {
    const char *other = ((const struct tn_curve *)plot->lines->pdata[i])->subject;
    if (strcmp(other, subject) == 0)
      return n;
    bool is_new = true;
    for (guint k = 0; k < i && is_new; k++)
      is_new = strcmp(((const struct tn_curve *)plot->lines->pdata[k])->subject, other) != 0;
    n += is_new;
  }
  return n;
}

static bool has_band(const struct tn_curve *line)
{
  for (guint i = 0; i < line->spots->len; i++)
    if (g_array_index(line->spots, struct tn_spot, i).high > 0)
      return true;
  return false;
}

/* What the line's times are within, behind it. */
static void append_band(GString *s, const struct tn_plot *plot, guint l, bool has_model)
{
  const guint look = has_model ? subject_of(plot, l) : l;
  if (has_band(plot->lines->pdata[l]))
    g_string_append_printf(s,
                           "$line%u using 1:3:4 with filledcurves fillcolor '%s' fillstyle "
                           "transparent solid 0.15 noborder notitle, ",
                           l, tn_colours[look % TN_N_LINE_COLOURS]);
}

/* Beside each other, closed forms are lines and what was simulated or measured are points. */
static void append_line(GString *s, const struct tn_plot *plot, guint l, bool has_model)
{
  const struct tn_curve *line = plot->lines->pdata[l];
  const guint n_colours = TN_N_LINE_COLOURS, look = has_model ? subject_of(plot, l) : l;
  const char *how = !has_model ? "linespoints" : is_model(line) ? "lines" : "points";
  g_autofree char *label = tn_script_quoted(line->label);
  g_string_append_printf(s, "%s$line%u using 1:2 with %s linecolor '%s'", l ? ", " : "", l, how,
                         tn_colours[look % n_colours]);
  if (!has_model || is_model(line))
    g_string_append_printf(s, " linewidth 2 dashtype %u", 1 + look / n_colours % 5);
  if (!is_model(line) || !has_model)
    g_string_append_printf(s, " pointtype %u pointsize %s", 4 + look % 11, has_model ? "1" : "0.8");
  if (!has_model)
    g_string_append_printf(s, " pointinterval %u", mark_interval(line));
  g_string_append_printf(s, " title %s", label);
}

static void append_lines(GString *s, const struct tn_plot *plot)
{
  const bool has_model = has_model_beside(plot);
  const bool marks = plot->picture->kind == TN_PLOT_LATENCY && compete(plot) && !has_model &&
                     tn_row_column(plot->x) >= 0; /* values of a parameter compete, too */
  for (guint i = 0; i < plot->lines->len; i++) {
    g_autofree char *name = g_strdup_printf("line%u", i);
    tn_script_spots(s, name, ((const struct tn_curve *)plot->lines->pdata[i])->spots);
  }
  if (plot->lines->len == 1 && plot->n_left_out == 0)
    g_string_append(s, "unset key\n"); /* the title says what it is */
  if (marks) {
    g_autoptr(GArray) least = tn_plot_least(plot, plot->lines->pdata[0]);
    tn_script_spots(s, "least", least);
  }
  g_string_append(s, "plot ");
  for (guint i = 0; i < plot->lines->len; i++)
    append_band(s, plot, i, has_model);
  for (guint i = 0; i < plot->lines->len; i++)
    append_line(s, plot, i, has_model);
  if (marks)
    g_string_append(s, ", $least using 1:2 with points pointtype 6 pointsize 2.2 linewidth 2 "
                       "linecolor '#555555' title 'fastest'");
  if (plot->n_left_out > 0)
    g_string_append_printf(s, ", NaN with lines linecolor '#FFFFFF' title 'and %u more'",
                           plot->n_left_out);
  g_string_append_c(s, '\n');
}

static void append_scales(GString *s, const struct tn_plot *plot)
{
  /* More than a linear axis shows; along one of sizes times grow by factors, too. */
  const double much = strcmp(plot->x, "size_bytes") == 0 ? 20 : 100;
  double from = INFINITY, to = 0, low = INFINITY, high = 0;
  for (guint l = 0; l < plot->lines->len; l++) {
    const GArray *spots = ((const struct tn_curve *)plot->lines->pdata[l])->spots;
    from = fmin(from, g_array_index(spots, struct tn_spot, 0).x);
    to = fmax(to, g_array_index(spots, struct tn_spot, spots->len - 1).x);
    for (guint i = 0; i < spots->len; i++) {
      low = fmin(low, g_array_index(spots, struct tn_spot, i).y);
      high = fmax(high, g_array_index(spots, struct tn_spot, i).y);
    }
  }
  if (plot->picture->kind == TN_PLOT_LATENCY && high > much * low)
    g_string_append(s, "set logscale y\nset format y '%.10g'\n");
  else if (plot->picture->kind == TN_PLOT_SLOWDOWN) {
    const double end = tn_plot_ratio_tics(s, high);
    g_string_append_printf(s, "set logscale y 2\nset yrange [1:%g]\n", fmax(1.02 * high, end));
  } else
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
  int letters = 0;
  for (guint i = 0; i < plot->lines->len; i++) {
    const struct tn_curve *line = plot->lines->pdata[i];
    letters = MAX(letters, tn_plot_letters(line->label));
  }
  tn_script_terminal(s, plot->picture->png, plot->lines->len + (plot->n_left_out > 0), 0, letters,
                     1);
  tn_plot_append_title(s, plot);
  tn_plot_append_axes(s, plot);
  append_scales(s, plot);
  append_lines(s, plot);
  return true;
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
    g_set_error(error, TN_USAGE_ERROR, 0,
                "neither readers, throttle, pairs nor ranks differ: "
                "what goes along the axis? (--x NAME)");
    return NULL;
  }
  if (!tn_plot_check_x(&plot, error))
    return NULL;
  if (!tn_plot_choose_by(&plot, error)) {
    g_ptr_array_unref(plot.by);
    tn_vary_free(plot.vary);
    return NULL;
  }
  plot.lines = g_ptr_array_new_with_free_func(tn_plot_line_free);
  const bool ok = picture->kind == TN_PLOT_NOISE ? tn_plot_noise(script, &plot, error)
                  : has_bars(&plot)              ? tn_plot_bars(script, &plot, error)
                                                 : append_line_plot(script, &plot, error);
  g_ptr_array_unref(plot.lines);
  g_ptr_array_unref(plot.by);
  tn_vary_free(plot.vary);
  return ok ? g_strdup(script->str) : NULL;
}
