/* A schedule is a checksum of all operations that the ranks request from a transport. Points with
 * equal conditions and equal schedules take the same time, so that one simulation serves both. */
#ifndef TN_ALGOS_BENCH_SCHEDULE_H
#define TN_ALGOS_BENCH_SCHEDULE_H

#include "bench.h"

struct tn_schedule {
  uint64_t sum[2];
  uint64_t n_recorded; /* operations of all ranks in one call; 0: only the algorithm is known */
};

/* Computes the schedule; `call` is rank 0's first call, with places and limits. The steps of an
 * algorithm that only exchanges messages are recorded without a simulation: one call of each rank,
 * in which each request is complete at once. The schedule of any other algorithm is the algorithm
 * with its parameters, so that a library's decision has the schedule of the algorithm that it
 * chooses. Returns false if no checksum identifies the schedule: steps depend on the order of
 * messages, roots change, or buffers are on devices. */
bool tn_bench_schedule(const struct tn_bench *bench, const struct tn_call *call,
                       struct tn_schedule *ret);

#endif
