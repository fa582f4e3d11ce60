/* The benchmark loop over the transport table, shared by every transport. */
#ifndef TN_ALGOS_BENCH_BENCH_H
#define TN_ALGOS_BENCH_BENCH_H

#include "algos/registry.h"

/* How the calls of one run follow each other.
 *
 * single, osu, imb: all ranks meet before each call and enter by the given arrival; the meeting
 * is not timed. OSU's loop and that of IMB since 2017 do the same (a barrier per call, one root),
 * so the three differ in name only: by default there is one timed call.
 * imb-old: IMB before 2017. All ranks meet before the warm-up and before the timed calls only; in
 * between each enters call i + 1 when it has left call i, and the root of a rooted collective moves
 * on by one rank per call, from the given root.
 * nccl-tests: the same with one root. A rank's mean time is then the whole time by the number of calls,
 * as NCCL's tests report it: a throughput, as calls may overlap. */
enum tn_protocol { TN_SINGLE, TN_OSU, TN_IMB, TN_IMB_OLD, TN_NCCL_TESTS };
extern const char *const tn_protocol_names[]; /* NULL-terminated */

/* Whether the ranks meet before the warm-up and the timed calls only. */
bool tn_protocol_meets_once(enum tn_protocol protocol);
/* Calls that the benchmark times, and makes before them, unless it is told otherwise: NCCL's tests 20
 * and 5, with others 1 and 1. */
int tn_protocol_calls(enum tn_protocol protocol);
int tn_protocol_warmup(enum tn_protocol protocol);

/* What is done to the user's buffers before each call. */
enum tn_buffers {
  TN_BUFFERS_UNCHANGED, /* nothing, as OSU's benchmarks */
  TN_BUFFERS_REWRITTEN, /* ranks that contribute data write them anew */
  TN_BUFFERS_NEW,       /* other memory: in no cache; receive buffers have never been touched */
  TN_BUFFERS_COLD       /* all caches are emptied */
};
extern const char *const tn_buffers_names[]; /* NULL-terminated */

/* What one rank runs: `warmup` + `repetitions` calls of one algorithm, numbered from 1. */
struct tn_bench {
  const struct tn_method *algorithm;
  int warmup, repetitions;
  enum tn_protocol protocol;
};

/* Call number `epoch` of the rank whose first call is `first`: epoch, root and meets are set. */
struct tn_call tn_bench_call(const struct tn_bench *bench, const struct tn_call *first,
                             uint32_t epoch);

/* The last call before which all ranks meet. */
uint32_t tn_bench_last_meeting(const struct tn_bench *bench);

/* Flags that every rank needs for all calls. */
int tn_bench_slots(const struct tn_bench *bench, const struct tn_call *call);

/* Bytes of every buffer that call->rank needs for all calls. */
struct tn_sizes tn_bench_sizes(const struct tn_bench *bench, const struct tn_call *call);

/* Runs the loop on strand r: enter, run, leave for each call. r->call must point to `call`, which
 * is the first call; the loop sets epoch, root and meets. */
void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call);

#endif
