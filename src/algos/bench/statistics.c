#include "statistics.h"

#include <math.h>

#include "base/grown.h"

static double larger(double a, double b)
{
  return a > b ? a : b;
}

/* Returns the time from the last entry into call `first` to the last exit of call `last`. */
static double span_of(const double *entry, const double *exit, int n_ranks, int n_calls, int first,
                      int last)
{
  double last_entry = -HUGE_VAL, last_exit = -HUGE_VAL;
  for (int r = 0; r < n_ranks; r++) {
    last_entry = larger(last_entry, entry[r * n_calls + first]);
    last_exit = larger(last_exit, exit[r * n_calls + last]);
  }
  return last_exit - last_entry;
}

struct tn_summary tn_summary_of(const double *entry, const double *exit, int n_ranks, int n_calls,
                                bool meets_once)
{
  struct tn_summary sum = { .min = HUGE_VAL };
  double *average = tn_zeros((size_t)n_calls, sizeof *average);
  double *total = tn_zeros((size_t)n_ranks, sizeof *total);
  for (int c = 0; c < n_calls; c++) {
    for (int r = 0; r < n_ranks; r++) {
      const double time = exit[r * n_calls + c] - entry[r * n_calls + c];
      total[r] += time / n_calls;
      average[c] += time / n_ranks;
    }
    if (!meets_once)
      sum.span += span_of(entry, exit, n_ranks, n_calls, c, c) / n_calls;
  }
  if (meets_once)
    sum.span = span_of(entry, exit, n_ranks, n_calls, 0, n_calls - 1) / n_calls;
  for (int r = 0; r < n_ranks; r++) {
    sum.avg += total[r] / n_ranks;
    sum.min = total[r] < sum.min ? total[r] : sum.min;
    sum.max = larger(sum.max, total[r]);
  }
  sum.spread = tn_spread_of(average, n_calls);
  free(average);
  free(total);
  return sum;
}
