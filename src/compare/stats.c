#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double tn_quantile(const GArray *values, double q)
{
  if (values->len == 0)
    return NAN;
  g_autofree double *sorted = g_memdup2(values->data, values->len * sizeof(double));
  qsort(sorted, values->len, sizeof *sorted, by_value);
  const double place = q * (values->len - 1);
  const guint below = MIN((guint)place, values->len - 1), above = MIN(below + 1, values->len - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

double tn_mean(const GArray *values)
{
  double sum = 0;
  for (guint i = 0; i < values->len; i++)
    sum += g_array_index(values, double, i);
  return values->len ? sum / values->len : NAN;
}

static int sign(double x)
{
  return (x > 0) - (x < 0);
}

double tn_kendall(const double *x, const double *y, guint n)
{
  double score = 0, untied_x = 0, untied_y = 0;
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < i; j++) {
      const int a = sign(x[i] - x[j]), b = sign(y[i] - y[j]);
      score += a * b;
      untied_x += a != 0;
      untied_y += b != 0;
    }
  }
  return untied_x > 0 && untied_y > 0 ? score / sqrt(untied_x * untied_y) : NAN;
}

void tn_push(GArray *values, double value)
{
  g_array_append_val(values, value);
}
