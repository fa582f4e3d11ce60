#include "engine.h"

#include <limits.h>
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
    tn_list_add(&e->loop->next, s);
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

/* Initialises a strand that has its memory and its index (`order`). */
static void begin_strand(struct tn_engine *e, struct tn_sim_strand *s, int rank)
{
  s->engine = e;
  s->rank = s->noise_rank = rank;
  s->speed = 1.0;
  s->streams.correspondent = -1;
  s->call = e->point->call;
  s->call.rank = rank;
  s->base = (struct tn_strand){ .transport = e->loop->transport, .call = &s->call };
  tn_event_init(&s->timer, TN_EVENT_STRAND, s);
  tn_event_init(&s->pause.event, TN_EVENT_NOISE, s);
  e->loop->operations->begin(s);
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
  e->loop->by_order[s->order] = s;
  s->queue.of = g_new(struct tn_operation, TN_QUEUE);
  g_ptr_array_add(e->strands, s);
  return s;
}

struct tn_sim_strand *tn_engine_strand(struct tn_engine *e, int rank)
{
  /* first strand of the rank that was joined, to be used again; NULL: no such strand */
  struct tn_sim_strand *s = NULL;
  for (unsigned i = e->n_ranks; i < e->strands->len && !s; i++) {
    struct tn_sim_strand *other = e->strands->pdata[i];
    s = other->rank == rank && other->joined ? other : NULL;
  }
  if (s) { /* keep only the strand's index and allocated memory */
    g_free(s->snapshot);
    g_free(s->core);
    *s = (struct tn_sim_strand){ .order = s->order,
                                 .queue.of = s->queue.of,
                                 .copying = s->copying,
                                 .waiting = s->waiting,
                                 .actor = s->actor,
                                 .device = s->device };
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
  if (s->snapshot && e->loop->operations->of[op->kind].end)
    e->loop->operations->of[op->kind].end(e, s, op);
  tn_queue_pass(&s->queue);
  e->result->operations++;
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

static void start(struct tn_engine *e, struct tn_sim_strand *s)
{
  const struct tn_operation *op = tn_engine_operation(s);
  /* Prefetch the strand's next operations, which follow events of other strands. */
  __builtin_prefetch(op + 1);
  __builtin_prefetch(op + 2);
  e->loop->operations->of[op->kind].start(e, s, op);
}

static void advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  e->loop->operations->of[tn_engine_operation(s)->kind].advance(e, s);
  if (s->phase == TN_READY)
    tn_engine_ready(e, s);
}

/* Runs the next steps of strands without queued operations, or resumes their actors at this instant
 * until the actors have queued more operations. */
static void resume_actors(struct tn_engine *e, struct tn_list *drained)
{
  int n = 0;
  for (unsigned i = 0; i < drained->n; i++) {
    struct tn_sim_strand *s = drained->items[i];
    tn_engine_ready(e, s);
    if (!e->loop->operations->step(s))
      drained->items[n++] = s;
  }
  e->loop->n_running = n;
  for (int i = 0; i < n; i++)
    e->loop->operations->resume(drained->items[i]);
  if (n > 0)
    e->loop->actors->pass(e->loop->idle);
}

/* Returns true if the strands are in order, which is the common case. */
static bool is_in_order(const struct tn_list *strands)
{
  int last = -1;
  for (unsigned i = 0; i < strands->n; i++) {
    const int order = ((const struct tn_sim_strand *)strands->items[i])->order;
    if (order < last)
      return false;
    last = order;
  }
  return true;
}

/* Sorts strands by (rank, strand). The orders of strands are distinct small numbers, so the
 * function sets one bit for each and scans the bits. */
static void sort(struct tn_loop *loop, struct tn_list *strands)
{
  unsigned first = UINT_MAX, last = 0, n = 0;
  if (strands->n < 2 || is_in_order(strands))
    return;
  for (unsigned i = 0; i < strands->n; i++) {
    const unsigned order = (unsigned)((const struct tn_sim_strand *)strands->items[i])->order;
    loop->marks[order / 64] |= UINT64_C(1) << order % 64;
    first = MIN(first, order / 64);
    last = MAX(last, order / 64);
  }
  for (unsigned i = first; i <= last; i++) {
    for (uint64_t left = loop->marks[i]; left; left &= left - 1)
      strands->items[n++] = loop->by_order[i * 64 + (unsigned)__builtin_ctzll(left)];
    loop->marks[i] = 0;
  }
}

/* Starts all operations of this instant in rounds, each in the order of (rank, strand). */
static void issue(struct tn_engine *e)
{
  struct tn_loop *loop = e->loop;
  struct tn_list *drained = &loop->drained;
  while (loop->next.n > 0 && !e->stop) {
    struct tn_list *round = &loop->ready;
    const struct tn_list found = loop->next;
    loop->next = *round;
    *round = found;
    sort(loop, round);
    for (unsigned i = 0; i < round->n; i++)
      ((struct tn_sim_strand *)round->items[i])->runnable = false;
    for (unsigned i = 0; i < round->n && !e->stop; i++) {
      struct tn_sim_strand *s = round->items[i];
      while (s->phase == TN_READY && tn_queue_n(&s->queue) > 0 && !e->stop &&
             (!s->core || loop->operations->admits(e, s))) {
        start(e, s);
        if (s->core)
          loop->operations->settle(e, s);
      }
      if (s->phase == TN_READY && s->blocked && tn_queue_n(&s->queue) == 0)
        tn_list_add(drained, s);
    }
    round->n = 0;
    if (drained->n > 0 && !e->stop)
      resume_actors(e, drained);
    drained->n = 0;
  }
}

/* Handles noises that begin or end now, for strands whose operation has not ended. */
static void disturb(struct tn_engine *e)
{
  struct tn_list *disturbed = &e->loop->disturbed;
  sort(e->loop, disturbed);
  for (unsigned i = 0; i < disturbed->n; i++) {
    struct tn_sim_strand *s = disturbed->items[i];
    if (s->pause.due)
      e->loop->operations->disturb(e, s);
  }
  disturbed->n = 0;
}

/* Advances to the next instant and ends the due operations. Returns false if there is no event. */
static bool step(struct tn_engine *e)
{
  const struct tn_event *first = tn_events_first(&e->events);
  if (!first)
    return false;
  e->now = first->time;
  const double instant = tn_engine_instant(e), limit = e->now + instant, slack = 2.0 * instant;
  struct tn_loop *loop = e->loop;
  struct tn_list *ended = &loop->ready;
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
        tn_list_add(tn_engine_is_transfer(who) ? &loop->arrived : ended, who);
      break;
    case TN_EVENT_TRANSFER:
      tn_list_add(&loop->arrived, event->owner);
      break;
    case TN_EVENT_LOCK:
      while ((who = tn_pagelock_take(&e->locks, event->owner, e->now, slack)))
        tn_list_add(ended, who);
      break;
    case TN_EVENT_NOISE:
      ((struct tn_sim_strand *)event->owner)->pause.due = true;
      tn_list_add(&loop->disturbed, event->owner);
      break;
    case TN_EVENT_CORE:
      tn_list_add(&loop->sliced, event->owner);
      break;
    }
  }
  sort(loop, ended);
  for (unsigned i = 0; i < ended->n; i++)
    advance(e, ended->items[i]);
  ended->n = 0;
  if (loop->arrived.n > 0)
    loop->operations->arrive(e, &loop->arrived);
  disturb(e);
  for (unsigned i = 0; i < loop->sliced.n; i++)
    loop->operations->slice(e, loop->sliced.items[i]);
  loop->sliced.n = 0;
  return true;
}

