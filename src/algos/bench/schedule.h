/* Schedules: a checksum of all operations that the ranks of a call request from a transport. Two
 * points with equal conditions and equal schedules take the same time, so that one simulation
 * serves both. */
#ifndef TN_ALGOS_BENCH_SCHEDULE_H
#define TN_ALGOS_BENCH_SCHEDULE_H

#include "bench.h"

struct tn_schedule {
  uint64_t sum[2];
};

/* Computes the schedule of the calls of `bench`; `call` is rank 0's first call, with places and
 * limits. If an entry only exchanges messages, its steps are recorded without a simulation: one
 * call of each rank, with each request complete at once. The schedule of any other entry is the
 * entry and its parameters, so that a library's decision equals the chosen entry. Returns false if
 * no checksum identifies the schedule: the ranks' steps depend on the order of messages, the root
 * changes from call to call, or the buffers are on devices. */
bool tn_bench_schedule(const struct tn_bench *bench, const struct tn_call *call,
                       struct tn_schedule *ret);

#endif
