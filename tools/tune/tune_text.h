/* Decisions as text for people. */
#ifndef TN_TOOLS_TUNE_TEXT_H
#define TN_TOOLS_TUNE_TEXT_H

#include <stdio.h>

#include "tune/rivals.h"
#include "tune/states.h"
#include "tune/tune.h"

/* The parameters of a winner for a narrow column: defaults among several go without saying.
 * Transfer full. */
char *tn_tune_params(const struct tn_row *row);
/* Whether its mechanism is another than the algorithm's own. */
bool tn_tune_tells_mechanism(const struct tn_row *row);
/* "bcast on knl, 64 ranks", for headings, without the column `but` (may be NULL). Transfer full. */
char *tn_tune_subject(const struct tn_row *row, const char *but);
/* "kernel paper, backing base, buffers unchanged, protocol single, source sim", for headings, and
 * of mapping and root what is not the default; without the column `but` (may be NULL). Transfer
 * full. */
char *tn_tune_context(const struct tn_row *row, const char *but);
/* "from..to", or one of them when they are equal. Transfer full. */
char *tn_tune_from_to(const char *from, const char *to);

/* The line over a table: what all its rows share, and what decides. */
void tn_tune_write_heading(FILE *out, const struct tn_row *row, enum tn_objective objective);

/* What goes into a decision table. */
struct tn_tune_page {
  enum tn_objective objective;
  const char *reference;                /* its column is shown; NULL: none */
  const struct tn_other_states *states; /* of the rows; NULL: says nothing of them */
};

/* Writes the winners (of tn_tune) as text, a table for each context. */
void tn_tune_write_text(FILE *out, const GArray *winners, const struct tn_tune_page *page);
/* What the time of n winners, of the best other algorithms and of the reference goes into; nothing
 * where the rows do not tell. */
void tn_tune_write_why(FILE *out, const struct tn_winner *winners, guint n);
/* A paragraph for each other state of the buffers of the row's context: who wins there. */
void tn_tune_write_states(FILE *out, const struct tn_other_states *states,
                          const struct tn_row *row);
/* The same, contexts that differ in the column `name` only beside each other. */
void tn_tune_write_beside(FILE *out, const GArray *winners, const char *name,
                          enum tn_objective objective);

/* Writes a table for each of the rivals (tn_rivals_new): a line per size with what each mechanism's
 * best takes, the winners by ranges of sizes, and what wins without a mechanism that not everybody
 * has; under it tn_tune_write_states (NULL: not). */
void tn_rivals_write(FILE *out, const GPtrArray *rivals, const struct tn_other_states *states);

#endif
