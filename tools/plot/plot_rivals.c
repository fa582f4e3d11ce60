#include "plot_rivals.h"

#include <math.h>

#include "plot.h"
#include "script.h"
#include "tune/tune_text.h"

enum { PANEL_WIDTH = 640, PANEL_HEIGHT = 480, MOST_PANELS = 12, COLUMNS = 2 };

/* A number as gnuplot reads it. */
static void append_number(GString *s, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append(s, g_ascii_formatd(text, sizeof text, "%.6g", value));
}

/* The first size that a logarithmic axis has a place for; the number of sizes when none is. */
static guint first_size(const struct tn_rivals *r)
{
  guint size = 0;
  while (size < r->sizes->len && !(tn_rivals_size(r, size) > 0))
    size++;
  return size;
}

/* Between a size and the one before it; left of the first: as far out as the next is in. */
static double edge_before(const struct tn_rivals *r, guint size)
{
  const guint n = r->sizes->len, first = first_size(r);
  const double half_octave = sqrt(2.0);
  if (size > first && size < n)
    return sqrt((double)tn_rivals_size(r, size - 1) * (double)tn_rivals_size(r, size));
  return size >= n ? (double)tn_rivals_size(r, n - 1) * half_octave
                   : (double)tn_rivals_size(r, first) / half_octave;
}

/* The extremes of all times that are drawn for some sizes. */
static void find_times(const struct tn_rivals *r, guint first, guint last, double *ret_least,
                       double *ret_most)
{
  *ret_least = INFINITY;
  *ret_most = 0;
  for (guint size = MAX(first, first_size(r)); size < r->sizes->len && size <= last; size++) {
    for (guint m = 0; m < r->mechanisms->len; m++) {
      const double time = tn_row_microseconds(tn_rivals_time(r, size, m));
      if (!isfinite(time) || !(time > 0))
        continue;
      *ret_least = fmin(*ret_least, time);
      *ret_most = fmax(*ret_most, time);
    }
  }
}

/* Whether there is more room above the lines of a band than below them. */
static bool has_room_above(const struct tn_rivals *r, const struct tn_band *band)
{
  double least, most, band_least, band_most;
  find_times(r, 0, r->sizes->len, &least, &most);
  find_times(r, band->first, band->last, &band_least, &band_most);
  return most / band_most > band_least / least;
}

/* The winner's name stands upright in its band. */
static void append_band(GString *s, const struct tn_rivals *r, const struct tn_band *band)
{
  const double from = edge_before(r, band->first), to = edge_before(r, band->last + 1);
  const bool above = has_room_above(r, band);
  const struct tn_row *row = tn_rivals_best(r, band->first, band->mechanism);
  g_autofree char *name = tn_script_quoted(row->algorithm);
  const char *colour = band->any ? "#555555" : tn_colours[band->mechanism % TN_N_COLOURS];
  g_string_append(s, "set object rectangle from ");
  append_number(s, from);
  g_string_append(s, ", graph 0 to ");
  append_number(s, to);
  g_string_append_printf(s, ", graph 1 behind fillcolor rgb '%s' fillstyle transparent solid 0.12 "
                            "border linecolor rgb '#FFFFFF'\nset label %s at ", colour, name);
  append_number(s, sqrt(from * to));
  g_string_append_printf(s, ", graph %s %s rotate by 90 textcolor rgb '%s' noenhanced "
                            "font ',12'\n", above ? "0.98" : "0.02", above ? "right" : "left",
                         colour);
}

static void append_bands(GString *s, const struct tn_rivals *r)
{
  g_autoptr(GArray) bands = tn_rivals_bands(r);
  for (guint i = 0; i < bands->len; i++) {
    struct tn_band band = g_array_index(bands, struct tn_band, i);
    band.first = MAX(band.first, first_size(r));
    if (band.first <= band.last)
      append_band(s, r, &band);
  }
}

