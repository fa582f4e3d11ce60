/* Statistics of repeated calls, the same for every transport. */
#ifndef TN_ALGOS_BENCH_STATISTICS_H
#define TN_ALGOS_BENCH_STATISTICS_H

#include <stdbool.h>

/* In the unit of the values. */
struct tn_spread {
  double median, low, high; /* the median and its 95 % interval */
  double p5, p95;           /* percentiles, the nearest value's */
};

/* Of values[n], n >= 1, which are sorted by it. The interval is free of any distribution: the order
 * statistics whose ranks are (n -+ 1.96 sqrt n) / 2, the extremes where there are few values. */
struct tn_spread tn_spread_of(double *values, int n);

/* avg, min, max: over ranks of each rank's mean time from entry to exit; span: mean over calls of
 * the time from the last entry to the last exit, or, where ranks met before the first call only,
 * the time from the last entry to that to the last exit of all, divided by the calls; spread: over
 * calls, of the average over ranks. */
struct tn_summary {
  double avg, min, max, span;
  struct tn_spread spread;
};

/* Of entry[rank * n_calls + call] and exit[], of one clock and in its unit; both counts >= 1.
 * meets_once: the calls are one stretch without meetings (protocol imb-old). */
struct tn_summary tn_summary_of(const double *entry, const double *exit, int n_ranks, int n_calls,
                                bool meets_once);

#endif
