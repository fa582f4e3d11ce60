/* A schedule is a checksum of all operations that the ranks of a call request from a transport. Two
 * points with equal conditions and equal schedules take the same time, so that one simulation is
 * enough for both. */
#ifndef TN_ALGOS_BENCH_SCHEDULE_H
#define TN_ALGOS_BENCH_SCHEDULE_H

#include "bench.h"

struct tn_schedule {
  uint64_t sum[2];
};

/* Computes the schedule of the calls of `bench`; `call` is rank 0's first call, with places and
 * limits. If an algorithm only exchanges messages, its steps are recorded without a simulation: one
 * call of each rank, in which each request is complete at once. The schedule of any other algorithm
 * is the algorithm and its parameters, so that a library's decision has the same schedule as the
 * chosen algorithm. Returns false if no checksum identifies the schedule: if the steps of the ranks
 * depend on the order of messages, if the root changes from call to call, or if the buffers are on
 * devices. */
bool tn_bench_schedule(const struct tn_bench *bench, const struct tn_call *call,
                       struct tn_schedule *ret);

#endif
