#include "engine.h"

#include <stdarg.h>

#include "slices.h"

void tn_engine_fail(struct tn_engine *e, const char *format, ...)
{
  e->stop = true;
  if (e->error)
    return;
  va_list args;
  va_start(args, format);
  char *message = g_strdup_vprintf(format, args);
  va_end(args);
  e->error = g_error_new_literal(TN_SIM_ERROR, 0, message);
  g_free(message);
}

void tn_engine_ready(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!s->runnable)
    tn_list_add(&e->next, s);
  s->runnable = true;
}

void tn_engine_spend(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part, double from,
                     double to)
{
  from = MAX(from, e->call_start);
  if (to <= from)
    return;
  if (!e->noise || s->noise_rank < 0) {
    s->parts[part] += to - from;
    return;
  }
  const double lost = tn_noise_lost(e->noise, s->noise_rank, from, to);
  s->parts[TN_NOISE] += lost;
  s->parts[part] += to - from - lost;
}

void tn_engine_log_callers(struct tn_engine *e, const struct tn_pagelock *lock)
{
  if (lock->n_callers > 1)
    tn_engine_price(e, TN_P_LOCK_UNFAIRNESS);
  if (lock->n_callers > 1 && tn_engine_price(e, TN_P_LOCK_LINES) > 0.0) {
    tn_engine_price(e, TN_P_LOCK_HOLD);
    for (int d = 0; d < TN_N_DISTANCES; d++)
      if (lock->pairs[d] > 0)
        tn_engine_price(e, TN_P_LINE_LATENCY + d);
  } else if (lock->n_callers > 1) {
    tn_engine_price(e, TN_P_GAMMA_A);
    tn_engine_price(e, TN_P_GAMMA_B);
    if (e->point->n_packages > 1)
      tn_engine_price(e, TN_P_GAMMA_CROSS);
  }
  if (e->timeline)
    tn_timeline_callers(e->timeline, lock->rank, lock->index, e->now, lock->n_callers);
}

void tn_engine_timer(struct tn_engine *e, struct tn_sim_strand *s, double time)
{
  tn_events_set(&e->events, &s->timer, time);
}

/* As any strand of a rank begins, on the memory and in the place that it has. */
static void begin_strand(struct tn_engine *e, struct tn_sim_strand *s, int rank)
{
  s->engine = e;
  s->rank = s->noise_rank = rank;
  s->speed = 1.0;
  s->correspondent = -1;
  s->call = e->point->call;
  s->call.rank = rank;
  s->base = (struct tn_strand){ .transport = e->transport, .call = &s->call };
  tn_event_init(&s->timer, TN_EVENT_STRAND, s);
  tn_event_init(&s->pause.event, TN_EVENT_NOISE, s);
}

static struct tn_sim_strand *add_strand(struct tn_engine *e, int rank)
{
  struct tn_sim_strand *s = g_new0(struct tn_sim_strand, 1);
  int index = 0;
  for (unsigned i = e->n_ranks; i < e->strands->len; i++)
    index += ((struct tn_sim_strand *)e->strands->pdata[i])->rank == rank;
  index += (int)e->strands->len >= e->n_ranks;
  g_assert(index < TN_MAX_STRANDS);
  s->order = rank * TN_MAX_STRANDS + index;
  e->by_order[s->order] = s;
  s->queue = g_new(struct tn_operation, TN_QUEUE);
  g_ptr_array_add(e->strands, s);
  return s;
}

struct tn_sim_strand *tn_engine_strand(struct tn_engine *e, int rank)
{
  struct tn_sim_strand *s = NULL; /* the first of the rank that has been joined */
  for (unsigned i = e->n_ranks; i < e->strands->len && !s; i++) {
    struct tn_sim_strand *other = e->strands->pdata[i];
    s = other->rank == rank && other->joined ? other : NULL;
  }
  if (s) { /* nothing remains but its place among the others and its memory */
    if (s->wake)
      e->actors->gate_free(s->wake);
    g_free(s->snapshot);
    *s = (struct tn_sim_strand){ .order = s->order,
                                 .queue = s->queue,
                                 .waits = s->waits,
                                 .max_waits = s->max_waits,
                                 .watch = s->watch };
  } else
    s = add_strand(e, rank);
  begin_strand(e, s, rank);
  return s;
}

