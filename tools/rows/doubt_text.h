/* What times are known within, as text. */
#ifndef TN_TOOLS_DOUBT_TEXT_H
#define TN_TOOLS_DOUBT_TEXT_H

#include "block.h"

/* Writes the ranges of each size's winner and its best rival; the results must have doubts. */
void tn_doubts_write(FILE *file, const struct tn_block *b);

#endif
