/* Tables for people: as text for a terminal, in Markdown and in HTML.
 *
 * A layout draws a row: "  {parameter:22} {value:>10} {error:>7.0%}  {note:wrap}". What stands between
 * the fields is copied; {NAME} is the column of that name, {HEADING=NAME} has another heading, {#2} is the
 * column of that number from 0 on. After a colon may follow, in this order:
 *   >        to the right, otherwise it is to the left
 *   22, *    how wide, * as its widest cell; a cell that is longer shifts the rest of its line
 *   ?        left out, with the blanks before it, where all its cells are empty
 *   .2       a number with so many digits, "-" where it is not known; .0% or .0 % in per cent;
 *            +.1 with its sign
 *   wrap     several lines up to TN_LINE_WIDTH, below each other; the last of a line
 *   lines    the same for each line of the cell; what stands before the cell stands before each
 *   size     bytes as 64K
 *   group    the heading of the rows that have it, in HTML; the first column alone
 *   key      the letter of a figure: "A HUE PATTERN"
 *   yes*     * where the cell is "yes", otherwise a blank
 * What stands after a line end is drawn below the row unless all its fields are empty, and has no
 * headings. Empty headings ({=NAME}) take no line. No line ends in blanks. Without a layout (NULL)
 * all columns are drawn, numbers to the right. */
#ifndef TN_DOCUMENT_LAYOUT_H
#define TN_DOCUMENT_LAYOUT_H

#include "table/table.h"

/* Returns an empty table with the columns of a layout: numbers where the layout has digits, text
 * otherwise. Transfer full. */
struct tn_table *tn_table_of(const char *layout);

/* Write the headings and the rows as text or as a Markdown table. Both functions free the table. */
void tn_table_write_text(FILE *out, struct tn_table *table, const char *layout);
void tn_table_write_markdown(FILE *out, struct tn_table *table, const char *layout);

/* Appends an HTML table with a caption (NULL: no caption). Right-aligned cells have class "n",
 * cells of width * have class "w", and cells that begin with "!" also have class "hot". Frees
 * the table. */
void tn_table_append_html(GString *s, struct tn_table *table, const char *caption,
                          const char *layout);

/* Writes untrusted text in Markdown; HTML in the text is escaped. */
void tn_markdown_write(FILE *out, const char *text);

#endif
