/* What library:* entries take, for rows and below the text table. */
#ifndef TN_TOOLS_DECISION_H
#define TN_TOOLS_DECISION_H

#include "block.h"

/* What a library:* entry takes for the point: the library's name of it, "=" or, for a stand-in,
 * "~", the entry that does the work, and its parameters other than the defaults. "" for other
 * entries. Transfer full. */
char *tn_point_decision(const struct tn_point *point);

/* A paragraph for each column of such an entry: sizes and decisions (tn_point_decision). */
void tn_decisions_write(FILE *file, const struct tn_block *b);

#endif
