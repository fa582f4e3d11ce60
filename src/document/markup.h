/* Text of a page that parsers of HTML and of XML read alike. */
#ifndef TN_DOCUMENT_MARKUP_H
#define TN_DOCUMENT_MARKUP_H

#include <glib.h>

/* Appends text as printf makes it. What stands for %s and %c is escaped, so that it is text
 * wherever it stands, quoted attributes included; the format is markup. Bytes that are no UTF-8 and
 * characters that XML has not are replaced by U+FFFD. Widths and precisions are numbers, never "*".
 * All that comes from files goes through here. */
void tn_markup(GString *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Appends all up to the title of a page that needs no network and no script, with a style sheet of colours
 * (palette.h) before the page's own; and all after the last part. */
void tn_page_begin(GString *s, const char *title, const char *colours);
void tn_page_end(GString *s);

#endif
