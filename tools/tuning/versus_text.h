/* Writes the differences between two libraries, for people and programs. */
#ifndef TN_TOOLS_TUNING_VERSUS_TEXT_H
#define TN_TOOLS_TUNING_VERSUS_TEXT_H

#include "document/document.h"
#include "tune/versus.h"

/* Returns the empty table for struct tn_versus_line. Transfer full. */
struct tn_table *tn_versus_table(void);

/* Adds the comparison: for people a table per conditions and a summary, for programs a row per
 * struct tn_versus_line. */
void tn_versus_write(struct tn_document *d, const struct tn_versus *v);

#endif
