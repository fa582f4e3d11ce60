#include "bias.h"

#include <math.h>

/* Standard deviations of the logarithm: of the collective, of a choice, of its course over ranks and
 * sizes, of its steps (a tree's depth, a protocol's switch), and of a number of ranks of its own. */
#define COMMON 0.12
#define CHOICE 0.12
#define COURSE 0.12
#define STEP 0.08
#define OWN_RANKS 0.06
/* Lengths in octaves of ranks and of bytes. */
#define COURSE_RANKS 2.0
#define COURSE_SIZE 4.0
#define STEP_RANKS 0.7
#define STEP_SIZE 2.0
/* Correlation of the errors with buffers unchanged and rewritten: most of a call is the same. */
#define STATES 0.7

static double matern(double ranks, double size)
{
  const double d = sqrt(3 * (ranks * ranks + size * size));
  return (1 + d) * exp(-d);
}

double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b)
{
  const double ranks = a->ranks - b->ranks, size = a->size - b->size;
  const double course = matern(ranks / COURSE_RANKS, size / COURSE_SIZE);
  double sum = COMMON * COMMON * (0.5 + 0.5 * course);
  if (a->choice == b->choice) {
    sum += CHOICE * CHOICE + COURSE * COURSE * course +
           STEP * STEP * matern(ranks / STEP_RANKS, size / STEP_SIZE);
    if (a->ranks == b->ranks)
      sum += OWN_RANKS * OWN_RANKS * matern(0, size / STEP_SIZE);
  }
  return a->state == b->state ? sum : STATES * sum;
}
