/* Quantiles, medians and their confidence. */
#ifndef TN_BASE_SPREAD_H
#define TN_BASE_SPREAD_H

/* Returns the quantile q (0..1) of sorted[n], interpolated linearly; NAN for n < 1. */
double tn_quantile_of(const double *sorted, int n, double q);

/* Members have the unit of the values. */
struct tn_spread {
  double median, low, high; /* the median and its 95 % interval */
  double p5, p95;           /* 5th and 95th percentile: the nearest value */
};

/* Sorts values[n], n >= 1, and returns their spread. The interval assumes no distribution of the
 * values: it goes from the value with the rank (n - 1.96 sqrt n) / 2 in sorted order to that with
 * the rank (n + 1.96 sqrt n) / 2, within 1 to n. */
struct tn_spread tn_spread_of(double *values, int n);

/* Sorts values[n] and returns the median, or NAN for n < 1. *ret_scatter: half the distance from
 * the 16th to the 84th percentile (the standard deviation of normal values), or NAN for n < 2. Rare
 * outliers hardly change the scatter; a second mode changes it. */
double tn_median_scatter(double *values, int n, double *ret_scatter);

/* Sorts values[n] in ascending order. */
void tn_sort(double *values, int n);

#endif