static void stamp_data(struct tn_engine *e, const struct tn_operation *op)
{
  if (op->kind != TN_OP_COPY && op->kind != TN_OP_LAUNCH && op->kind != TN_OP_MOVE &&
      op->kind != TN_OP_REDUCE && op->kind != TN_OP_SUM)
    return;
  const struct tn_span *dst = tn_targets(op);
  for (int i = 0; i < op->n_dst; i++)
    if (dst[i].buf == TN_RECV && dst[i].len > 0)
      e->point->stamps->rank[dst[i].rank].data = e->now;
}

void tn_engine_done(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_operation *op = tn_engine_operation(s);
  if (e->point->stamps)
    stamp_data(e, op);
  if (s->snapshot && e->operations->of[op->kind].end)
    e->operations->of[op->kind].end(e, s, op);
  if (op->many)
    g_free(op->u.spans);
  s->head++;
  e->result->operations++;
  if (s->later.head) { /* one that found no room in the queue takes the place that is free now */
    struct tn_operation *later = g_queue_pop_head(&s->later);
    s->queue[s->tail++ % TN_QUEUE] = *later;
    g_free(later);
  }
  s->phase = TN_READY;
}

void tn_engine_timed(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part,
                     double seconds)
{
  if (seconds <= 0.0) {
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_BUSY;
  s->part = part;
  s->started = e->now;
  tn_engine_timer(e, s, tn_engine_end(e, s, e->now, seconds));
}

void tn_engine_timed_end(struct tn_engine *e, struct tn_sim_strand *s)
{
  tn_engine_spend(e, s, s->part, s->started, e->now);
  tn_log_timed(e, s);
  tn_engine_done(e, s);
}

/* Others' events come before the strand's next operation is read: it is fetched meanwhile. */
static void start(struct tn_engine *e, struct tn_sim_strand *s)
{
  const struct tn_operation *op = tn_engine_operation(s),
                            *next = &s->queue[(s->head + 1) % TN_QUEUE];
  __builtin_prefetch(next);
  __builtin_prefetch(next + 1);
  e->operations->of[op->kind].start(e, s, op);
}

/* An ended timer, pinning or transfer. */
static void advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  e->operations->of[tn_engine_operation(s)->kind].advance(e, s);
  if (s->phase == TN_READY)
    tn_engine_ready(e, s);
}

/* Lets the actors of these strands go on at this instant, until they have asked for more, as far as
 * that cannot be done in their place. */
static void resume_actors(struct tn_engine *e, struct tn_list *drained)
{
  int n = 0;
  for (unsigned i = 0; i < drained->n; i++) {
    struct tn_sim_strand *s = drained->items[i];
    tn_engine_ready(e, s);
    if (!s->step || !e->operations->step(s))
      drained->items[n++] = s;
  }
  e->n_running = n;
  for (int i = 0; i < n; i++) {
    struct tn_sim_strand *s = drained->items[i];
    s->blocked = false;
    e->actors->open(s->wake);
  }
  if (n > 0)
    e->actors->pass(e->idle);
}

/* Everything that can be issued at this instant, round by round in (rank, strand) order. */
static void issue(struct tn_engine *e)
{
  struct tn_list *drained = &e->drained;
  while (e->next.n > 0 && !e->stop) {
    struct tn_list *round = &e->ready;
    const struct tn_list found = e->next;
    e->next = *round;
    *round = found;
    tn_engine_sort(e, round);
    for (unsigned i = 0; i < round->n; i++)
      ((struct tn_sim_strand *)round->items[i])->runnable = false;
    for (unsigned i = 0; i < round->n && !e->stop; i++) {
      struct tn_sim_strand *s = round->items[i];
      while (s->phase == TN_READY && s->head != s->tail && !e->stop &&
             (!s->core || e->operations->admits(e, s))) {
        start(e, s);
        if (s->core)
          e->operations->settle(e, s);
      }
      if (s->phase == TN_READY && s->blocked && s->head == s->tail)
        tn_list_add(drained, s);
    }
    round->n = 0;
    if (drained->n > 0 && !e->stop)
      resume_actors(e, drained);
    drained->n = 0;
  }
}

