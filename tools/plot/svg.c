#include "svg.h"

#include <string.h>

GString *tn_svg_begin(double width, double height)
{
  GString *s = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_string_append_printf(s,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                         "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                         "font-family=\"DejaVu Sans, sans-serif\">\n",
                         width, height, width, height);
  tn_svg_box(s, 0, 0, width, height, "#FFFFFF");
  return s;
}

char *tn_svg_end(GString *s)
{
  g_string_append(s, "</svg>\n");
  return g_string_free(s, FALSE);
}

void tn_svg_text(GString *s, double x, double y, int size, const char *anchor, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  g_string_append_printf(s,
                         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\">%s"
                         "</text>\n",
                         x, y, size, anchor, escaped);
}

/* A letter is about 0.6 of its height wide. */
double tn_svg_width(const char *text, int size)
{
  return 0.6 * size * (double)strlen(text);
}

void tn_svg_box(GString *s, double x, double y, double width, double height, const char *fill)
{
  g_string_append_printf(s,
                         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" "
                         "fill=\"%s\" stroke=\"#555555\"/>\n",
                         x, y, width, height, fill);
}

void tn_svg_link(GString *s, double x0, double y0, double x1, double y1)
{
  g_string_append_printf(s,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"#D55E00\" stroke-width=\"4\"/>\n",
                         x0, y0, x1, y1);
}

void tn_svg_arrow(GString *s, double from, double to, double y)
{
  const double back = to > from ? -9 : 9;
  g_string_append_printf(s,
                         "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#D55E00\" stroke-width=\"1.5\"/>\n"
                         "<path d=\"M%.1f %.1fl%.1f -4v8z\" fill=\"#D55E00\"/>\n",
                         from, y, to + back, to, y, back);
}
