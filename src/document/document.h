/* What a command prints, as data: parts in their order. Each format renders the same parts in its own
 * way, so that a command states its result once.
 *
 * For people (text, Markdown, HTML) the parts are headings, paragraphs and tables with a layout (layout.h).
 * For programs they are tables: CSV is the rows' table, JSON the same as an array or, where there are
 * members, an object with all of them. */
#ifndef TN_DOCUMENT_DOCUMENT_H
#define TN_DOCUMENT_DOCUMENT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "document/layout.h"

/* Sets of formats. */
enum {
  TN_FOR_TEXT = 1 << TN_OUT_TEXT,
  TN_FOR_CSV = 1 << TN_OUT_CSV,
  TN_FOR_JSON = 1 << TN_OUT_JSON,
  TN_FOR_MARKDOWN = 1 << TN_OUT_MARKDOWN,
  TN_FOR_HTML = 1 << TN_OUT_HTML,
  TN_FOR_PEOPLE = TN_FOR_TEXT | TN_FOR_MARKDOWN | TN_FOR_HTML,
};

struct tn_document;

/* Returns a document without parts that will be rendered in this format: what other formats alone have is
 * dropped as it is added. tn_document_write frees it. */
struct tn_document *tn_document_new(enum tn_output format);

void tn_document_free(struct tn_document *d);

/* Returns whether one of these formats is the document's, so that a command need not make what is not
 * printed. */
bool tn_document_is_for(const struct tn_document *d, unsigned formats);

/* Restricts the parts for people that follow to these formats. */
void tn_document_only(struct tn_document *d, unsigned formats);

/* Sets the title, unless there is one, which makes the HTML a whole page, and the page's colours (NULL: later;
 * tn_page_begin). Other formats have no title. */
void tn_document_title(struct tn_document *d, const char *title, const char *colours);

/* Begins what belongs together under a heading (NULL: none), by which links find a section of an id
 * (NULL: none). Headings are as deep as the sections they are in. */
enum tn_grouping {
  TN_GROUP_SECTION,
  TN_GROUP_DETAILS, /* out of the way in HTML; the heading is all that shows */
  TN_GROUP_PAIR,    /* its groups stand beside each other where there is room */
  TN_GROUP_PLAIN
};
void tn_document_begin(struct tn_document *d, enum tn_grouping group, const char *id,
                       const char *heading);
void tn_document_end(struct tn_document *d);

/* Adds links to the sections that have an id, of all of the document. */
void tn_document_contents(struct tn_document *d);

/* Adds a figure: in HTML the SVG, which it takes; else its caption alone. */
void tn_document_figure(struct tn_document *d, char *svg, const char *caption);

/* Adds a heading: in text a paragraph, "text; details", or one line where details is NULL; else a heading and,
 * unless details is NULL, a paragraph below it. */
void tn_document_heading(struct tn_document *d, const char *text, const char *details);

/* Adds a paragraph, text as printf makes it; a format, or a table's layout, that begins with a line end has an
 * empty line before it in text. In text further lines begin with `indent` blanks; below 0 it is
 * one line, however long. Blanks at its beginning are of text alone. */
void tn_document_say(struct tn_document *d, int indent, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds an item of a list, lines as they are, or a paragraph that leads or is of less weight. The blanks
 * before an item's text say how deep it is. */
enum tn_manner { TN_ITEM, TN_CODE, TN_LEAD, TN_MUTED };
void tn_document_add(struct tn_document *d, enum tn_manner manner, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds an empty line of text; other formats part paragraphs anyway. */
void tn_document_gap(struct tn_document *d);

/* Adds a table for people, which it takes, in a layout (NULL: all columns), under a caption. */
void tn_document_captioned(struct tn_document *d, const char *caption, struct tn_table *table,
                           const char *layout);
void tn_document_table(struct tn_document *d, struct tn_table *table, const char *layout);

/* Adds the rows for programs: all of CSV, and in JSON the array of this name or, where the name is NULL, all of
 * it. Takes the table. */
void tn_document_rows(struct tn_document *d, const char *name, struct tn_table *table);

/* Adds to the JSON object, in the order of the calls: a member for each column of a table's one row, in an
 * object of their own where `name` is not NULL; an array. Both take the table. */
void tn_document_members(struct tn_document *d, const char *name, struct tn_table *table);
void tn_document_array(struct tn_document *d, const char *name, struct tn_table *table);

/* Adds the parts of another document of the same format, and frees it. */
void tn_document_append(struct tn_document *d, struct tn_document *more);

/* Writes the document, or returns it as text (transfer full); frees it. */
void tn_document_write(FILE *out, struct tn_document *d);
char *tn_document_text(struct tn_document *d);

#endif
