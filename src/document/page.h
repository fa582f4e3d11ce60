/* A page around a document in HTML, which parsers of XML read, too: no network, no script. */
#ifndef TN_DOCUMENT_PAGE_H
#define TN_DOCUMENT_PAGE_H

#include <glib.h>

/* Appends all up to the title, with a style sheet of colours (palette.h) before the page's own. */
void tn_page_begin(GString *s, const char *title, const char *colours);
void tn_page_end(GString *s);

#endif
