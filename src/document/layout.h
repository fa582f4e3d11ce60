/* Tables for readers: as text for a terminal, in Markdown and in HTML.
 *
 * A layout draws a row: "  {parameter:22} {value:>10} {error:>7.0%}  {note:wrap}". Text between
 * fields is copied. {NAME} is the column of that name, {HEADING=NAME} has another heading, {#2} is
 * the column with that number, from 0. After a colon follow, in this order:
 *   >        align right; the default is left
 *   22, *    width; * is the width of the widest cell; a longer cell shifts the rest of its line
 *   ?        omit the field and the blanks before it if all its cells are empty
 *   .2       number with two decimals, "-" if not known; .0% or .0 % in per cent; +.1 with sign
 *   wrap     several lines of up to TN_LINE_WIDTH; only for the last field of a line
 *   lines    the same for each line of the cell; text before the cell is repeated before each line
 *   size     bytes as 64K
 *   group    HTML: heading of the rows with this value; only for the first column
 *   key      the letter of a figure: "A HUE PATTERN"
 *   yes*     * if the cell is "yes", otherwise a blank
 * Text after a newline is drawn below the row, without headings, unless all its fields are empty.
 * Empty headings ({=NAME}) take no line. Trailing blanks are removed. Without a layout (NULL) all
 * columns are drawn, numbers right-aligned. */
#ifndef TN_DOCUMENT_LAYOUT_H
#define TN_DOCUMENT_LAYOUT_H

#include "table/table.h"

/* Returns an empty table with a layout's columns: numbers if the field has digits, otherwise text.
 * Transfer full. */
struct tn_table *tn_table_of(const char *layout);

/* Write headings and rows as text or as a Markdown table. Both functions free the table. */
void tn_table_write_text(FILE *out, struct tn_table *table, const char *layout);
void tn_table_write_markdown(FILE *out, struct tn_table *table, const char *layout);

/* Appends an HTML table with a caption (NULL: no caption). Right-aligned cells have class "n",
 * cells of width * have class "w", and cells that begin with "!" also have class "hot". Frees
 * the table. */
void tn_table_append_html(GString *s, struct tn_table *table, const char *caption,
                          const char *layout);

/* Writes text from files in Markdown; HTML in the text is escaped. */
void tn_markdown_write(FILE *out, const char *text);

#endif
