/* Entry, exit and statistics of calls. */
#include "algos/statistics.h"
#include "engine.h"

static bool timed(const struct tn_engine *e)
{
  return e->call_index >= e->point->warmup;
}

static void begin_call(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  double last = e->now + e->last_skew;
  e->n_met = 0;
  tn_noise_forget(e);
  for (int r = 0; r < e->n_ranks; r++) {
    struct tn_sim_strand *s = e->strands->pdata[r];
    const double entry = tn_noise_end(e, s, e->now + e->skew[r], 0.0);
    memset(s->parts, 0, sizeof s->parts);
    tn_engine_timer(e, s, entry);
    last = MAX(last, entry);
  }
  e->call_start = last;
  if (e->call_index == point->warmup)
    e->locks.max_callers = 0;
  e->counting = e->call_index == point->warmup;
  if (point->timeline && e->call_index == point->warmup + point->repetitions - 1)
    e->timeline = tn_timeline_new(e->call_start);
  if (e->data[TN_SEND])
    tn_data_fill(e);
}

void tn_call_enter(struct tn_engine *e, struct tn_sim_strand *s)
{
  s->phase = TN_MEETING;
  if (++e->n_met == e->n_ranks)
    begin_call(e);
}

static void end_call(struct tn_engine *e)
{
  const struct tn_sim_strand *last = e->strands->pdata[0];
  double sum = 0.0;
  for (int r = 0; r < e->n_ranks; r++) {
    const struct tn_sim_strand *s = e->strands->pdata[r];
    const double duration = s->exit - s->entry;
    sum += duration;
    if (timed(e))
      e->rank_sum[r] += duration;
    if (s->exit > last->exit)
      last = s;
  }
  if (e->data[TN_SEND])
    tn_data_check(e);
  if (timed(e)) {
    e->result->span += last->exit - e->call_start;
    for (int i = 0; i < TN_N_PARTS; i++)
      e->result->parts[i] += last->parts[i];
    e->call_avg[e->call_index - e->point->warmup] = sum / e->n_ranks;
  }
  e->n_left = 0;
  e->call_index++;
}

void tn_call_leave(struct tn_engine *e, struct tn_sim_strand *s)
{
  s->exit = e->now;
  tn_engine_done(e, s);
  if (++e->n_left == e->n_ranks)
    end_call(e);
}

void tn_calls_summarise(struct tn_engine *e)
{
  struct tn_sim_result *ret = e->result;
  const int calls = e->point->repetitions;
  double sum = 0.0;
  for (int r = 0; r < e->n_ranks; r++) {
    const double mean = e->rank_sum[r] / calls;
    sum += mean;
    ret->min = r == 0 ? mean : MIN(ret->min, mean);
    ret->max = MAX(ret->max, mean);
  }
  ret->avg = sum / e->n_ranks;
  ret->span /= calls;
  for (int i = 0; i < TN_N_PARTS; i++)
    ret->parts[i] /= calls;
  ret->max_callers = e->locks.max_callers;
  const struct tn_spread spread = tn_spread_of(e->call_avg, calls);
  ret->avg_median = spread.median;
  ret->avg_low = spread.low;
  ret->avg_high = spread.high;
  ret->avg_p5 = spread.p5;
  ret->avg_p95 = spread.p95;
}
