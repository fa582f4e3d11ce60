/* The output of a command as data: an ordered list of parts. Each format renders the same parts, so
 * a command describes its result once.
 *
 * Readers (text, Markdown, HTML) get headings, paragraphs and tables with a layout (layout.h).
 * Programs get tables: CSV prints the table of rows. JSON prints the same table as an array or, if
 * the document has members, one object with all members. */
#ifndef TN_DOCUMENT_DOCUMENT_H
#define TN_DOCUMENT_DOCUMENT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "document/layout.h"

/* Bits of formats; a set of formats is a sum of them. */
enum {
  TN_FOR_TEXT = 1 << TN_OUT_TEXT,
  TN_FOR_CSV = 1 << TN_OUT_CSV,
  TN_FOR_JSON = 1 << TN_OUT_JSON,
  TN_FOR_MARKDOWN = 1 << TN_OUT_MARKDOWN,
  TN_FOR_HTML = 1 << TN_OUT_HTML,
  TN_FOR_PEOPLE = TN_FOR_TEXT | TN_FOR_MARKDOWN | TN_FOR_HTML,
};

struct tn_document;

/* Returns an empty document for a format. Parts that this format does not print are freed when they
 * are added. tn_document_write frees the document. */
struct tn_document *tn_document_new(enum tn_output format);

void tn_document_free(struct tn_document *d);

/* Returns true if the document's format is one of `formats`. Commands use it to skip work for
 * output that is not printed. */
bool tn_document_is_for(const struct tn_document *d, unsigned formats);

/* Restricts all parts for readers that are added later to `formats`. */
void tn_document_only(struct tn_document *d, unsigned formats);

/* Sets the title and the colours if the document has no title yet. A document with a title becomes
 * a complete HTML page. `colours` may be NULL and be set later (tn_page_begin). Other formats
 * ignore the title. */
void tn_document_title(struct tn_document *d, const char *title, const char *colours);

/* Begins a group of parts under a heading (NULL: no heading). Links refer to a section by `id`
 * (NULL: no links). The level of a heading follows from the number of enclosing sections. */
enum tn_grouping {
  TN_GROUP_SECTION,
  TN_GROUP_DETAILS, /* collapsed in HTML: only the heading is visible */
  TN_GROUP_PAIR,    /* the groups inside are placed side by side if the page is wide enough */
  TN_GROUP_PLAIN
};
void tn_document_begin(struct tn_document *d, enum tn_grouping group, const char *id,
                       const char *heading);
void tn_document_end(struct tn_document *d);

/* Adds links to all sections of the document that have an id. */
void tn_document_contents(struct tn_document *d);

/* Adds a figure: HTML shows the SVG, other formats show only the caption. Takes ownership of
 * `svg`. */
void tn_document_figure(struct tn_document *d, char *svg, const char *caption);

/* Adds a heading. Text prints a paragraph "text; details", or one line if details is NULL. Other
 * formats print a heading and, if details is not NULL, a paragraph below it. */
void tn_document_heading(struct tn_document *d, const char *text, const char *details);

/* Adds a paragraph, formatted like printf. If the format begins with a newline, text output has an
 * empty line before the paragraph; this applies to the layout of a table, too. In text,
 * continuation lines begin with `indent` blanks; with indent < 0 the paragraph is one line of any
 * length. Only text prints leading blanks. */
void tn_document_paragraph(struct tn_document *d, int indent, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds a list item, preformatted lines, a leading paragraph or a muted paragraph. The leading
 * blanks of an item determine its list level. */
enum tn_text_kind { TN_ITEM, TN_CODE, TN_LEAD, TN_MUTED };
void tn_document_add(struct tn_document *d, enum tn_text_kind manner, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Appends a remark, formatted like printf, to a list for tn_document_remarks. */
void tn_note_add(GPtrArray *remarks, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds an empty line and the remarks (char *, owned by the list), one paragraph each, the most
 * important first. If `all` is false, text has only the first two remarks and the number of the
 * others, and the text `also` (what else --notes prints; NULL: nothing). */
void tn_document_remarks(struct tn_document *d, const GPtrArray *remarks, bool all,
                         const char *also);

/* Adds an empty line in text. Other formats separate paragraphs themselves. */
void tn_document_gap(struct tn_document *d);

/* Adds a table for readers with a layout (NULL: all columns) and a caption. Takes ownership of the
 * table. */
void tn_document_captioned(struct tn_document *d, const char *caption, struct tn_table *table,
                           const char *layout);
void tn_document_table(struct tn_document *d, struct tn_table *table, const char *layout);

/* Adds rows for programs: the whole output in CSV; in JSON the array `name`, or the whole output if
 * `name` is NULL. Takes ownership of the table. */
void tn_document_rows(struct tn_document *d, const char *name, struct tn_table *table);

/* Add to the JSON object, in the order of the calls: one member for each column of a table with one
 * row (in an inner object if `name` is not NULL), or an array. Both functions take ownership of the
 * table. */
void tn_document_members(struct tn_document *d, const char *name, struct tn_table *table);
void tn_document_array(struct tn_document *d, const char *name, struct tn_table *table);

/* Adds the parts of another document of the same format and frees that document. */
void tn_document_append(struct tn_document *d, struct tn_document *more);

/* Writes the document or returns it as text (transfer full). Both functions free the document. */
void tn_document_write(FILE *out, struct tn_document *d);
char *tn_document_text(struct tn_document *d);

#endif
