#include "scale.h"

#include <math.h>

double tn_scale_at(const struct tn_scale *scale, double value)
{
  if (!(scale->high > scale->low))
    return (scale->from + scale->to) / 2;
  const double part = scale->is_linear ? (value - scale->low) / (scale->high - scale->low)
                                       : log(value / scale->low) / log(scale->high / scale->low);
  return scale->from + (scale->to - scale->from) * part;
}

/* Relative tolerance for rounding errors of logarithms and products. */
#define NEARLY 1e-9

static GArray *fewest(double low, double high, int base, guint most)
{
  const int first = (int)ceil(log(low) / log(base) - NEARLY);
  const int last = (int)floor(log(high) / log(base) + NEARLY);
  for (int step = 1;; step++) { /* ticks are at every `step`th power of `base` within the range */
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
    for (int e = first; e <= last; e += step) {
      const double tick = pow(base, e);
      g_array_append_val(ticks, tick);
    }
    if (ticks->len == 0)
      g_array_append_val(ticks, low);
    if (ticks->len <= MAX(most, 1))
      return ticks;
    g_array_unref(ticks);
  }
}

GArray *tn_scale_binary(double low, double high, guint most)
{
  return fewest(low, high, 2, most);
}

static const double mantissas[] = { 1, 2, 5, 10 };

double tn_scale_below(double value)
{
  const double decade = pow(10, floor(log10(value) + NEARLY));
  int i = G_N_ELEMENTS(mantissas) - 1;
  while (i > 0 && mantissas[i] * decade > value * (1 + NEARLY))
    i--;
  return mantissas[i] * decade;
}

double tn_scale_above(double value)
{
  const double decade = pow(10, floor(log10(value) + NEARLY));
  size_t i = 0;
  while (i + 1 < G_N_ELEMENTS(mantissas) && mantissas[i] * decade < value * (1 - NEARLY))
    i++;
  return mantissas[i] * decade;
}

GArray *tn_scale_decimal(double low, double high, guint most)
{
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
  for (double tick = tn_scale_above(low); tick <= high * (1 + NEARLY) && ticks->len <= most;
       tick = tn_scale_above(tick * 1.5))
    g_array_append_val(ticks, tick);
  if (ticks->len > 0 && ticks->len <= most)
    return ticks;
  g_array_unref(ticks);
  return fewest(low, high, 10, most);
}

GArray *tn_scale_linear(double low, double high, guint most)
{
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
  const double step = tn_scale_above((high - low) / most);
  for (double k = ceil(low / step - NEARLY); k <= high / step + NEARLY; k++) {
    const double tick = k * step + 0.0; /* adding 0.0 avoids -0 */
    g_array_append_val(ticks, tick);
  }
  return ticks;
}

GArray *tn_scale_ratios(double high)
{
  static const double few[] = { 1, 1.1, 1.2, 1.3, 1.5, 2, 3, 4, 5 }, many[] = { 1, 2, 5 };
  const bool is_short = high <= few[G_N_ELEMENTS(few) - 1];
  const guint n = is_short ? G_N_ELEMENTS(few) : G_N_ELEMENTS(many);
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
  double last = 0;
  for (double ten = 1; last < high && ten < 1e9; ten *= 10)
    for (guint i = 0; i < n && last < high; i++) {
      last = ten * (is_short ? few : many)[i];
      g_array_append_val(ticks, last);
    }
  return ticks;
}

guint tn_spread_over(guint i, guint most, guint n)
{
  return n <= most ? i : (guint)((double)i * (n - 1) / (most - 1) + 0.5);
}
