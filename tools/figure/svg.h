/* SVG elements. Lengths in pixels, letters 12 pixels high. Texts are escaped. `looks`: classes
 * (palette.h), separated by blanks. */
#ifndef TN_TOOLS_SVG_H
#define TN_TOOLS_SVG_H

#include <glib.h>
#include <stdbool.h>

/* Begins a drawing. in_page: part of an HTML page with its style sheet and full width; else a file
 * whose background and colours follow the screen, light or dark. `description`: for screen readers. */
void tn_svg_begin(GString *s, bool in_page, double width, double height, const char *description);
void tn_svg_end(GString *s);

/* Begins a group with a tooltip (may be NULL); end with tn_svg_close. */
void tn_svg_open(GString *s, const char *description);
/* Begins a group with origin x, y; end with tn_svg_close. */
void tn_svg_open_at(GString *s, double x, double y);
void tn_svg_close(GString *s);

/* Draws a text. `anchor`: "start", "middle" or "end"; y: base line. */
void tn_svg_text(GString *s, double x, double y, const char *anchor, const char *looks,
                 const char *text);
/* Draws a text that is read upwards and ends at x, y. */
void tn_svg_upright(GString *s, double x, double y, const char *looks, const char *text);
/* Returns an approximate width in pixels. */
double tn_svg_width(const char *text);
void tn_svg_box(GString *s, double x, double y, double width, double height, const char *looks);
/* Class of links between packages or nodes. */
#define TN_LINK "line s1"
/* Draws a path. `format`: attribute d with only numeric conversions. */
void tn_svg_path(GString *s, const char *looks, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