/* Noises of this instant, for strands that had not ended what they did. */
static void disturb(struct tn_engine *e)
{
  tn_engine_sort(e, &e->disturbed);
  for (unsigned i = 0; i < e->disturbed.n; i++) {
    struct tn_sim_strand *s = e->disturbed.items[i];
    if (s->pause.due)
      e->operations->disturb(e, s);
  }
  e->disturbed.n = 0;
}

/* Moves the clock to the next instant and ends what ends there; false when nothing is under way. */
static bool step(struct tn_engine *e)
{
  const struct tn_event *first = tn_events_first(&e->events);
  if (!first)
    return false;
  e->now = first->time;
  const double instant = tn_engine_instant(e), limit = e->now + instant, slack = 2.0 * instant;
  struct tn_list *ended = &e->ready;
  struct tn_event *event;
  while ((event = tn_events_first(&e->events)) && event->time <= limit) {
    void *who;
    tn_events_remove(&e->events, event);
    switch (event->kind) {
    case TN_EVENT_STRAND:
      tn_list_add(ended, event->owner);
      break;
    case TN_EVENT_FLOW:
      while ((who = tn_flows_take(&e->flows, e->now, limit, slack)))
        tn_list_add(tn_engine_is_transfer(who) ? &e->arrived : ended, who);
      break;
    case TN_EVENT_TRANSFER:
      tn_list_add(&e->arrived, event->owner);
      break;
    case TN_EVENT_LOCK:
      while ((who = tn_pagelock_take(&e->locks, event->owner, e->now, slack)))
        tn_list_add(ended, who);
      break;
    case TN_EVENT_NOISE:
      ((struct tn_sim_strand *)event->owner)->pause.due = true;
      tn_list_add(&e->disturbed, event->owner);
      break;
    case TN_EVENT_CORE:
      tn_list_add(&e->sliced, event->owner);
      break;
    }
  }
  tn_engine_sort(e, ended);
  for (unsigned i = 0; i < ended->n; i++)
    advance(e, ended->items[i]);
  ended->n = 0;
  if (e->arrived.n > 0)
    e->operations->arrive(e, &e->arrived);
  disturb(e);
  for (unsigned i = 0; i < e->sliced.n; i++)
    e->operations->slice(e, e->sliced.items[i]);
  e->sliced.n = 0;
  return true;
}

/* Names the first few ranks that wait, and for what. */
static void report_deadlock(struct tn_engine *e)
{
  GString *text = g_string_new(NULL);
  int n = 0;
  for (unsigned i = 0; i < e->strands->len; i++) {
    const struct tn_sim_strand *s = e->strands->pdata[i];
    if (s->phase == TN_DONE || s->is_agent || n++ >= 4)
      continue;
    if (e->operations->of[tn_engine_operation(s)->kind].describe)
      e->operations->of[tn_engine_operation(s)->kind].describe(e, s, text);
  }
  tn_engine_fail(e, "deadlock at %.3f us: %d strands cannot go on%s%s", e->now * 1e6, n, text->str,
                 n > 4 ? "; and more" : "");
  g_string_free(text, TRUE);
}

void tn_engine_loop(struct tn_engine *e)
{
  enum { MOST = 1 << 23 }; /* far more than operations that take no time can be in a row */
  const bool is_raced = e->point->race.most_avg > 0.0;
  double at = -1.0;
  int n = 0;
  e->actors->pass(e->idle); /* until every actor has asked for something */
  for (int r = 0; r < e->n_ranks; r++)
    tn_engine_ready(e, e->strands->pdata[r]);
  do {
    issue(e);
    tn_pagelocks_rate(&e->locks, &e->events, e->now);
    tn_flows_rate(&e->flows, &e->events, e->now);
    if (e->noise && tn_noise_is_too_much(e->noise))
      tn_engine_fail(e, "more than %d noises by %.6g s (less often, or less of the time)",
                     TN_MOST_NOISES, e->now);
    n = e->now > at ? 0 : n + 1; /* steps that left the clock where it was */
    at = e->now;
    if (n > MOST)
      tn_engine_fail(e,
                     "no progress: the clock stands at %.6g s after %d steps (a parameter is "
                     "too small to move it)",
                     e->now, n);
    if (is_raced && e->operations->exceeds(e))
      e->stop = e->result->is_stopped = true;
  } while (!e->stop && step(e));
  if (!e->stop && e->n_unfinished > 0)
    report_deadlock(e);
}
