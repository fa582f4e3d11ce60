/* Axes of figures: position of a value, and values that have a label. */
#ifndef TN_TOOLS_SCALE_H
#define TN_TOOLS_SCALE_H

#include <glib.h>
#include <stdbool.h>

/* Logarithmic (low > 0) or linear axis. low <= high are values; from and to are their positions in
 * units of the figure. */
struct tn_scale {
  double low, high, from, to;
  bool is_linear;
};

/* Returns the position of a value; the middle of the axis if low equals high. */
double tn_scale_at(const struct tn_scale *scale, double value);

/* Returns the labelled values (double, ascending): all powers of two, or every second, third, ...
 * one; at least one and at most `most` values. Transfer full. */
GArray *tn_scale_binary(double low, double high, guint most);
/* Returns labelled decimal values: 1, 2, 5, 10, ..., or all or every second power of ten. */
GArray *tn_scale_decimal(double low, double high, guint most);
/* Returns labelled values of a linear axis: multiples of 1, 2, 5, 10, .... */
GArray *tn_scale_linear(double low, double high, guint most);
/* Returns labelled values of an axis of ratios from 1 up to the first label that is at least
 * `high`. */
GArray *tn_scale_ratios(double high);

/* Return the greatest number of the series 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that is at most
 * `value`, and the least one that is at least `value`. */
double tn_scale_below(double value);
double tn_scale_above(double value);

/* Returns the index in n elements of element i of `most` evenly spread ones, which include the
 * first and the last; i itself if n <= most. i < MIN(most, n), most > 1. */
guint tn_spread_over(guint i, guint most, guint n);

#endif
