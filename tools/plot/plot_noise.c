/* Pictures of what noise costs: for each choice a bar for each noise, over all its seeds, with the
 * slow-down above it. */
#include <math.h>

#include "plot_lines.h"
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

/* One bar's line of data: place, height, interval, label. */
static void append_bar(GString *s, const struct tn_slowdown *bar, double place)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE], side[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *label = isnan(bar->slower)       ? g_strdup("")
                           : bar->slower < MUCH / 2 ? g_strdup_printf("%.0f %%", 100 * bar->slower)
                                                    : g_strdup_printf("%.0fx", 1 + bar->slower);
  g_string_append_printf(
      s, "%s %s %s \"%s\"\n", g_ascii_dtostr(x, sizeof x, place),
      g_ascii_dtostr(y, sizeof y, tn_row_microseconds(bar->mean)),
      g_ascii_dtostr(side, sizeof side,
                     isnan(bar->either_side) ? 0.0 : tn_row_microseconds(bar->either_side)),
      label);
}

/* The bars of each noise as a block of data, behind the scale of their heights; labels and noises are
 * found with them. */
static void append_data(GString *s, const struct tn_plot *plot, const GArray *bars,
                        GPtrArray *labels, GPtrArray *noises)
{
  double least = INFINITY, most = 0;
  for (guint i = 0; i < bars->len; i++) {
    const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
    number_of(noises, tn_row_noise(bar->first));
    least = fmin(least, bar->mean);
    most = fmax(most, fmax(bar->mean, bar->mean + bar->either_side)); /* NaN: no interval */
  }
  if (most > MUCH * least)
    g_string_append_printf(s, "set logscale y\nset format y '%%.10g'\nset yrange [*:%g]\n",
                           3 * tn_row_microseconds(most));
  else
    g_string_append_printf(s, "set yrange [0:%g]\n", 1.25 * tn_row_microseconds(most));
  for (guint n = 0; n < noises->len; n++) {
    g_string_append_printf(s, "$noise%u << EOD\n", n);
    for (guint i = 0; i < bars->len; i++) {
      const struct tn_slowdown *bar = &g_array_index(bars, struct tn_slowdown, i);
      g_autofree char *label = tn_plot_label(plot, bar->first);
      const guint choice = number_of(labels, label);
      if (number_of(noises, tn_row_noise(bar->first)) == n)
        append_bar(s, bar, choice + 0.8 * ((n + 0.5) / noises->len - 0.5));
    }
    g_string_append(s, "EOD\n");
  }
}

bool tn_plot_noise(GString *s, const struct tn_plot *plot, GError **error)
{
  g_autoptr(GArray) bars = tn_slowdowns_new(plot->rows, plot->picture->objective);
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) noises = g_ptr_array_new_with_free_func(g_free);
  int letters = 0;
  if (bars->len > TN_PLOT_MOST_CHOICES) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u bars (a picture shows 1 to %d)", bars->len,
                TN_PLOT_MOST_CHOICES);
    return false;
  }
  g_autoptr(GString) data = g_string_new(NULL);
  append_data(data, plot, bars, labels, noises);
  for (guint i = 0; i < labels->len; i++)
    letters = MAX(letters, tn_plot_letters(labels->pdata[i]));
  tn_script_terminal(s, plot->picture->png, 0, (int)bars->len, letters, 1);
  tn_plot_append_title(s, plot);
  tn_plot_append_axes(s, plot);
  g_string_append_printf(s,
                         "%sunset xlabel\nset key tmargin left vertical maxrows %u Left reverse\n",
                         data->str, noises->len);
  g_string_append(
      s, "set offsets 0.2, 0.2, 0, 0\nset style fill solid 0.9 border linecolor '#555555'\n"
         "set xtics rotate by -30 left noenhanced (");
  for (guint i = 0; i < labels->len; i++) {
    g_string_append(s, i ? ", " : "");
    tn_script_tic(s, labels->pdata[i], i);
  }
  g_string_append_printf(s, ")\nset boxwidth %g\nset rmargin %d\nplot ", 0.76 / noises->len,
                         2 + 3 * letters / 5);
  for (guint n = 0; n < noises->len; n++) {
    g_autofree char *title = tn_script_quoted(noises->pdata[n]);
    g_string_append_printf(
        s,
        "%s$noise%u using 1:2:3 with boxerrorbars linecolor '%s' title %s, $noise%u using "
        "1:($2+$3):4 with labels offset 0,0.7 font ',9' notitle",
        n ? ", " : "", n, tn_colours[n % TN_N_COLOURS], title, n);
  }
  g_string_append_c(s, '\n');
  return true;
}
