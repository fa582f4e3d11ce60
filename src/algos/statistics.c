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
