#include "loss.h"

#include <math.h>

static double loss_normal(double x)
{
  return 0.5 * erfc(-x / sqrt(2));
}

double tn_expected_loss(double lead, double variance)
{
  const double own = TN_CHOICE_DEVIATION * TN_CHOICE_DEVIATION +
                     TN_CHOICE_BY_SIZE * TN_CHOICE_BY_SIZE +
                     TN_CHOICE_BY_RANKS * TN_CHOICE_BY_RANKS;
  const double v = variance + 2 * own, s = sqrt(v), mean = -log1p(lead);
  return exp(mean + v / 2) * loss_normal((mean + v) / s) - loss_normal(mean / s);
}
