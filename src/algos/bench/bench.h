/* The benchmark loop over the transport table, shared by every transport. */
#ifndef TN_ALGOS_BENCH_BENCH_H
#define TN_ALGOS_BENCH_BENCH_H

#include "algos/registry.h"

/* Sequence of the calls of one run.
 *
 * single, osu, imb: all ranks meet before each call and enter with the given arrival pattern. The
 *   meeting is not timed. OSU's loop and IMB's since 2017 are equal (a barrier per call, one root),
 *   so the three differ only in name. By default there is one timed call.
 * imb-old: IMB before 2017. All ranks meet only before the warm-up and before the timed calls. In
 *   between each rank enters call i + 1 when it has left call i, and the root of a rooted
 *   collective advances by one rank per call, from the given root.
 * nccl-tests: as imb-old with one root. A rank's mean time is the total time divided by the number
 *   of calls, as NCCL's tests report it. This is a throughput, as calls may overlap. */
enum tn_protocol { TN_SINGLE, TN_OSU, TN_IMB, TN_IMB_OLD, TN_NCCL_TESTS };
extern const char *const tn_protocol_names[]; /* NULL-terminated */

/* Returns true if the ranks meet only before the warm-up and before the timed calls. */
bool tn_protocol_meets_once(enum tn_protocol protocol);
/* Return the default numbers of timed calls and of warm-up calls: 20 and 5 for NCCL's tests, 1 and
 * 1 for others. */
int tn_protocol_calls(enum tn_protocol protocol);
int tn_protocol_warmup(enum tn_protocol protocol);

/* State of the user's buffers before each call. */
enum tn_buffers {
  TN_BUFFERS_UNCHANGED, /* unchanged since the last call (OSU's benchmarks) */
  TN_BUFFERS_REWRITTEN, /* contributing ranks rewrite their data */
  TN_BUFFERS_NEW,       /* different memory: uncached; receive buffers are untouched */
  TN_BUFFERS_COLD       /* all caches are empty */
};
extern const char *const tn_buffers_names[]; /* NULL-terminated */

/* Run of one rank: `warmup` + `repetitions` calls of one algorithm, numbered from 1. */
struct tn_bench {
  const struct tn_method *algorithm;
  int warmup, repetitions;
  enum tn_protocol protocol;
};

/* Returns call number `epoch` of the rank with the first call `first`: sets epoch, root and
 * meets. */
struct tn_call tn_bench_call(const struct tn_bench *bench, const struct tn_call *first,
                             uint32_t epoch);

/* Returns the number of the last call that all ranks meet before. */
uint32_t tn_bench_last_meeting(const struct tn_bench *bench);

/* Returns the flags of every rank for all calls. */
int tn_bench_slots(const struct tn_bench *bench, const struct tn_call *call);

/* Returns the bytes of every buffer of call->rank for all calls. */
struct tn_sizes tn_bench_sizes(const struct tn_bench *bench, const struct tn_call *call);

/* Runs the loop on strand r: enter, run, leave for each call. r->call must point to `call`, which
 * is the first call; the loop sets epoch, root and meets. */
void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call);

#endif
