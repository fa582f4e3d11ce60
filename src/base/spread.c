#include "spread.h"

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

void tn_sort(double *values, int n)
{
  if (n > 1) /* `values` may be NULL for n = 0 */
    qsort(values, (size_t)n, sizeof *values, by_value);
}

double tn_quantile_of(const double *sorted, int n, double q)
{
  if (n < 1)
    return NAN;
  const double place = q * (n - 1);
  const int below = place < n - 1 ? (int)place : n - 1, above = below + 1 < n ? below + 1 : n - 1;
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

struct tn_spread tn_spread_of(double *values, int n)
{
  tn_sort(values, n);
  const int reach = (int)(0.98 * sqrt(n)) + 1;
  return (struct tn_spread){
    .median = n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]),
    .low = values[within(n / 2 - reach, n)],
    .high = values[within(n / 2 + reach, n)],
    .p5 = values[(int)(0.05 * (n - 1) + 0.5)],
    .p95 = values[(int)(0.95 * (n - 1) + 0.5)],
  };
}

double tn_median_scatter(double *values, int n, double *ret_scatter)
{
  *ret_scatter = NAN;
  if (n < 1)
    return NAN;
  const double median = tn_spread_of(values, n).median;
  if (n > 1)
    *ret_scatter = 0.5 * (tn_quantile_of(values, n, 0.84) - tn_quantile_of(values, n, 0.16));
  return median;
}
