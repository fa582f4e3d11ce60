/* Statistics of repeated calls, the same for every transport. */
#ifndef TN_ALGOS_BENCH_STATISTICS_H
#define TN_ALGOS_BENCH_STATISTICS_H

#include <stdbool.h>

#include "base/spread.h"

/* Times over ranks and calls. avg, min, max: average, minimum and maximum of the ranks' mean times
 * from entry to exit. span: mean over calls of the time from the last entry to the last exit; if
 * the ranks met only before the first call, the time from its last entry to the last call's last
 * exit, divided by the number of calls. spread: how much the average over ranks differs between
 * calls (base/spread.h). */
struct tn_summary {
  double avg, min, max, span;
  struct tn_spread spread;
};

/* Computes the summary of entry[rank * n_calls + call] and exit[...], times of one clock in any
 * unit; n_ranks, n_calls >= 1. meets_once: true if the ranks meet only before the first call. */
struct tn_summary tn_summary_of(const double *entry, const double *exit, int n_ranks, int n_calls,
                                bool meets_once);

#endif
