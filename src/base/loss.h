/* The loss that a choice between two predicted times is expected to have (docs/advise.md). */
#ifndef TN_BASE_LOSS_H
#define TN_BASE_LOSS_H

/* Standard deviations of the logarithm of one choice's predicted time by the model's own error: at all
 * points, at a size, and with a number of ranks. Four comparisons give them (docs/advise.md). */
#define TN_CHOICE_DEVIATION 0.08
#define TN_CHOICE_BY_SIZE 0.21
#define TN_CHOICE_BY_RANKS 0.17

/* Expected time of the choice over that of the faster of the two, less 1. `lead`: the rival's predicted
 * time over the choice's, less 1. `variance`: of the logarithm of that ratio by the errors of the
 * parameters, all at once; the function adds the model's own error of both choices. */
double tn_expected_loss(double lead, double variance);

#endif
