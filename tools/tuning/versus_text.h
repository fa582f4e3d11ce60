/* What differs between two libraries, as text and as a table. */
#ifndef TN_TOOLS_TUNING_VERSUS_TEXT_H
#define TN_TOOLS_TUNING_VERSUS_TEXT_H

#include "document/document.h"
#include "tune/versus.h"

/* The table of all lines without rows. Transfer full. */
struct tn_table *tn_versus_table(void);

/* Adds to a document for people a table for all lines that share their conditions, and what was compared; for
 * programs a row for each struct tn_versus_line. */
void tn_versus_tell(struct tn_document *d, const struct tn_versus *v);

#endif
