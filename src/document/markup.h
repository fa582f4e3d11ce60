#ifndef TN_DOCUMENT_MARKUP_H
#define TN_DOCUMENT_MARKUP_H

#include <glib.h>

/* Appends markup valid in HTML and XML. Arguments of %s and %c are escaped for text and quoted
 * attributes; the format is not. Invalid UTF-8 and characters that XML forbids are replaced by
 * U+FFFD. Widths and precisions must be numbers, not "*". All text from files must pass through
 * here. */
void tn_markup(GString *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Append the beginning of a page, up to its title, and its end, without network or scripts.
 * `colours` is a style sheet (palette.h) before the page's own. */
void tn_page_begin(GString *s, const char *title, const char *colours);
void tn_page_end(GString *s);

#endif
