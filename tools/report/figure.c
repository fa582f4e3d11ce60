#include "figures.h"

#include <string.h>

#include "markup.h"
#include "palette.h"

void tn_figure_begin(GString *s, double width, double height, double least, double most,
                     const char *says)
{
  tn_markup(s,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fluid\" viewBox=\"0 0 %.0f %.0f\" "
            "style=\"min-width:%.0fpx;max-width:%.0fpx\" role=\"img\" aria-label=\"%s\">\n",
            width, height, least, most, says);
}

void tn_figure_text(GString *s, double x, double y, const char *anchor, const char *classes,
                    const char *text)
{
  tn_markup(s, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y,
            anchor, classes, text);
}

void tn_figure_end(GString *s)
{
  static const char class[] = " class=\"";
  const gsize begin = (gsize)(g_strrstr(s->str, "<svg ") - s->str);
  g_autofree char *drawn = g_strdup(s->str + begin);
  const char *from = drawn, *at;
  g_string_truncate(s, begin);
  while ((at = strstr(from, class))) {
    const char *names = at + strlen(class), *end = strchr(names, '"');
    g_autofree char *all = g_strndup(names, (gsize)(end - names));
    g_auto(GStrv) each = g_strsplit(all, " ", -1);
    g_string_append_len(s, from, end + 1 - from);
    for (int i = 0; each[i]; i++)
      tn_style_append_plain(s, each[i]);
    from = end + 1;
  }
  g_string_append_printf(s, "%s</svg>\n", from);
}
