#include "stated.h"

#include <math.h>
#include <string.h>

/* A file states errors that 9 of 10 values are within: this much of them 8 of 10 are, if they are
 * normal (quantiles 1.2816 and 1.6449). */
#define EIGHT_OF_NINE 0.7791

static const struct {
  const char *platform, *collective;
  enum tn_reach reach;
  enum tn_size_class size_class;
  int n_points;
  double excess;
} residuals[] = {
#define TN_RESIDUAL(...) { __VA_ARGS__ },
#include "residuals.def"
};

/* By how much a factor the model is off at most in 8 of 10 cases, less 1; NAN: nothing is known. */
static double excess_of(const struct tn_row *row, enum tn_reach reach)
{
  double of_all = NAN;
  for (size_t i = 0; i < G_N_ELEMENTS(residuals); i++) {
    if (residuals[i].reach != reach ||
        residuals[i].size_class != tn_size_class_of((double)row->size))
      continue;
    if (!residuals[i].platform)
      of_all = residuals[i].excess;
    else if (strcmp(residuals[i].platform, row->platform) == 0 &&
             strcmp(residuals[i].collective, row->collective) == 0)
      return residuals[i].excess;
  }
  return of_all;
}

void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high)
{
  const double model = excess_of(row, reach);
  const double shorter = EIGHT_OF_NINE * (row->avg / row->low - 1.0);
  const double longer = EIGHT_OF_NINE * (row->high / row->avg - 1.0);
  *ret_low = row->avg / (1.0 + sqrt(model * model + shorter * shorter));
  *ret_high = row->avg * (1.0 + sqrt(model * model + longer * longer));
}
