#include "stats.h"

#include <math.h>

#include "base/spread.h"

double tn_quantile(const GArray *values, double q)
{
  g_autofree double *sorted = g_memdup2(values->data, values->len * sizeof(double));
  tn_sort(sorted, (int)values->len);
  return tn_quantile_of(sorted, (int)values->len, q);
}

double tn_mean(const GArray *values)
{
  double sum = 0;
  for (guint i = 0; i < values->len; i++)
    sum += g_array_index(values, double, i);
  return values->len ? sum / values->len : NAN;
}

double tn_deviation(const GArray *values, double middle)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < values->len; i++)
    tn_push(off, fabs(g_array_index(values, double, i) / middle - 1));
  return tn_quantile(off, 0.5);
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
