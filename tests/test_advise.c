/* Conclusions from measurements about unmeasured times, computed by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/loss.h"
#include "infer/bias.h"
#include "infer/gain.h"

#define NEAR(a, b) cr_assert(fabs((a) - (b)) < 1e-9, "%.12g is not %.12g", (double)(a), (double)(b))

/* Two numbers of variance 1 and covariance 1/2. */
static struct tn_gauss pair(void)
{
  struct tn_gauss g;
  tn_gauss_init(&g, 2);
  g.cov[0] = g.cov[3] = 1;
  g.cov[1] = g.cov[2] = 0.5;
  return g;
}

Test(advise, cholesky)
{
  double a[] = { 4, 2, 2, 3 };
  tn_cholesky(a, 2);
  NEAR(a[0], 2);
  NEAR(a[2], 1);
  NEAR(a[3], sqrt(2));
}

/* The first is observed as 2 with an error of variance 1: its mean moves by half of that, the
 * other's by a quarter. */
Test(advise, what_is_seen_tells_of_the_other)
{
  const int item[] = { 0 };
  const double value[] = { 2 }, variance[] = { 1 };
  const struct tn_observations seen = { 1, item, value, variance };
  struct tn_gauss g = pair();
  NEAR(tn_gauss_evidence(&g, &seen), -1 - 0.5 * log(4 * 3.14159265358979323846));
  tn_gauss_condition(&g, &seen);
  NEAR(g.mean[0], 1);
  NEAR(g.mean[1], 0.5);
  NEAR(g.cov[0], 0.5);
  NEAR(g.cov[1], 0.25);
  NEAR(g.cov[3], 0.875);
  tn_gauss_clear(&g);
}

/* Two observations of one number, one after the other, give the same result as both together. */
Test(advise, one_after_the_other_is_both_at_once)
{
  const int both[] = { 0, 1 };
  const double value[] = { 0.3, -0.2 }, variance[] = { 0.04, 0.09 };
  struct tn_gauss once = pair(), after = pair();
  tn_gauss_condition(&once, &(struct tn_observations){ 2, both, value, variance });
  tn_gauss_condition(&after, &(struct tn_observations){ 1, both, value, variance });
  tn_gauss_condition(&after, &(struct tn_observations){ 1, both + 1, value + 1, variance + 1 });
  for (int i = 0; i < 2; i++)
    NEAR(once.mean[i], after.mean[i]);
  for (int i = 0; i < 4; i++)
    NEAR(once.cov[i], after.cov[i]);
  tn_gauss_clear(&once);
  tn_gauss_clear(&after);
}

Test(advise, loss_of_what_is_known)
{
  const int item[] = { 0, 1 };
  const struct tn_contests cells = { 1, 2, item };
  struct tn_gauss g;
  struct tn_risk risks[2];
  double *z = tn_deviates_new(2, 1), wins[2];
  tn_gauss_init(&g, 2);
  g.mean[1] = 0.5;
  cr_assert_eq(tn_cell_best(&g, &cells, 0), 0);
  tn_cell_risks(&g, &cells, 0, z, 0.05, risks);
  cr_assert(risks[0].loss < 1e-5 && risks[0].chance > 0.999);
  cr_assert(fabs(risks[1].loss - (exp(0.5) - 1)) < 1e-5 && risks[1].chance < 1e-9);
  tn_cell_wins(&g, &cells, 0, z, wins);
  NEAR(wins[0], 1);
  free(z);
  tn_gauss_clear(&g);
}

/* Two equal predicted times have an expected loss of 21 % by the model's own error. A lead and
 * errors of parameters change it, and a certain choice loses nothing. By hand: v = 2 * 0.0794, s =
 * 0.3985. */
