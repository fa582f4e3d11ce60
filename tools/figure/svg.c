#include "svg.h"

#include <stdarg.h>

#include "document/markup.h"
#include "palette.h"

enum { FONT = 12 };
/* Files have a fixed size; in a page the browser's font size decides. */
static const double file_scale = 1.25, least_scale = 0.67, most_scale = 1.35;

void tn_svg_begin(GString *s, bool in_page, double width, double height, const char *description)
{
  if (!in_page)
    g_string_append(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_string_append(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" ");
  if (in_page)
    g_string_append_printf(s, "class=\"fluid\" style=\"min-width:%.0fpx;max-width:%.0fpx\"",
                           least_scale * width, most_scale * width);
  else
    g_string_append_printf(s, "width=\"%.0f\" height=\"%.0f\"", file_scale * width,
                           file_scale * height);
  tn_markup(s,
            " viewBox=\"0 0 %.0f %.0f\" font-family=\"%s\" font-size=\"%d\" role=\"img\" "
            "aria-label=\"%s\">\n",
            width, height, in_page ? "sans-serif" : "DejaVu Sans, sans-serif", FONT, description);
  if (!in_page) {
    tn_palette_append_dark(s);
    tn_svg_box(s, 0, 0, width, height, "ground");
  }
}

void tn_svg_end(GString *s)
{
  g_string_append(s, "</svg>\n");
}

void tn_svg_open(GString *s, const char *description)
{
  g_string_append(s, "<g>");
  if (description)
    tn_markup(s, "<title>%s</title>", description);
}

void tn_svg_open_at(GString *s, double x, double y)
{
  g_string_append_printf(s, "<g transform=\"translate(%.1f %.1f)\">\n", x, y);
}

void tn_svg_close(GString *s)
{
  g_string_append(s, "</g>\n");
}

/* Appends the names of classes, and their styles as attributes for viewers without style sheets. */
static void append_looks(GString *s, const char *looks)
{
  g_auto(GStrv) each = g_strsplit(looks, " ", -1);
  g_string_append_printf(s, " class=\"%s\"", looks);
  for (int i = 0; each[i]; i++)
    tn_palette_append_plain(s, each[i]);
}

void tn_svg_text(GString *s, double x, double y, const char *anchor, const char *looks,
                 const char *text)
{
  g_string_append_printf(s, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", x, y, anchor);
  append_looks(s, looks);
  tn_markup(s, ">%s</text>\n", text);
}

void tn_svg_upright(GString *s, double x, double y, const char *looks, const char *text)
{
  g_string_append_printf(s,
                         "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\""
                         " transform=\"rotate(-90 %.1f %.1f)\"",
                         x, y, x, y);
  append_looks(s, looks);
  tn_markup(s, ">%s</text>\n", text);
}

/* A letter is about 0.6 times as wide as high. */
double tn_svg_width(const char *text)
{
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  return 0.6 * FONT * (double)g_utf8_strlen(valid, -1);
}

void tn_svg_box(GString *s, double x, double y, double width, double height, const char *looks)
{
  g_string_append_printf(s, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", x, y,
                         width, height);
  append_looks(s, looks);
  g_string_append(s, "/>\n");
}

void tn_svg_path(GString *s, const char *looks, const char *format, ...)
{
  va_list args;
  g_string_append(s, "<path d=\"");
  va_start(args, format);
  g_string_append_vprintf(s, format, args);
  va_end(args);
  g_string_append_c(s, '"');
  append_looks(s, looks);
  g_string_append(s, "/>\n");
}
