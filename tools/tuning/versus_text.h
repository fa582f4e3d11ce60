/* Differences between two libraries as text and as a table. */
#ifndef TN_TOOLS_TUNING_VERSUS_TEXT_H
#define TN_TOOLS_TUNING_VERSUS_TEXT_H

#include "document/document.h"
#include "tune/versus.h"

/* Returns an empty table with the columns of struct tn_versus_line. Transfer full. */
struct tn_table *tn_versus_table(void);

/* Adds the comparison to a document. For people: one table per set of conditions, and a summary.
 * For programs: one row per struct tn_versus_line. */
void tn_versus_write(struct tn_document *d, const struct tn_versus *v);

#endif
