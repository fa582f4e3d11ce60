/* Axes of figures: the position of a value, and the values that get a label. */
#ifndef TN_TOOLS_SCALE_H
#define TN_TOOLS_SCALE_H

#include <glib.h>
#include <stdbool.h>

/* Logarithmic (low > 0) or linear axis from value low at pixel `from` to value high at pixel
 * `to`. */
struct tn_scale {
  double low, high, from, to;
  bool is_linear;
};

/* Returns a value's position in pixels; the middle if low equals high. */
double tn_scale_at(const struct tn_scale *scale, double value);

/* Returns the labels (double, ascending) of an axis of sizes: each, or every second, third, ...
 * power of two; 1 to `most`. Transfer full. */
GArray *tn_scale_binary(double low, double high, guint most);
/* Returns decimal labels: 1, 2, 5, 10, ..., or each or every second power of ten. */
GArray *tn_scale_decimal(double low, double high, guint most);
/* Returns the values with a label on a linear axis: multiples of 1, 2, 5, 10, .... */
GArray *tn_scale_linear(double low, double high, guint most);
/* Returns the values with a label on an axis of ratios, from 1 up to the first label that is at
 * least `high`. */
GArray *tn_scale_ratios(double high);

/* Return a number of 0.1, 0.2, 0.5, 1, 2, 5, 10, ...: the greatest <= value, the least >= value. */
double tn_scale_below(double value);
double tn_scale_above(double value);

/* Selects `most` of n elements, evenly spread with first and last. Returns the index of the i-th; i
 * if n <= most. Requires i < MIN(most, n) and most > 1. */
guint tn_spread_over(guint i, guint most, guint n);

#endif
