#include "calls.h"

#include "base/spread.h"
#include "data.h"
#include "message_queues.h"
#include "pause.h"
#include "watch.h"

struct spent {
  double done;    /* seconds that ranks spent in calls that they have left */
  double entries; /* seconds: sum of the entry times of ranks in a call */
  int n_in;
};

/* Kinds of calls with sums in tn_calls.spent: the first warm-up call, and all timed calls. */
enum { WARM_UP, TIMED, N_SPENT };

struct tn_calls {
  struct spent spent[N_SPENT];
  double *skew; /* [n_ranks] seconds from a meeting to each rank's entry */
  double last_skew;
  int n_met;
  int *counted;     /* [from * n_ranks + to] messages of the first timed call; NULL: none yet */
  int most_counted; /* most messages to count per pair of ranks; 0: no limit */
  double *rank_sum; /* [n_ranks] seconds of each rank, sum over the timed calls */
  /* [repetitions] seconds of each call: sum over ranks; tn_calls_summarise makes it the average */
  double *call_avg;
};

void tn_calls_init(struct tn_engine *e, double *skew)
{
  e->calls = g_new0(struct tn_calls, 1);
  e->calls->rank_sum = g_new0(double, e->n_ranks);
  e->calls->call_avg = g_new0(double, e->point->repetitions);
  e->calls->skew = skew;
  for (int r = 0; r < e->n_ranks; r++)
    e->calls->last_skew = MAX(e->calls->last_skew, skew[r]);
}

void tn_calls_finish(struct tn_engine *e)
{
  g_free(e->calls->skew);
  g_free(e->calls->counted);
  g_free(e->calls->rank_sum);
  g_free(e->calls->call_avg);
  g_free(e->calls);
}

static bool is_first_timed(const struct tn_engine *e, uint32_t epoch)
{
  return epoch == (uint32_t)e->point->warmup + 1;
}

/* Returns the sums to which call number `epoch` contributes: those of the first warm-up call or of
 * the timed calls; NULL for other calls. */
static struct spent *spent_in(const struct tn_engine *e, uint32_t epoch)
{
  if (tn_engine_is_timed(e, epoch))
    return &e->calls->spent[TIMED];
  return epoch == 1 ? &e->calls->spent[WARM_UP] : NULL;
}

static double seconds_spent(const struct tn_engine *e, int kind)
{
  const struct spent *s = &e->calls->spent[kind];
  return s->done + s->n_in * e->now - s->entries;
}

bool tn_calls_exceed(const struct tn_engine *e)
{
  const struct tn_sim_race *race = &e->point->race;
  const double n = e->n_ranks;
  return (race->most_avg > 0.0 &&
          seconds_spent(e, TIMED) > race->most_avg * n * e->point->repetitions) ||
         (race->most_warm_up > 0.0 && seconds_spent(e, WARM_UP) > race->most_warm_up * n);
}

/* Ends the calls since the last meeting of all ranks: adds span and critical path of the last call
 * to the result, and completes the timeline. */
static void end_stretch(struct tn_engine *e)
{
  const struct tn_sim_strand *last = e->strands->pdata[0];
  for (int r = 0; r < e->n_ranks; r++) {
    const struct tn_sim_strand *s = e->strands->pdata[r];
    if (s->exit > last->exit)
      last = s;
  }
  if (e->timeline) {
    for (int r = 0; e->noise && r < e->n_ranks; r++) {
      const struct tn_noise_interval *noise;
      for (int i = tn_noise_after(e->noise, r, e->call_start);
           (noise = tn_noise_at(e->noise, r, i)) && noise->start < last->exit; i++)
        tn_timeline_noise(e->timeline, r, MAX(noise->start, e->call_start),
                          MIN(noise->end, last->exit));
    }
    tn_timeline_end(e->timeline, (struct tn_lane){ last->rank, 0 }, last->exit);
  }
  if (!tn_engine_is_timed(e, last->epoch))
    return;
  e->result->span += last->exit - e->call_start;
  for (int i = 0; i < TN_N_PARTS; i++)
    e->result->parts[i] += last->parts[i];
}

/* Begins the calls after a meeting of all ranks, the first of which is `epoch`: sets buffers,
 * queues, and times of the ranks' entries. */
static void begin_stretch(struct tn_engine *e, uint32_t epoch)
{
  double last = e->now + e->calls->last_skew;
  if (e->point->stamps)
    e->point->stamps->start = e->now;
  e->calls->n_met = 0;
  if (e->point->race.is_coarse && epoch > 1)
    e->flows.lag = TN_FINE_LAG;
  tn_pause_forget(e);
  tn_buffers_begin_call(e);
  tn_message_queues_reset(e);
  for (int r = 0; r < e->n_ranks; r++) {
    struct tn_sim_strand *s = e->strands->pdata[r];
    const double entry = tn_engine_end(e, s, e->now + e->calls->skew[r], 0.0);
    s->epoch = epoch;
    memset(s->parts, 0, sizeof s->parts);
    tn_engine_timer(e, s, entry);
    last = MAX(last, entry);
  }
  e->call_start = last;
  if (is_first_timed(e, epoch))
    e->locks.max_callers = 0;
  if ((e->point->timeline || e->point->path) && epoch == tn_bench_last_meeting(e->bench))
    e->timeline = tn_timeline_new(e->call_start);
  if (e->data[TN_SEND])
    tn_data_spoil(e);
}

