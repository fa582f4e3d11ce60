/* Loss that is expected from choosing an algorithm by predicted times (docs/advise.md). */
#ifndef TN_BASE_LOSS_H
#define TN_BASE_LOSS_H

/* Standard deviations of the logarithm of a predicted time by the model's own error: a part common
 * to all points, one per size, one per number of ranks. Fitted to four comparisons
 * (docs/advise.md). */
#define TN_CHOICE_DEVIATION 0.08
#define TN_CHOICE_BY_SIZE 0.21
#define TN_CHOICE_BY_RANKS 0.17

/* Returns the expected value of t / min(t, r) - 1, for the times t of the choice and r of its
 * rival. `lead`: predicted r / t - 1. `variance`: variance of the logarithm of r / t by errors of
 * parameters. The function adds the model's own error of both times. */
double tn_expected_loss(double lead, double variance);
/* Returns the same for two choices of one algorithm, which differ in its parameters only: the
 * model's own error is the same for both (assumed) and does not count. */
double tn_expected_loss_within(double lead, double variance);

#endif
