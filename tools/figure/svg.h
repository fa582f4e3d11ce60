/* The pieces of which all drawings consist. Lengths are in pixels of which a letter has 12;
 * texts are not escaped yet. `looks` are classes (palette.h), apart by blanks. */
#ifndef TN_TOOLS_SVG_H
#define TN_TOOLS_SVG_H

#include <glib.h>
#include <stdbool.h>

/* Begins a drawing: inside a page of HTML, whose style sheet it follows and whose width it fills,
 * or as a file of its own on a white ground. `says` is the finding for those who cannot see it. */
void tn_svg_begin(GString *s, bool in_page, double width, double height, const char *says);
void tn_svg_end(GString *s);

/* Begins a group of elements that show a text where the pointer is (NULL: none); to be ended by
 * tn_svg_close. */
void tn_svg_open(GString *s, const char *says);
/* The same of one whose elements count from x, y. */
void tn_svg_open_at(GString *s, double x, double y);
void tn_svg_close(GString *s);

/* `anchor`: start, middle or end; `y` is the base line. */
void tn_svg_text(GString *s, double x, double y, const char *anchor, const char *looks,
                 const char *text);
/* The same turned clockwise around x, y. */
void tn_svg_turned(GString *s, double x, double y, int degrees, const char *anchor,
                   const char *looks, const char *text);
/* About how wide a text becomes. */
double tn_svg_width(const char *text);
void tn_svg_box(GString *s, double x, double y, double width, double height, const char *looks);
/* The looks of a link between packages or nodes. */
#define TN_LINK "line s1"
/* `format` is that of the path's data, and of numbers only. */
void tn_svg_path(GString *s, const char *looks, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
