#ifndef TN_DOCUMENT_MARKUP_H
#define TN_DOCUMENT_MARKUP_H

#include <glib.h>

/* Appends markup that is valid in HTML and XML. Arguments of %s and %c are escaped for text and
 * quoted attributes; the format is not escaped. Invalid UTF-8 and characters that XML forbids
 * become U+FFFD. Widths and precisions must be numbers, not "*". Add all text from files by this
 * function. */
void tn_markup(GString *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Append a page's beginning, up to its title, and its end. The page uses no network or scripts.
 * `colours`: style sheet (palette.h) before the page's own. */
void tn_page_begin(GString *s, const char *title, const char *colours);
void tn_page_end(GString *s);

#endif
