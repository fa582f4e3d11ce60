/* What differs between two libraries, as text and as a table. */
#ifndef TN_TOOLS_TUNING_VERSUS_TEXT_H
#define TN_TOOLS_TUNING_VERSUS_TEXT_H

#include <stdio.h>

#include "table/table.h"
#include "tune/versus.h"

/* The table of all lines without rows. Transfer full. */
struct tn_table *tn_versus_table(void);

/* For programs, as CSV or JSON: a line or object for each struct tn_versus_line. */
void tn_versus_write(FILE *out, const struct tn_versus *v, bool is_json);
/* For people, as text or Markdown: a table for all lines that share their conditions, and what was
 * compared. */
void tn_versus_write_text(FILE *out, const struct tn_versus *v, bool is_markdown);

#endif