void tn_call_enter(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const uint32_t epoch = op->u.entry.epoch;
  if (!op->u.entry.meets) {
    s->epoch = epoch;
    tn_call_entered(e, s);
    return;
  }
  s->phase = TN_MEETING;
  if (++e->calls->n_met < e->n_ranks)
    return;
  end_stretch(e);
  begin_stretch(e, epoch);
}

void tn_call_entered(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_BUSY) {
    tn_engine_timed_end(e, s);
    return;
  }
  struct spent *spent = spent_in(e, s->epoch);
  if (spent) {
    spent->n_in++;
    spent->entries += e->now;
  }
  s->entry = e->now;
  s->entered = s->epoch;
  s->streams.n = 0;
  tn_waiting_enter(s);
  if (e->data[TN_SEND])
    tn_data_fill(e, s);
  tn_engine_timed(e, s, TN_STARTUP,
                  e->point->ideal ? 0.0
                                  : tn_engine_price(e, TN_P_CALL_OVERHEAD) +
                                        tn_cold_call(e, s, TN_LINES_OF_CALL));
}

void tn_call_leave(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (void)op;
  struct spent *spent = spent_in(e, s->epoch);
  s->exit = e->now;
  if (spent) {
    spent->n_in--;
    spent->entries -= s->entry;
    spent->done += s->exit - s->entry;
  }
  if (tn_engine_is_timed(e, s->epoch)) {
    e->calls->rank_sum[s->rank] += s->exit - s->entry;
    e->calls->call_avg[s->epoch - 1 - (uint32_t)e->point->warmup] += s->exit - s->entry;
  }
  if (e->data[TN_SEND])
    tn_data_check(e, s);
  tn_engine_done(e, s);
}

/* Returns true if all messages that the algorithm sends in the pair are counted; otherwise counts
 * one more. A segmented algorithm sends the data of a few messages in many pieces. */
static bool is_counted(struct tn_engine *e, int from, int to)
{
  if (!e->calls->counted) {
    e->calls->counted = g_new0(int, (size_t)e->n_ranks *(size_t)e->n_ranks);
    e->calls->most_counted = tn_method_pair_messages(e->point->algorithm, &e->point->call);
  }
  int *counted = &e->calls->counted[(size_t)from * (size_t)e->n_ranks + (size_t)to];
  if (e->calls->most_counted > 0 && *counted == e->calls->most_counted)
    return true;
  ++*counted;
  return false;
}

void tn_call_count(struct tn_engine *e, uint32_t epoch, int from, int to)
{
  if (!is_first_timed(e, epoch) || from == to || is_counted(e, from, to))
    return;
  struct tn_sim_result *r = e->result;
  long long *const by_class[TN_N_MESSAGE_CLASSES] = { [TN_INTER_NODE] = &r->inter_node,
                                                      [TN_INTER_PACKAGE] = &r->inter_package,
                                                      [TN_INTER_NUMA] = &r->inter_numa,
                                                      [TN_INTRA_NUMA] = &r->intra_numa };
  r->transfers++;
  ++*by_class[tn_message_class_of(tn_engine_distance(e, from, to))];
}

void tn_calls_exits(const struct tn_engine *e, double *ret_exit)
{
  double first = INFINITY;
  for (int r = 0; r < e->n_ranks; r++)
    first = MIN(first, ((const struct tn_sim_strand *)e->strands->pdata[r])->exit);
  for (int r = 0; r < e->n_ranks; r++)
    ret_exit[r] = ((const struct tn_sim_strand *)e->strands->pdata[r])->exit - first;
}

void tn_calls_summarise(struct tn_engine *e)
{
  struct tn_sim_result *ret = e->result;
  const int calls = e->point->repetitions;
  double sum = 0.0;
  if (!e->error)
    end_stretch(e);
  for (int r = 0; r < e->n_ranks && e->point->stamps; r++) {
    const struct tn_sim_strand *s = e->strands->pdata[r];
    e->point->stamps->rank[r].entry = s->entry;
    e->point->stamps->rank[r].exit = s->exit;
  }
  for (int c = 0; c < calls; c++)
    e->calls->call_avg[c] /= e->n_ranks;
  for (int r = 0; r < e->n_ranks; r++) {
    const double mean = e->calls->rank_sum[r] / calls;
    sum += mean;
    if (r < TN_N_FIRST)
      ret->first[r] = mean;
    ret->min = r == 0 ? mean : MIN(ret->min, mean);
    ret->max = MAX(ret->max, mean);
  }
  ret->avg = sum / e->n_ranks;
  ret->warm_up = seconds_spent(e, WARM_UP) / e->n_ranks;
  ret->span /= calls;
  for (int i = 0; i < TN_N_PARTS; i++)
    ret->parts[i] /= calls;
  ret->max_callers = e->locks.max_callers;
  const struct tn_spread spread = tn_spread_of(e->calls->call_avg, calls);
  ret->avg_median = spread.median;
  ret->avg_low = spread.low;
  ret->avg_high = spread.high;
  ret->avg_p5 = spread.p5;
  ret->avg_p95 = spread.p95;
}
