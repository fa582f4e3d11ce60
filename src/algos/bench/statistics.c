#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int within(int i, int n)
{
  return i < 0 ? 0 : i < n ? i : n - 1;
}

struct tn_spread tn_spread_of(double *values, int n)
{
  qsort(values, (size_t)n, sizeof *values, by_value);
  const int reach = (int)(0.98 * sqrt(n)) + 1;
  return (struct tn_spread){
    .median = n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]),
    .low = values[within(n / 2 - reach, n)],
    .high = values[within(n / 2 + reach, n)],
    .p5 = values[(int)(0.05 * (n - 1) + 0.5)],
    .p95 = values[(int)(0.95 * (n - 1) + 0.5)],
  };
}

static double *zeros(int n)
{
  double *values = calloc((size_t)n, sizeof *values);
  if (!values)
    abort();
  return values;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

/* From the last entry to call `first` to the last exit of call `last`. */
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
  double *average = zeros(n_calls), *total = zeros(n_ranks);
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
