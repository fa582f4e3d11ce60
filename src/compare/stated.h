/* The range that a prediction states: what a measured time lies within in 8 of 10 cases. */
#ifndef TN_COMPARE_STATED_H
#define TN_COMPARE_STATED_H

#include "compare.h"

/* Combines how far the model was off where measurements tell, by places and size (residuals.def: of the
 * row's platform and collective, else of all that were compared), with what the stated errors of the
 * parameters leave, `low` and `high` of a row of run --uncertainty. Both are factors' excesses over 1,
 * and add as squares (tn_doubts_join). Seconds; NAN where the row does not know these. */
void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high);

#endif
