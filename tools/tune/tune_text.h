/* Decisions as text for people. */
#ifndef TN_TOOLS_TUNE_TEXT_H
#define TN_TOOLS_TUNE_TEXT_H

#include <stdio.h>

#include "tune/rivals.h"
#include "tune/tune.h"

/* The parameters of a winner for a narrow column: defaults among several go without saying, and so
 * does the mechanism that is the algorithm's own.
 * Transfer full. */
char *tn_tune_params(const struct tn_row *row);
/* "bcast on knl, 64 ranks", for headings, without the column `but` (may be NULL). Transfer full. */
char *tn_tune_subject(const struct tn_row *row, const char *but);
/* ", mapping numa, root 10, buffers cold", for headings: what is not the default, the column `but`
 * (may be NULL) aside. Transfer full. */
char *tn_tune_context(const struct tn_row *row, const char *but);
/* "from..to", or one of them when they are equal. Transfer full. */
char *tn_tune_from_to(const char *from, const char *to);

/* The line over a table: what all its rows share, and what decides. */
void tn_tune_write_heading(FILE *out, const struct tn_row *row, enum tn_objective objective);

/* Writes the winners (of tn_tune) as text, a table for each context. */
void tn_tune_write_text(FILE *out, const GArray *winners, enum tn_objective objective);
/* The same, contexts that differ in the column `name` only beside each other. */
void tn_tune_write_beside(FILE *out, const GArray *winners, const char *name,
                          enum tn_objective objective);

/* Writes a table for each of the rivals (tn_rivals_new): a line per size with what each mechanism's
 * best takes, the winners by ranges of sizes, and what wins without a mechanism that not everybody
 * has. */
void tn_rivals_write(FILE *out, const GPtrArray *rivals);

#endif
