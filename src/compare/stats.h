/* A few statistics over plain arrays; nothing is kept, nothing is changed. */
#ifndef TN_COMPARE_STATS_H
#define TN_COMPARE_STATS_H

#include <glib.h>

/* The quantile q (0..1) of doubles, linear between neighbours; NAN when there are none. */
double tn_quantile(const GArray *values, double q);
/* The mean; NAN when there are none. */
double tn_mean(const GArray *values);

/* The median of |value / middle - 1|; NAN when there are none. */
double tn_deviation(const GArray *values, double middle);

/* Kendall's tau-b of the pairs x[i], y[i]: 1 when both order alike, -1 when they order oppositely;
 * NAN when either orders nothing. */
double tn_kendall(const double *x, const double *y, guint n);

/* Appends a number. */
void tn_push(GArray *values, double value);

#endif
