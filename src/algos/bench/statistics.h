/* Statistics of repeated calls, computed in the same way for every transport. */
#ifndef TN_ALGOS_BENCH_STATISTICS_H
#define TN_ALGOS_BENCH_STATISTICS_H

#include <stdbool.h>

#include "base/spread.h"

/* Summary of times over ranks and calls. avg, min, max: average, minimum and maximum over ranks of
 * a rank's mean time from entry to exit. span: mean over calls of the time from the last entry to
 * the last exit; if the ranks met only before the first call, the time from the last entry into the
 * first call to the last exit from the last call, divided by the number of calls. spread: spread
 * over calls of the average over ranks. */
struct tn_summary {
  double avg, min, max, span;
  struct tn_spread spread;
};

/* Computes the summary of entry[rank * n_calls + call] and exit[rank * n_calls + call], times of
 * one clock in any unit; n_ranks and n_calls are at least 1. meets_once is true if the ranks do not
 * meet between the calls (tn_protocol_meets_once). */
struct tn_summary tn_summary_of(const double *entry, const double *exit, int n_ranks, int n_calls,
                                bool meets_once);

#endif
