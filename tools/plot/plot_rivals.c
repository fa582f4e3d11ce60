#include "plot_rivals.h"

#include <math.h>

#include "plot.h"
#include "script.h"
#include "tune/tune_text.h"

enum { PANEL_WIDTH = 640, PANEL_HEIGHT = 480, MOST_PANELS = 12, MOST_SIZES = 200, COLUMNS = 2 };

/* The axis begins a little below 1, where the best are; above the lines names find room, a part of
 * the logarithmic axis below it. */
#define BELOW_BEST 0.9
#define ROOM_FOR_NAMES 0.6
#define LEAST_ROOM 1.2

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

/* What a mechanism takes over what the best one does; NAN where nobody knows. */
static double slowdown(const struct tn_rivals *r, guint size, guint mechanism)
{
  double least = INFINITY;
  for (guint m = 0; m < r->mechanisms->len; m++) {
    const double time = tn_row_microseconds(tn_rivals_time(r, size, m));
    if (time > 0 && time < least)
      least = time;
  }
  const double time = tn_row_microseconds(tn_rivals_time(r, size, mechanism));
  return isfinite(time) && time > 0 ? time / least : NAN;
}

/* The most of all; 0 when there is nothing to draw. */
static double most_of(const struct tn_rivals *r)
{
  double most = 0;
  for (guint size = first_size(r); size < r->sizes->len; size++)
    for (guint m = 0; m < r->mechanisms->len; m++)
      most = fmax(most, slowdown(r, size, m));
  return most;
}

/* The winner's name stands upright in its band, above all lines. */
static void append_band(GString *s, const struct tn_rivals *r, const struct tn_band *band)
{
  const double from = edge_before(r, band->first), to = edge_before(r, band->last + 1);
  const struct tn_row *row = tn_rivals_best(r, band->first, band->mechanism);
  g_autofree char *name = tn_script_quoted(row->algorithm);
  const char *colour = band->any ? "#555555" : tn_colours[band->mechanism % TN_N_COLOURS];
  g_string_append(s, "set object rectangle from ");
  append_number(s, from);
  g_string_append(s, ", graph 0 to ");
  append_number(s, to);
  g_string_append_printf(s,
                         ", graph 1 behind fillcolor rgb '%s' fillstyle transparent solid 0.12 "
                         "border linecolor rgb '#FFFFFF'\nset label %s at ",
                         colour, name);
  append_number(s, sqrt(from * to));
  g_string_append_printf(s,
                         ", graph 0.98 right rotate by 90 textcolor rgb '%s' noenhanced "
                         "font ',12'\n",
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
  g_autofree char *subject = tn_tune_subject(row, NULL);
  g_autofree char *text = g_strdup_printf("%s, kernel %s%s%s", subject, row->kernel,
                                          *row->buffers ? ", buffers " : "", row->buffers);
  g_autofree char *title = tn_script_title(text);
  g_autofree char *best = g_strdup_printf("best of each mechanism over the best of all (%s)",
                                          tn_objective_names[r->objective]);
  g_autofree char *height = tn_script_quoted(best);
  g_string_append_printf(s,
                         "set title %s noenhanced font ',12'\nset xlabel 'size (bytes)' "
                         "offset 0,0.6\n"
                         "set ylabel %s noenhanced\n",
                         title, height);
  g_string_append(s, "set logscale xy 2\nset format y '%gx'\nset xrange [");
  append_number(s, edge_before(r, first));
  g_string_append_c(s, ':');
  append_number(s, edge_before(r, n));
  g_string_append(s, "]\nset yrange [");
  append_number(s, BELOW_BEST);
  g_string_append_c(s, ':');
  append_number(s,
                pow(most_of(r), 1 + ROOM_FOR_NAMES) / pow(BELOW_BEST, ROOM_FOR_NAMES) * LEAST_ROOM);
  g_string_append(s, "]\n");
  tn_plot_ratio_tics(s, most_of(r));
  tn_plot_size_tics(s, (double)tn_rivals_size(r, first), (double)tn_rivals_size(r, n - 1));
}

/* The spots of one mechanism as a data block; false when it has none. */
static bool append_spots(GString *s, const struct tn_rivals *r, guint panel, guint m)
{
  g_autoptr(GArray) spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  g_autofree char *name = g_strdup_printf("panel%u_%u", panel, m);
  for (guint size = first_size(r); size < r->sizes->len; size++) {
    const struct tn_spot spot = { .x = (double)tn_rivals_size(r, size), .y = slowdown(r, size, m) };
    if (isfinite(spot.y))
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
    g_string_append_printf(lines,
                           "%s$panel%u_%u using 1:2 with linespoints linewidth 2 "
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
  return most_of(r) > 0;
}

/* "platform, ranks": the columns in which the panels' contexts differ. Transfer full. */
static char *differing(const GPtrArray *drawn)
{
  const struct tn_rivals *first = drawn->pdata[0];
  GString *names = g_string_new(NULL);
  for (int c = 0; c < tn_row_n_columns; c++) {
    bool differs = false;
    for (guint i = 1; tn_row_columns[c].role == TN_ROLE_CONTEXT && !differs && i < drawn->len; i++)
      differs = !tn_row_same(first->rows->pdata[0],
                             ((const struct tn_rivals *)drawn->pdata[i])->rows->pdata[0], c);
    if (differs)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", tn_row_columns[c].name);
  }
  return g_string_free(names, FALSE);
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
    g_autofree char *names = differing(drawn);
    g_set_error(error, TN_USAGE_ERROR, 0,
                "%u panels (a picture shows 1 to %d): choose among the "
                "values of %s",
                drawn->len, MOST_PANELS, names);
    return NULL;
  }
  for (guint i = 0; i < drawn->len; i++) {
    const guint n = ((const struct tn_rivals *)drawn->pdata[i])->sizes->len;
    if (n <= MOST_SIZES)
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "%u sizes in a panel (at most %d are drawn)", n,
                MOST_SIZES);
    return NULL;
  }
  const int columns = MIN((int)drawn->len, COLUMNS);
  const int rows = ((int)drawn->len + columns - 1) / columns;
  g_autoptr(GString) s = g_string_new(NULL);
  g_string_append_printf(s,
                         "set terminal %s size %d,%d font 'DejaVu Sans,13' "
                         "background '#FFFFFF'\nset encoding utf8\nset tics nomirror\n"
                         "set border 3\nset grid ytics back linewidth 1 linecolor '#DDDDDD'\n"
                         "set key outside bottom center horizontal noenhanced samplen 3 "
                         "width 3\n"
                         "set multiplot layout %d,%d\n",
                         png ? "pngcairo" : "svg", columns * PANEL_WIDTH, rows * PANEL_HEIGHT, rows,
                         columns);
  for (guint i = 0; i < drawn->len; i++)
    append_panel(s, drawn->pdata[i], i);
  g_string_append(s, "unset multiplot\n");
  return g_strdup(s->str);
}
