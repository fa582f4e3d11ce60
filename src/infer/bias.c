#include "bias.h"

#include <math.h>
#include <stdbool.h>

#include "base/loss.h"

/* Standard deviation of the logarithmic error that all times of a collective share; loss.h has that
 * of a choice. */
#define COMMON 0.15
/* Correlation lengths in octaves (factors of 2) of ranks and of bytes: SIZE_* for errors specific
 * to a size, RANKS_* for errors specific to a number of ranks. */
#define SIZE_RANKS 5.0
#define SIZE_SIZE 2.6
#define RANKS_RANKS 0.7
#define RANKS_SIZE 15.0
/* Correlation of errors between unchanged and rewritten buffers; assumed, because most of a call is
 * the same for both. */
#define STATES 0.7
/* Correlation of the errors of two choices of one algorithm, as segments or throttle factors;
 * assumed. */
#define PARAMETERS 0.9

static double matern(double ranks, double size)
{
  const double d = sqrt(3 * (ranks * ranks + size * size));
  return (1 + d) * exp(-d);
}

static double at_size(const struct tn_advice_at *a, const struct tn_advice_at *b)
{
  return matern((a->ranks - b->ranks) / SIZE_RANKS, (a->size - b->size) / SIZE_SIZE);
}

double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b)
{
  double sum = COMMON * COMMON * (0.5 + 0.5 * at_size(a, b));
  const bool is_same = a->choice == b->choice;
  if (is_same || (a->algorithm > 0 && a->algorithm == b->algorithm))
    sum += (is_same ? 1 : PARAMETERS) *
           (TN_CHOICE_DEVIATION * TN_CHOICE_DEVIATION +
            TN_CHOICE_BY_SIZE * TN_CHOICE_BY_SIZE * at_size(a, b) +
            TN_CHOICE_BY_RANKS * TN_CHOICE_BY_RANKS *
                matern((a->ranks - b->ranks) / RANKS_RANKS, (a->size - b->size) / RANKS_SIZE));
  return (a->state == b->state ? 1 : STATES) * sum;
}

double tn_decision_correlation(const struct tn_advice_at *a, const struct tn_advice_at *b)
{
  return (a->state == b->state ? 1 : STATES) * at_size(a, b);
}
