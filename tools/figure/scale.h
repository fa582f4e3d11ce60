/* Axes of figures: the position of a value, and the values that get a label. */
#ifndef TN_TOOLS_SCALE_H
#define TN_TOOLS_SCALE_H

#include <glib.h>
#include <stdbool.h>

/* Logarithmic (low > 0) or linear axis. low <= high are values; from and to are their positions in
 * pixels. */
struct tn_scale {
  double low, high, from, to;
  bool is_linear;
};

/* Returns the position of a value on the axis; the middle of the axis if low equals high. */
double tn_scale_at(const struct tn_scale *scale, double value);

/* Returns the values with a label (double, ascending) on an axis of sizes: all powers of two, or
 * every second, third, ... one. The array has at least one and at most `most` values. Transfer
 * full. */
GArray *tn_scale_binary(double low, double high, guint most);
/* Returns the values with a label on a decimal axis: 1, 2, 5, 10, ..., or all or every second power
 * of ten. */
GArray *tn_scale_decimal(double low, double high, guint most);
/* Returns the values with a label on a linear axis: multiples of 1, 2, 5, 10, .... */
GArray *tn_scale_linear(double low, double high, guint most);
/* Returns the values with a label on an axis of ratios, from 1 up to the first label that is at
 * least `high`. */
GArray *tn_scale_ratios(double high);

/* Return a number of the series 0.1, 0.2, 0.5, 1, 2, 5, 10, ...: the greatest one that is at most
 * `value`, and the least one that is at least `value`. */
double tn_scale_below(double value);
double tn_scale_above(double value);

/* Selects `most` evenly spread elements of n, including the first and the last. Returns the index
 * of the i-th selected element; i itself if n <= most. Requires i < MIN(most, n) and most > 1. */
guint tn_spread_over(guint i, guint most, guint n);

#endif
