/* The pieces that drawings of machines consist of; lengths are in pixels. */
#ifndef TN_TOOLS_SVG_H
#define TN_TOOLS_SVG_H

#include <glib.h>

/* Begins a drawing on a white ground; tn_svg_end ends it. Transfer full. */
GString *tn_svg_begin(double width, double height);
char *tn_svg_end(GString *s);

/* `anchor`: start, middle or end; `y` is the base line. */
void tn_svg_text(GString *s, double x, double y, int size, const char *anchor, const char *text);
/* About how wide such a text becomes. */
double tn_svg_width(const char *text, int size);
void tn_svg_box(GString *s, double x, double y, double width, double height, const char *fill);
/* Of a link between packages or nodes. */
void tn_svg_link(GString *s, double x0, double y0, double x1, double y1);
/* Of a link in one direction. */
void tn_svg_arrow(GString *s, double from, double to, double y);

#endif
