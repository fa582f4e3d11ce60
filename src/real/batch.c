/* How many calls a rank makes: batches, each half as long as all before it, until the median is
 * known well enough or the time is over; where ranks meet once one stretch, after a trial. */
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

/* The spread of the calls so far. */
static struct tn_spread spread_so_far(const struct tn_real_run *run, int n_calls)
{
  g_autofree double *average = g_new0(double, n_calls);
  for (int r = 0; r < run->n_ranks; r++) {
    const size_t first = (size_t)r * (size_t)run->point->bench.repetitions;
    for (int c = 0; c < n_calls; c++)
      average[c] += (run->exit[first + (size_t)c] - run->entry[first + (size_t)c]) / run->n_ranks;
  }
  return tn_spread_of(average, n_calls);
}

/* So many of `calls` as the time that is left has room for, by the calls of the last batch. */
static int calls_in_time(const struct tn_real_run *run, int calls, double start,
                         double started_batch)
{
  const struct tn_batch *batch = &run->shared->batch;
  const double now = tn_clock_now(), seconds = run->point->seconds;
  const double each = (now - started_batch) / (batch->warmup + batch->calls);
  return seconds > 0.0 ? (int)fmin(calls, fmax(0.0, (start + seconds - now) / each)) : calls;
}

/* After the trial all calls, after these none. */
static struct tn_batch next_stretch(const struct tn_real_run *run, double start,
                                    double started_batch)
{
  const struct tn_bench *bench = &run->point->bench;
  const int done = run->shared->batch.calls;
  if (done > 0)
    return (struct tn_batch){ .done = done };
  const int calls = calls_in_time(run, bench->repetitions, start, started_batch);
  return (struct tn_batch){ .warmup = bench->warmup,
                            .calls = MIN(bench->repetitions, MAX(TN_REAL_LEAST, calls)) };
}

struct tn_batch tn_batch_next(const struct tn_real_run *run, double start, double started_batch)
{
  const struct tn_real_point *point = run->point;
  const int done = run->shared->batch.done + run->shared->batch.calls;
  int calls = MIN(point->bench.repetitions - done, MAX(TN_REAL_LEAST, done / 2));
  if (is_one_stretch(point))
    return next_stretch(run, start, started_batch);
  if (done >= TN_REAL_LEAST) {
    const struct tn_spread spread = spread_so_far(run, done);
    const double half = MAX(spread.high - spread.median, spread.median - spread.low);
    if (point->precision > 0.0 && half <= point->precision * spread.median)
      calls = 0;
    calls = calls_in_time(run, calls, start, started_batch);
  }
  return (struct tn_batch){ .calls = calls, .done = done };
}