static void append_axes(GString *s, const struct tn_rivals *r)
{
  const struct tn_row *row = r->rows->pdata[0];
  const guint n = r->sizes->len, first = first_size(r);
  double least, most;
  find_times(r, 0, r->sizes->len, &least, &most);
  g_autofree char *subject = tn_tune_subject(row, NULL), *context = tn_tune_context(row, NULL);
  g_autofree char *text =
    g_strdup_printf("%s, kernel %s%s", subject, row->kernel, context);
  g_autofree char *title = tn_script_quoted(text);
  g_autofree char *best = g_strdup_printf("best of each mechanism (%s)", tn_objective_column(r->objective));
  g_autofree char *height = tn_script_quoted(best);
  g_string_append_printf(s, "set title %s noenhanced font ',12'\nset xlabel 'size (bytes)' "
                            "offset 0,0.6\n"
                            "set ylabel %s noenhanced\n", title, height);
  g_string_append(s, "set logscale x 2\nset logscale y 10\nset format y '10^{%L}'\n"
                     "set xrange [");
  append_number(s, edge_before(r, first));
  g_string_append_c(s, ':');
  append_number(s, edge_before(r, n));
  g_string_append(s, "]\nset yrange [");
  append_number(s, least / 2);
  g_string_append_c(s, ':');
  append_number(s, most * 2);
  g_string_append(s, "]\n");
  tn_plot_size_tics(s, (double)tn_rivals_size(r, first), (double)tn_rivals_size(r, n - 1));
}

/* The spots of one mechanism as a data block; false when it has none. */
static bool append_spots(GString *s, const struct tn_rivals *r, guint panel, guint m)
{
  g_autoptr(GArray) spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  g_autofree char *name = g_strdup_printf("panel%u_%u", panel, m);
  for (guint size = first_size(r); size < r->sizes->len; size++) {
    const struct tn_spot spot = { (double)tn_rivals_size(r, size),
                                 tn_row_microseconds(tn_rivals_time(r, size, m)) };
    if (isfinite(spot.y) && spot.y > 0)
      g_array_append_val(spots, spot);
  }
  if (spots->len > 0)
    tn_script_spots(s, name, spots);
  return spots->len > 0;
}

static void append_panel(GString *s, const struct tn_rivals *r, guint panel)
{
  g_autoptr(GString) lines = g_string_new(NULL);
  for (guint m = 0; m < r->mechanisms->len; m++) {
    if (!append_spots(s, r, panel, m))
      continue;
    g_autofree char *title = tn_script_quoted(r->mechanisms->pdata[m]);
    g_string_append_printf(lines, "%s$panel%u_%u using 1:2 with linespoints linewidth 2 "
                           "linecolor '%s' pointtype %u pointsize 0.7 title %s",
                           lines->len ? ", " : "plot ", panel, m, tn_colours[m % TN_N_COLOURS],
                           5 + 2 * (m % 4), title);
  }
  append_axes(s, r);
  append_bands(s, r);
  g_string_append_printf(s, "%s\nunset object\nunset label\n", lines->str);
}

static bool has_picture(const struct tn_rivals *r)
{
  double least, most;
  find_times(r, 0, r->sizes->len, &least, &most);
  return most > 0;
}

char *tn_plot_rivals(const GPtrArray *rivals, bool png, GError **error)
{
  g_autoptr(GPtrArray) drawn = g_ptr_array_new();
  for (guint i = 0; i < rivals->len; i++)
    if (has_picture(rivals->pdata[i]))
      g_ptr_array_add(drawn, rivals->pdata[i]);
  if (drawn->len == 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "nothing to draw: no row has a size and a time above 0");
    return NULL;
  }
  if (drawn->len > MOST_PANELS) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u panels (a picture shows 1 to %d)", drawn->len,
                MOST_PANELS);
    return NULL;
  }
  const int columns = MIN((int)drawn->len, COLUMNS);
  const int rows = ((int)drawn->len + columns - 1) / columns;
  g_autoptr(GString) s = g_string_new(NULL);
  g_string_append_printf(s, "set terminal %s size %d,%d font 'DejaVu Sans,13' "
                            "background '#FFFFFF'\nset encoding utf8\nset tics nomirror\n"
                            "set border 3\nset grid ytics back linewidth 1 linecolor '#DDDDDD'\n"
                            "set key outside bottom center horizontal noenhanced samplen 3 "
                            "width 3\n"
                            "set multiplot layout %d,%d\n",
                         png ? "pngcairo" : "svg", columns * PANEL_WIDTH, rows * PANEL_HEIGHT,
                         rows, columns);
  for (guint i = 0; i < drawn->len; i++)
    append_panel(s, drawn->pdata[i], i);
  g_string_append(s, "unset multiplot\n");
  return g_strdup(s->str);
}