static void report_deadlock(struct tn_engine *e)
{
  GString *text = g_string_new(NULL);
  int n = 0;
  for (unsigned i = 0; i < e->strands->len; i++) {
    const struct tn_sim_strand *s = e->strands->pdata[i];
    if (s->phase == TN_DONE || s->is_agent || n++ >= 4)
      continue;
    if (e->loop->operations->of[tn_engine_operation(s)->kind].describe)
      e->loop->operations->of[tn_engine_operation(s)->kind].describe(s, text);
  }
  tn_engine_fail(e, "deadlock at %.3f us: %d strands cannot continue%s%s", e->now * 1e6, n,
                 text->str, n > 4 ? "; and more" : "");
  g_string_free(text, TRUE);
}

void tn_loop_init(struct tn_loop *loop, int n_ranks)
{
  loop->by_order = g_new0(struct tn_sim_strand *, n_ranks * TN_MAX_STRANDS);
  loop->marks = g_new0(uint64_t, n_ranks * TN_MAX_STRANDS / 64 + 1);
  loop->idle = loop->actors->gate_new();
}

void tn_loop_finish(struct tn_loop *loop)
{
  g_free(loop->by_order);
  g_free(loop->marks);
  tn_list_finish(&loop->ready);
  tn_list_finish(&loop->next);
  tn_list_finish(&loop->drained);
  tn_list_finish(&loop->arrived);
  tn_list_finish(&loop->disturbed);
  tn_list_finish(&loop->sliced);
  loop->actors->gate_free(loop->idle);
}

void tn_loop_run(struct tn_engine *e)
{
  enum { MOST = 1 << 23 }; /* far more steps than any run makes without advancing the clock */
  const bool is_raced = e->point->race.most_avg > 0.0;
  double at = -1.0;
  int n = 0;
  e->loop->actors->pass(e->loop->idle);
  for (int r = 0; r < e->n_ranks; r++)
    tn_engine_ready(e, e->strands->pdata[r]);
  do {
    issue(e);
    tn_pagelocks_rate(&e->locks, &e->events, e->now);
    tn_flows_rate(&e->flows, &e->events, e->now);
    if (e->noise && tn_noise_is_too_much(e->noise))
      tn_engine_fail(e, "more than %d noises by %.6g s (use a lower rate or shorter noise)",
                     TN_MAX_NOISES, e->now);
    n = e->now > at ? 0 : n + 1; /* number of consecutive steps that did not advance the clock */
    at = e->now;
    if (n > MOST)
      tn_engine_fail(
          e,
          "no progress: the clock is at %.6g s for %d steps (a parameter is too small to move it)",
          e->now, n);
    if (is_raced && e->loop->operations->exceeds(e))
      e->stop = e->result->is_stopped = true;
  } while (!e->stop && step(e));
  if (!e->stop && e->loop->n_unfinished > 0)
    report_deadlock(e);
}
