#include "figures.h"

#include "markup.h"

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
