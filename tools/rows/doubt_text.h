/* What times are known within, as text. */
#ifndef TN_TOOLS_DOUBT_TEXT_H
#define TN_TOOLS_DOUBT_TEXT_H

#include "block.h"

/* Writes the ranges of each size's winner and its best rival; the results must have doubts. */
void tn_doubts_write(FILE *file, const struct tn_block *b);
/* Writes how far apart a time gets at most by jitter, and which. */
void tn_jitter_write(FILE *file, const struct tn_block *b);
/* Says how many means are not exact, if any. */
void tn_precision_write(FILE *file, const struct tn_block *b);

#endif
