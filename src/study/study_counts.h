/* Counts of a case (struct tn_counts) as calls, rows and errors have them. */
#ifndef TN_STUDY_STUDY_COUNTS_H
#define TN_STUDY_STUDY_COUNTS_H

#include "algos/kit/counts.h"
#include "case.h"

/* The counts of the call, which has its collective and ranks: tn_call.counts. Transfer full. NULL
 * and *error (TN_STUDY_COUNTS): not as many as it takes, or it takes none. */
GBytes *tn_counts_expand(const struct tn_counts *counts, const struct tn_call *call,
                         GError **error);

/* The name, as far as it is letters, digits, "." , "-" and "_", and a checksum of the call's
 * counts; static. */
const char *tn_counts_text(const char *name, const struct tn_call *call);

/* Whether the call, complete, can have its counts: whole elements of reductions, and in place as
 * much one way as the other. False and *error. */
bool tn_counts_check(const struct tn_call *call, GError **error);

#endif
