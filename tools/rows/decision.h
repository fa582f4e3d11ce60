/* What library:* entries take, for rows and below the text table. */
#ifndef TN_TOOLS_DECISION_H
#define TN_TOOLS_DECISION_H

#include "block.h"

/* A paragraph for each column of such an entry: sizes and decisions (tn_point_decision). */
void tn_decisions_write(FILE *file, const struct tn_block *b);

#endif
