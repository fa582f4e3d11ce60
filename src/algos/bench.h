/* The benchmark loop over the transport table, shared by every transport. */
#ifndef TN_ALGOS_BENCH_H
#define TN_ALGOS_BENCH_H

#include "registry.h"

/* What one rank runs: `warmup` + `repetitions` calls of one algorithm. `call` is the template of
 * the rank's calls; the loop sets epoch 1, 2, ... in it. */
struct tn_bench {
  const struct tn_algorithm *algorithm;
  int warmup, repetitions;
};

/* Runs the loop on strand r: enter, run, leave for each call. r->call must point to `call`. */
void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call);

#endif
