#include "loss.h"

#include <math.h>

static double loss_normal(double x)
{
  return 0.5 * erfc(-x / sqrt(2));
}

double tn_expected_loss_within(double lead, double variance)
{
  const double s = sqrt(variance), mean = -log1p(lead);
  if (!(variance > 0))
    return expm1(fmax(mean, 0));
  return exp(mean + variance / 2) * loss_normal((mean + variance) / s) - loss_normal(mean / s);
}

double tn_expected_loss(double lead, double variance)
{
  const double own = TN_CHOICE_DEVIATION * TN_CHOICE_DEVIATION +
                     TN_CHOICE_BY_SIZE * TN_CHOICE_BY_SIZE +
                     TN_CHOICE_BY_RANKS * TN_CHOICE_BY_RANKS;
  return tn_expected_loss_within(lead, variance + 2 * own);
}
