/* Expected loss of a choice between two predicted times (docs/advise.md). */
#ifndef TN_BASE_LOSS_H
#define TN_BASE_LOSS_H

/* Standard deviations of the logarithm of a choice's predicted time by the model's own error: at
 * all points, per size, and per number of ranks. Fitted to four comparisons (docs/advise.md). */
#define TN_CHOICE_DEVIATION 0.08
#define TN_CHOICE_BY_SIZE 0.21
#define TN_CHOICE_BY_RANKS 0.17

/* Returns the expected time of the choice over that of the faster of the two, less 1. `lead`: the
 * rival's predicted time over the choice's, less 1. `variance`: variance of the logarithm of that
 * ratio by all errors of parameters together. The function adds the model's own error of both choices. */
double tn_expected_loss(double lead, double variance);

#endif
