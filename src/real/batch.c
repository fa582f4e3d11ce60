/* Runs calls in batches, each half as long as all earlier ones together, until the median is
 * precise or the time is over. If a benchmark's calls must not be interrupted, there are two
 * batches: one to estimate the time per call, and one to measure. */
#include <math.h>

#include "ranks.h"
#include "shared.h"

static bool is_one_stretch(const struct tn_real_point *point)
{
  return tn_protocol_meets_once(point->bench.protocol);
}

struct tn_batch tn_batch_first(const struct tn_real_point *point)
{
  const bool may_stop = point->precision > 0.0 || point->seconds > 0.0;
  if (is_one_stretch(point) && may_stop)
    return (struct tn_batch){ .warmup = point->bench.warmup + TN_REAL_LEAST };
  return (struct tn_batch){
    .warmup = point->bench.warmup,
    .calls = may_stop ? MIN(point->bench.repetitions, TN_REAL_LEAST) : point->bench.repetitions,
  };
}

/* Returns `calls`, or fewer if only these fit into the remaining time at the last batch's speed. */
static int calls_in_time(const struct tn_real_run *run, int calls, double start,
                         double started_batch)
{
  const struct tn_batch *batch = &run->shared->batch;
  const double now = tn_clock_now(), seconds = run->point->seconds;
  const double each = (now - started_batch) / (batch->warmup + batch->calls);
  return seconds > 0.0 ? (int)fmin(calls, fmax(0.0, (start + seconds - now) / each)) : calls;
}

struct tn_batch tn_batch_next(const struct tn_real_run *run, double start, double started_batch)
{
  const struct tn_real_point *point = run->point;
  const int done = run->shared->batch.done + run->shared->batch.calls;
  int calls = MIN(point->bench.repetitions - done, MAX(TN_REAL_LEAST, done / 2));
  /* after the batch that estimates the time per call, all calls are in one batch */
  if (is_one_stretch(point)) {
    const struct tn_bench *bench = &point->bench;
    if (run->shared->batch.calls > 0)
      return (struct tn_batch){ .done = run->shared->batch.calls };
    calls = calls_in_time(run, bench->repetitions, start, started_batch);
    return (struct tn_batch){ .warmup = bench->warmup,
                              .calls = MIN(bench->repetitions, MAX(TN_REAL_LEAST, calls)) };
  }
  if (done >= TN_REAL_LEAST) {
    g_autofree double *average = g_new0(double, done);
    for (int r = 0; r < run->n_ranks; r++) {
      const size_t first = (size_t)r * (size_t)point->bench.repetitions;
      for (int c = 0; c < done; c++)
        average[c] += (run->exit[first + (size_t)c] - run->entry[first + (size_t)c]) / run->n_ranks;
    }
    const struct tn_spread spread = tn_spread_of(average, done);
    const double half = MAX(spread.high - spread.median, spread.median - spread.low);
    if (point->precision > 0.0 && half <= point->precision * spread.median)
      calls = 0;
    calls = calls_in_time(run, calls, start, started_batch);
  }
  return (struct tn_batch){ .calls = calls, .done = done };
}
