/* Expected loss of a choice between two predicted times (docs/advise.md). */
#ifndef TN_BASE_LOSS_H
#define TN_BASE_LOSS_H

/* Standard deviations of the logarithm of a choice's predicted time that the model's own error
 * causes: the part common to all points, the part per size, and the part per number of ranks.
 * Fitted to four comparisons (docs/advise.md). */
#define TN_CHOICE_DEVIATION 0.08
#define TN_CHOICE_BY_SIZE 0.21
#define TN_CHOICE_BY_RANKS 0.17

/* Returns the expected value of t / min(t, r) - 1, with the time t of the choice and the time r of
 * its rival. `lead`: predicted r / t - 1. `variance`: variance of the logarithm of r / t that all
 * errors of parameters together cause. The function adds the model's own error of both choices. */
double tn_expected_loss(double lead, double variance);

#endif
