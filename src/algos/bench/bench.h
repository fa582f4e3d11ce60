/* The benchmark loop. It calls the operations of a transport and is the same for all transports. */
#ifndef TN_ALGOS_BENCH_BENCH_H
#define TN_ALGOS_BENCH_BENCH_H

#include "algos/registry.h"

/* Sequence of the calls of one run.
 *
 * single, osu, imb: all ranks meet (wait for each other, not timed) before each call, and enter it
 *   with the given arrival pattern. OSU's and IMB's loops (since 2017) are equal. By default there
 *   is one timed call.
 * imb-old: IMB before 2017. All ranks meet only before the warm-up and before the timed calls.
 *   Otherwise a rank enters call i + 1 as soon as it has left call i. The root advances by one rank
 *   in each further call.
 * nccl-tests: as imb-old with one root. A rank's mean time is the total time divided by the number
 *   of calls, as NCCL's tests report it. This is a throughput, as calls may overlap. */
enum tn_protocol { TN_SINGLE, TN_OSU, TN_IMB, TN_IMB_OLD, TN_NCCL_TESTS };
extern const char *const tn_protocol_names[]; /* NULL-terminated */

bool tn_protocol_meets_once(enum tn_protocol protocol);
/* Return the default number of timed calls (nccl-tests: 20, otherwise 1), and of warm-up calls
 * (nccl-tests: 5, otherwise 1). */
int tn_protocol_calls(enum tn_protocol protocol);
int tn_protocol_warmup(enum tn_protocol protocol);

/* State of the user's buffers before each call. */
enum tn_buffers {
  TN_BUFFERS_UNCHANGED, /* unchanged since the previous call (OSU's benchmarks) */
  TN_BUFFERS_REWRITTEN, /* the ranks that contribute data have rewritten their buffers */
  TN_BUFFERS_NEW, /* other memory than before, not in caches; receive buffers were never accessed */
  TN_BUFFERS_COLD /* all caches are empty */
};
extern const char *const tn_buffers_names[]; /* NULL-terminated */

/* The calls of one method on all ranks: `warmup`, then `repetitions` calls, numbered from 1. */
struct tn_bench {
  const struct tn_method *algorithm;
  int warmup, repetitions;
  enum tn_protocol protocol;
};

/* Returns call number `epoch` of a rank. It differs from `first`, the rank's first call, only in
 * epoch, root, roots_move and meets. */
struct tn_call tn_bench_call(const struct tn_bench *bench, const struct tn_call *first,
                             uint32_t epoch);

/* Returns the last call before which all ranks meet. */
uint32_t tn_bench_last_meeting(const struct tn_bench *bench);

/* Returns the number of flags that each rank needs for all calls. */
int tn_bench_slots(const struct tn_bench *bench, const struct tn_call *call);

/* Returns the bytes of call->rank's buffers for all calls. */
struct tn_sizes tn_bench_sizes(const struct tn_bench *bench, const struct tn_call *call);

/* Runs the loop on strand r: enter, run, leave. r->call must point to `call`, the first call; the
 * loop sets its epoch, root, roots_move and meets. */
void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call);

#endif
