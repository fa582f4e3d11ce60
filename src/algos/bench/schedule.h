/* Schedules: everything that the ranks of a call ask of a transport, as a checksum. Two points whose
 * conditions and schedules are equal take the same time, so that one simulation serves both. */
#ifndef TN_ALGOS_BENCH_SCHEDULE_H
#define TN_ALGOS_BENCH_SCHEDULE_H

#include "bench.h"

struct tn_schedule {
  uint64_t sum[2];
};

/* Computes the schedule of the calls of `bench`, of which `call` is rank 0's first, with its places
 * and limits set. The steps of an entry that only exchanges messages are recorded, without a
 * simulation: one call of each rank, each request complete at once. Any other entry counts as the
 * schedule of itself and its parameters, so that a library's decision equals the entry that it takes.
 * Returns false where no checksum can stand for the schedule: the ranks' steps depend on which message
 * comes first, the root moves from call to call, or the buffers are on devices. */
bool tn_bench_schedule(const struct tn_bench *bench, const struct tn_call *call,
                       struct tn_schedule *ret);

#endif