Test(advise, loss_of_one_choice)
{
  cr_assert(fabs(tn_expected_loss(0, 0) - 0.20899) < 5e-5, "%g", tn_expected_loss(0, 0));
  cr_assert(tn_expected_loss(1, 0) < 0.02);
  cr_assert(tn_expected_loss(1, 1) > tn_expected_loss(1, 0));
  cr_assert(fabs(tn_expected_loss(-0.5, 0) - 1.17104) < 5e-5);
  /* two choices of one algorithm share the model's error: only the prediction and errors of
   * parameters count */
  cr_assert(tn_expected_loss_within(0.1, 0) < 1e-12);
  NEAR(tn_expected_loss_within(-0.2, 0), 0.25);
  cr_assert(fabs(tn_expected_loss_within(0, 0.1588) - tn_expected_loss(0, 0)) < 1e-9);
}

/* One choice is known, the other is equally likely better or worse: observing it gains the mean of
 * the positive half of a normal number, 0.399. Observing the known one gains nothing. */
Test(advise, gain_of_what_is_not_known)
{
  const int cell[] = { 0, 1 }, known[] = { 0 }, other[] = { 1 };
  const double exact[] = { 1e-9 };
  const struct tn_contests cells = { 1, 2, cell };
  struct tn_gauss g;
  double *z = tn_deviates_new(1, 1);
  tn_gauss_init(&g, 2);
  g.cov[3] = 1;
  const double gain = tn_gain(&g, &cells, &(struct tn_observations){ 1, other, NULL, exact }, z);
  cr_assert(gain > 0.3 && gain < 0.5, "%g", gain);
  NEAR(tn_gain(&g, &cells, &(struct tn_observations){ 1, known, NULL, exact }, z), 0);
  free(z);
  tn_gauss_clear(&g);
}

Test(advise, deviates_have_no_mean)
{
  double *z = tn_deviates_new(3, 7);
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    for (int d = 0; d < TN_DRAWS; d++)
      sum += z[i * TN_DRAWS + d];
    NEAR(sum, 0);
  }
  free(z);
}

/* Errors of one choice at one point have the full variance. Distant points, other choices and other
 * buffers have a smaller covariance. */
Test(advise, errors_go_together_where_points_are_near)
{
  const struct tn_advice_at here = { 0, 0, 5, 10, 0 }, far = { 0, 0, 2, 20, 0 },
                            other = { 1, 0, 5, 10, 0 }, rewritten = { 0, 1, 5, 10, 0 };
  const double own = tn_bias_covariance(&here, &here);
  NEAR(own, 0.15 * 0.15 + 0.08 * 0.08 + 0.21 * 0.21 + 0.17 * 0.17);
  NEAR(tn_bias_covariance(&here, &other), 0.15 * 0.15);
  /* two choices of one algorithm */
  const struct tn_advice_at one = { 0, 0, 5, 10, 1 }, two = { 1, 0, 5, 10, 1 },
                            apart = { 1, 0, 5, 10, 2 };
  NEAR(tn_bias_covariance(&one, &two), 0.15 * 0.15 + 0.9 * (own - 0.15 * 0.15));
  NEAR(tn_bias_covariance(&one, &apart), 0.15 * 0.15);
  NEAR(tn_bias_covariance(&here, &rewritten), 0.7 * own);
  NEAR(tn_bias_covariance(&here, &far), tn_bias_covariance(&far, &here));
  cr_assert(tn_bias_covariance(&here, &far) < own);
  NEAR(tn_decision_correlation(&here, &other), 1);
  NEAR(tn_decision_correlation(&here, &rewritten), 0.7);
}

/* Errors at a size are common to other numbers of ranks, errors at a number of ranks to other
 * sizes; little is common with both different. */
Test(advise, errors_are_those_of_sizes_and_of_ranks)
{
  const struct tn_advice_at here = { 0, 0, 5, 10, 0 }, ranks = { 0, 0, 3, 10, 0 },
                            size = { 0, 0, 5, 18, 0 }, both = { 0, 0, 3, 18, 0 };
  const double neither = tn_bias_covariance(&here, &both);
  cr_assert(tn_bias_covariance(&here, &ranks) > 3 * neither);
  cr_assert(tn_bias_covariance(&here, &size) > 2 * neither);
}
