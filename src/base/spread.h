/* How values lie: quantiles, medians and what is said of how sure they are. */
#ifndef TN_BASE_SPREAD_H
#define TN_BASE_SPREAD_H

/* The quantile q (0..1) of sorted[n], linear between neighbours; NAN without any. */
double tn_quantile_of(const double *sorted, int n, double q);

/* In the unit of the values. */
struct tn_spread {
  double median, low, high; /* the median and its 95 % interval */
  double p5, p95;           /* percentiles, the nearest value's */
};

/* Of values[n], n >= 1, which are sorted by it. The interval is free of any distribution: the order
 * statistics whose ranks are (n -+ 1.96 sqrt n) / 2, the extremes where there are few values. */
struct tn_spread tn_spread_of(double *values, int n);

/* The median of values[n] (NAN: none), and how far single values lie from it: half of the distance
 * between the 16th and the 84th percentile, a standard deviation if they are normal. A rare
 * outlier does not count, a second mode does. NAN for one value. values is sorted. */
double tn_middle(double *values, int n, double *ret_scatter);

/* Puts values[n] in order, the smallest first. */
void tn_sort(double *values, int n);

#endif
