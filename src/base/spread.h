/* Quantiles, medians and their confidence intervals. */
#ifndef TN_BASE_SPREAD_H
#define TN_BASE_SPREAD_H

/* Returns the linearly interpolated quantile q (0..1) of sorted[n]; NAN for n < 1. */
double tn_quantile_of(const double *sorted, int n, double q);

struct tn_spread {
  double median, low, high; /* median, and limits of its 95 % confidence interval */
  double p5, p95;           /* 5th and 95th percentile, not interpolated */
};

/* Sorts values[n], n >= 1, and returns their spread. The interval assumes no distribution: it has
 * the values of ranks (n -+ 1.96 sqrt n) / 2 in sorted order, within 1 to n. */
struct tn_spread tn_spread_of(double *values, int n);

/* Sorts values[n] and returns the median; NAN for n < 1. *ret_scatter: half the distance between
 * the 16th and 84th percentiles (normal values: the standard deviation), insensitive to rare
 * outliers but not to a second mode; NAN for n < 2. */
double tn_median_scatter(double *values, int n, double *ret_scatter);

void tn_sort(double *values, int n);

#endif
