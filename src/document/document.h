/* A command's output as data: a list of parts, which is rendered in one of several formats.
 *
 * Formats for readers (text, Markdown, HTML) have headings, paragraphs, and tables with a layout
 * (layout.h). Formats for programs have the data: CSV has the table of rows; JSON has the same
 * table as an array, or one object with all members. */
#ifndef TN_DOCUMENT_DOCUMENT_H
#define TN_DOCUMENT_DOCUMENT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "document/layout.h"

enum {
  TN_FOR_TEXT = 1 << TN_OUT_TEXT,
  TN_FOR_CSV = 1 << TN_OUT_CSV,
  TN_FOR_JSON = 1 << TN_OUT_JSON,
  TN_FOR_MARKDOWN = 1 << TN_OUT_MARKDOWN,
  TN_FOR_HTML = 1 << TN_OUT_HTML,
  TN_FOR_PEOPLE = TN_FOR_TEXT | TN_FOR_MARKDOWN | TN_FOR_HTML,
};

struct tn_document;

/* Returns an empty document. Parts that its format does not print are freed at once.
 * tn_document_write frees the document. */
struct tn_document *tn_document_new(enum tn_output format);

void tn_document_free(struct tn_document *d);

/* Returns true if the document's format is one of `formats`. Callers need not compute parts that
 * are not printed. */
bool tn_document_is_for(const struct tn_document *d, unsigned formats);

/* Restricts later parts for readers to the formats `formats`. */
void tn_document_only(struct tn_document *d, unsigned formats);

/* Sets title and colours unless the document has a title. With a title, HTML becomes a complete
 * page. `colours` may be NULL and be set later (tn_page_begin). */
void tn_document_title(struct tn_document *d, const char *title, const char *colours);

/* Begins a group of parts under a heading (NULL: no heading). `id`: anchor for links (NULL: no
 * anchor). The level of the heading follows from the enclosing sections. */
enum tn_grouping {
  TN_GROUP_SECTION,
  TN_GROUP_DETAILS, /* group that is collapsed in HTML; its heading is visible */
  TN_GROUP_PAIR,    /* group with inner groups that are side by side on wide pages */
  TN_GROUP_PLAIN
};
void tn_document_begin(struct tn_document *d, enum tn_grouping group, const char *id,
                       const char *heading);
void tn_document_end(struct tn_document *d);

/* Adds a list of links to the sections with an id. */
void tn_document_contents(struct tn_document *d);

/* Adds a figure: the SVG in HTML, the caption only in other formats. Takes ownership of the SVG. */
void tn_document_figure(struct tn_document *d, char *svg, const char *caption);

/* Adds a heading. Text has a paragraph "text; details" for it, or one line if details is NULL.
 * Other formats have a heading and, if details is not NULL, a paragraph below it. */
void tn_document_heading(struct tn_document *d, const char *text, const char *details);

/* Adds a paragraph. If `format` (or a table's layout) begins with a newline, text output has an
 * empty line before it. In text, continuation lines begin with `indent` blanks; indent < 0: one
 * line of any length. Only text prints leading blanks. */
void tn_document_paragraph(struct tn_document *d, int indent, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds a list item (at the level of its leading blanks), preformatted lines, a leading or a muted
 * paragraph. */
enum tn_text_kind { TN_ITEM, TN_CODE, TN_LEAD, TN_MUTED };
void tn_document_add(struct tn_document *d, enum tn_text_kind manner, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Appends a remark, formatted like printf, to a list that tn_document_remarks prints. */
void tn_note_add(GPtrArray *remarks, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds an empty line and the remarks (char *, owned by the list), each a paragraph, the most
 * important first. Unless `all`, text has the first two, the number of the others, and `also` (what
 * else --notes prints, or NULL). */
void tn_document_remarks(struct tn_document *d, const GPtrArray *remarks, bool all,
                         const char *also);

/* Adds an empty line in text output. Other formats separate paragraphs without it. */
void tn_document_gap(struct tn_document *d);

/* Adds a table for readers, with a layout (NULL: all columns), and takes ownership of it. */
void tn_document_captioned(struct tn_document *d, const char *caption, struct tn_table *table,
                           const char *layout);
void tn_document_table(struct tn_document *d, struct tn_table *table, const char *layout);

/* Adds rows for programs. In CSV they are the whole output; in JSON the array `name` or, if NULL,
 * the whole output. Takes ownership of the table. */
void tn_document_rows(struct tn_document *d, const char *name, struct tn_table *table);

/* Add members to the JSON object, in an inner object `name` unless NULL: one for each column of a
 * table with one row, or an array of rows. Both functions take ownership of the table. */
void tn_document_members(struct tn_document *d, const char *name, struct tn_table *table);
void tn_document_array(struct tn_document *d, const char *name, struct tn_table *table);

/* Moves the parts of `more`, a document of the same format, to `d` and frees `more`. */
void tn_document_append(struct tn_document *d, struct tn_document *more);

/* Write the document, or return it as text (transfer full). Both functions free the document. */
void tn_document_write(FILE *out, struct tn_document *d);
char *tn_document_text(struct tn_document *d);

#endif
