/* Markup that is valid in both HTML and XML. */
#ifndef TN_DOCUMENT_MARKUP_H
#define TN_DOCUMENT_MARKUP_H

#include <glib.h>

/* Appends text, formatted like printf. Arguments of %s and %c are escaped, so they are safe in
 * text and in quoted attributes; the format itself is markup. Invalid UTF-8 and characters that
 * XML forbids are replaced by U+FFFD. Widths and precisions must be numbers, not "*". All text
 * that comes from files must be written by this function. */
void tn_markup(GString *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Append the beginning of a page, up to its title, and the end of the page. The page needs neither
 * network nor scripts. `colours` is a style sheet (palette.h) that is placed before the page's
 * own. */
void tn_page_begin(GString *s, const char *title, const char *colours);
void tn_page_end(GString *s);

#endif
