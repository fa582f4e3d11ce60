/* Statistics of repeated calls, the same for every transport. */
#ifndef TN_ALGOS_STATISTICS_H
#define TN_ALGOS_STATISTICS_H

/* In the unit of the values. */
struct tn_spread {
  double median, low, high; /* the median and its 95 % interval */
  double p5, p95;           /* percentiles, the nearest value's */
};

/* Of values[n], n >= 1, which are sorted by it. The interval is free of any distribution: the order
 * statistics whose ranks are (n -+ 1.96 sqrt n) / 2, the extremes where there are few values. */
struct tn_spread tn_spread_of(double *values, int n);

#endif
