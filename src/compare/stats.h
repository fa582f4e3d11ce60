/* Statistics of plain arrays, which stay unchanged. */
#ifndef TN_COMPARE_STATS_H
#define TN_COMPARE_STATS_H

#include <glib.h>

/* Returns quantile q (0..1) of an array of doubles, interpolated linearly; NAN if it is empty. */
double tn_quantile(const GArray *values, double q);
/* Returns the mean of an array of doubles; NAN if the array is empty. */
double tn_mean(const GArray *values);

/* Returns the median of |value / middle - 1|; NAN if the array is empty. */
double tn_deviation(const GArray *values, double middle);

/* Returns Kendall's tau-b (1: equal order, -1: opposite); NAN if all x or all y are equal. */
double tn_kendall(const double *x, const double *y, guint n);

void tn_push(GArray *values, double value);

#endif
