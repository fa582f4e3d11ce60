/* Counts of a case (struct tn_counts) for calls, rows and errors. */
#ifndef TN_STUDY_STUDY_COUNTS_H
#define TN_STUDY_STUDY_COUNTS_H

#include "algos/kit/counts.h"
#include "case.h"

/* Returns the counts as in tn_call.counts, for the call's collective and ranks. Transfer full.
 * Returns NULL and *error (TN_STUDY_COUNTS) if their number is wrong. */
GBytes *tn_counts_expand(const struct tn_counts *counts, const struct tn_call *call,
                         GError **error);

/* Returns the name (with "_" in place of characters other than letters, digits, ".", "-" and "_")
 * and a checksum of the call's counts. Static. */
const char *tn_counts_text(const char *name, const struct tn_call *call);

/* Returns true if the call, which is complete, is valid: the blocks of reductions have whole
 * elements, and in-place calls have equal counts in both directions. Otherwise returns false and
 * *error. */
bool tn_counts_check(const struct tn_call *call, GError **error);

#endif
