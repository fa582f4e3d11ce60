/* Figures as text, and a check of their SVG, for suites of figures. Included by one file of a program. */
#ifndef TN_TESTS_FIGURE_TEXT_H
#define TN_TESTS_FIGURE_TEXT_H

#include <glib.h>
#include <math.h>
#include <stdbool.h>

#include "figure/figure.h"

/* Appends "NAME: 64 1, 128 3 2..4, [0.6 1.4 0 25 text]". */
static void append_series(GString *s, const struct tn_series *series)
{
  g_string_append_printf(s, "%s:", series->name ? series->name : "");
  for (guint i = 0; i < series->spots->len; i++) {
    const struct tn_spot *spot = TN_SPOT(series, i);
    g_string_append_printf(s, "%s %.6g %.6g", i ? "," : "", spot->x, spot->y);
    if (!isnan(spot->low))
      g_string_append_printf(s, " %.6g..%.6g", spot->low, spot->high);
  }
  for (guint i = 0; i < series->boxes->len; i++) {
    const struct tn_box *box = &g_array_index(series->boxes, struct tn_box, i);
    g_string_append_printf(s, " [%.6g %.6g %.6g %.6g%s%s]", box->x0, box->x1, box->y0, box->y1,
                           box->text ? " " : "", box->text ? box->text : "");
  }
  g_string_append_c(s, '\n');
}

/* Returns the title, a line for each series, the labels of the y axis, and the note. Transfer full. */
static G_GNUC_UNUSED char *figure_text(const GPtrArray *figures)
{
  GString *s = g_string_new(NULL);
  for (guint i = 0; i < figures->len; i++) {
    const struct tn_figure *f = figures->pdata[i];
    g_string_append_printf(s, "= %s\n", f->title ? f->title : "");
    for (guint l = 0; l < f->series->len; l++)
      append_series(s, f->series->pdata[l]);
    for (guint l = 0; f->y.labels && l < f->y.labels->len; l++)
      g_string_append_printf(s, "%s%s", l ? "|" : "labels: ", (char *)f->y.labels->pdata[l]);
    g_string_append_printf(s, "%s%s\n", f->y.labels ? "\n" : "", f->note ? f->note : "");
  }
  return g_string_free(s, FALSE);
}

/* Returns an array with the figure, which may be NULL. */
static G_GNUC_UNUSED GPtrArray *in_array(struct tn_figure *f)
{
  return f ? tn_figures_of(f) : NULL;
}

/* Returns true if the figures' SVG is well-formed XML. */
static G_GNUC_UNUSED bool figures_are_sound(const GPtrArray *figures)
{
  static const GMarkupParser takes_all = { 0 };
  g_autofree char *svg = tn_figures_svg(figures, 2);
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&takes_all, 0, NULL, NULL);
  return g_markup_parse_context_parse(context, svg, -1, NULL) &&
         g_markup_parse_context_end_parse(context, NULL);
}

#endif
