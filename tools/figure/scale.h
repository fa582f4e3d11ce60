/* Axes of figures: where a value lies, and which values have a label. */
#ifndef TN_TOOLS_SCALE_H
#define TN_TOOLS_SCALE_H

#include <glib.h>
#include <stdbool.h>

/* An axis, logarithmic (low is above 0) or linear: low <= high are values, from and to the places,
 * in units of the figure, at which they lie. */
struct tn_scale {
  double low, high, from, to;
  bool is_linear;
};

/* The place of a value; the middle of an axis that has one value only. */
double tn_scale_at(const struct tn_scale *scale, double value);

/* The values with a label, double, ascending: powers of two, all or every second, third ..., `most`
 * at most, at least one. Transfer full. */
GArray *tn_scale_binary(double low, double high, guint most);
/* The same of decimal numbers: 1, 2, 5, 10, ..., or powers of ten, or every second of these. */
GArray *tn_scale_decimal(double low, double high, guint most);
/* The same of a linear axis: multiples of such a number. */
GArray *tn_scale_linear(double low, double high, guint most);
/* The same of an axis of ratios from 1, and the first that is `high` or more. */
GArray *tn_scale_ratios(double high);

/* The greatest of 1, 2, 5, 10, ... and their like below 1 that is at most `value`, and the least
 * that is at least `value`. */
double tn_scale_below(double value);
double tn_scale_above(double value);

/* Element i of `most` that are spread over n evenly, first and last among them; all of n when these
 * are fewer. i < MIN(most, n), most > 1. */
guint tn_spread_over(guint i, guint most, guint n);

#endif
