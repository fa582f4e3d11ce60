#include "cores.h"

#include "pause.h"

static void grant(struct tn_engine *e, struct tn_share_core *core);

static bool shares(const struct tn_engine *e)
{
  return e->choices.core_sharing.kind != TN_SHARE_NONE;
}

void tn_cores_init(struct tn_engine *e)
{
  const struct tn_places *places = e->point->places;
  struct tn_cores *cores = &e->cores;
  cores->n = shares(e) ? e->n_ranks + places->idle.n : 0;
  cores->of = g_new0(struct tn_share_core, MAX(cores->n, 1));
  for (int i = 0; i < cores->n; i++) {
    tn_event_init(&cores->of[i].event, TN_EVENT_CORE, &cores->of[i]);
    cores->of[i].strands = g_ptr_array_new();
  }
}

void tn_cores_finish(struct tn_engine *e)
{
  for (int i = 0; i < e->cores.n; i++)
    g_ptr_array_unref(e->cores.of[i].strands);
  g_free(e->cores.of);
}

/* The number of a core among ours: of the rank that sits there, or of an idle one behind them. */
static int number_of(const struct tn_engine *e, const struct tn_sim_strand *s, int core)
{
  const struct tn_places *places = e->point->places;
  if (core == TN_CORE_OWN)
    return s->rank;
  if (core ==
      TN_CORE_NEAREST_IDLE) { /* the one with the fewest strands, the first of several; -1: none */
    int best = -1;
    for (int i = e->n_ranks; i < e->cores.n; i++)
      if (best < 0 || e->cores.of[i].n_strands < e->cores.of[best].n_strands)
        best = i;
    return best;
  }
  for (int r = 0; r < places->n; r++)
    if (places->core[r] == core)
      return r;
  for (int i = 0; i < places->idle.n; i++)
    if (places->idle.core[i] == core)
      return e->n_ranks + i;
  return -1;
}

void tn_core_take(struct tn_engine *e, struct tn_sim_strand *s, int core)
{
  const int number = number_of(e, s, core);
  s->noise_rank = number >= 0 && number < e->n_ranks ? number : -1;
  s->core = shares(e) && number >= 0 ? &e->cores.of[number] : NULL;
  if (s->core)
    s->core->n_strands++;
}

/* A strand's operation under way goes on at another speed; a pinning under a lock does not. */
static void change_speed(struct tn_engine *e, struct tn_sim_strand *s, double speed)
{
  const double ratio = s->speed / speed;
  if (s->phase == TN_COPYING && !s->pause.away && ratio != 1.0) {
    const double left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
    s->flow = tn_flows_slowed(&e->flows, s->copying.class, speed);
    tn_flows_add(&e->flows, s->flow, left, e->now, s->order, s);
    s->ideal = (e->now - s->started) * speed + left / s->copying.cap;
  } else if (s->phase != TN_COPYING && s->phase != TN_FETCHING && s->timer.instant &&
             ratio != 1.0) {
    tn_engine_timer(e, s, e->now + (s->timer.time - e->now) * ratio);
  }
  s->speed = speed;
}

/* smt: all strands of the core get their shares anew. */
static void share_out(struct tn_engine *e, struct tn_share_core *core)
{
  const unsigned n = core->strands->len;
  const double speed = n > 0 ? MIN(1.0, e->choices.core_sharing.amount / n) : 1.0;
  if (n > 1)
    tn_engine_price(e, TN_P_CORE_SHARING);
  for (unsigned i = 0; i < n; i++)
    change_speed(e, core->strands->pdata[i], speed);
}

/* slice: the core's strand of the moment can be stopped where it stands. */
static bool can_stop(const struct tn_sim_strand *s)
{
  switch (s->phase) {
  case TN_COPYING:
    return !s->pause.away;
  case TN_READY:
  case TN_QUEUED:
  case TN_LAUNCHED:
  case TN_WAITING:
  case TN_BUSY:
    return true;
  default:
    return false;
  }
}

static void stop(struct tn_engine *e, struct tn_sim_strand *s)
{
  const bool reduces = tn_engine_operation(s)->kind == TN_OP_REDUCE;
  if (s->phase == TN_COPYING) {
    tn_pause_unwatch(e, s);
    s->left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
    tn_engine_spend(e, s, reduces ? TN_REDUCE_PART : TN_COPY, s->started, e->now);
  } else if (s->phase == TN_BUSY) {
    s->left = s->timer.time - e->now;
    tn_events_remove(&e->events, &s->timer);
    tn_engine_spend(e, s, s->part, s->started, e->now);
  } else {
    return;
  }
  s->stopped = true;
  s->started = e->now;
}

/* The strand has its core: goes on with what it was at, or begins. */
static void go_on(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_QUEUED) {
    tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
    s->phase = TN_READY;
    tn_engine_ready(e, s);
  } else if (s->phase == TN_ROUSING && s->stopped) {
    tn_engine_timer(e, s, e->now);
  } else if (s->stopped) {
    tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
    s->started = e->now;
    if (s->phase == TN_COPYING) {
      s->ideal = s->left / s->copying.cap;
      tn_flows_add(&e->flows, s->flow, s->left, e->now, s->order, s);
      tn_pause_watch(e, s);
    } else {
      tn_engine_timer(e, s, e->now + s->left);
    }
  }
  s->stopped = false;
}

/* fold, slice: the core is the strand's. A slice need not end while nobody else is there. */
static void grant(struct tn_engine *e, struct tn_share_core *core)
{
  const bool slices = e->choices.core_sharing.kind == TN_SHARE_SLICE;
  core->current = core->strands->len > 0 ? core->strands->pdata[0] : NULL;
  if (core->strands->len > 1)
    tn_engine_price(e, TN_P_CORE_SHARING);
  tn_events_set(&e->events, &core->event,
                slices && core->strands->len > 1 ? e->now + e->choices.core_sharing.amount
                                                 : INFINITY);
  if (core->current)
    go_on(e, core->current);
}

void tn_core_event(struct tn_engine *e, struct tn_share_core *core)
{
  struct tn_sim_strand *s = core->current;
  const double soon = 1e-6; /* what cannot be stopped is short */
  if (!s || core->strands->len < 2)
    return;
  if (!can_stop(s)) {
    tn_events_set(&e->events, &core->event, e->now + soon);
    return;
  }
  stop(e, s);
  g_ptr_array_remove_index(core->strands, 0);
  g_ptr_array_add(core->strands, s);
  grant(e, core);
}

static void enter(struct tn_engine *e, struct tn_share_core *core, struct tn_sim_strand *s)
{
  g_ptr_array_add(core->strands, s);
  s->on_core = true;
  if (e->choices.core_sharing.kind == TN_SHARE_SMT)
    share_out(e, core);
  else if (core->strands->len == 1)
    core->current = s;
  else if (core->strands->len == 2 && e->choices.core_sharing.kind == TN_SHARE_SLICE)
    tn_events_set(&e->events, &core->event, e->now + e->choices.core_sharing.amount);
}

static void leave(struct tn_engine *e, struct tn_share_core *core, struct tn_sim_strand *s)
{
  g_ptr_array_remove(core->strands, s);
  s->on_core = false;
  s->speed = 1.0;
  if (e->choices.core_sharing.kind == TN_SHARE_SMT)
    share_out(e, core);
  else if (core->current == s)
    grant(e, core);
}

/* Whether the operation is one of somebody who only looks whether he can go on. */
static bool is_wait(const struct tn_sim_strand *s)
{
  const enum tn_op_kind kind = tn_engine_operation(s)->kind;
  return kind == TN_OP_WAIT || kind == TN_OP_JOIN || kind == TN_OP_SYNC || kind == TN_OP_ENTER ||
         kind == TN_OP_LEAVE || kind == TN_OP_END;
}

bool tn_core_admits(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_share_core *core = s->core;
  const bool folds = e->choices.core_sharing.kind == TN_SHARE_FOLD;
  if (!core || (folds && is_wait(s)))
    return true;
  if (!s->on_core)
    enter(e, core, s);
  if (e->choices.core_sharing.kind == TN_SHARE_SMT || core->current == s)
    return true;
  s->phase = TN_QUEUED;
  s->started = e->now;
  return false;
}

void tn_core_settle(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!s->core || !s->on_core)
    return;
  const bool waits = s->phase == TN_WAITING && e->choices.core_sharing.kind == TN_SHARE_FOLD;
  if (waits || s->phase == TN_JOINING || s->phase == TN_MEETING || s->phase == TN_DONE)
    leave(e, s->core, s);
  if (s->phase == TN_DONE)
    s->core->n_strands--;
}

bool tn_core_keeps_away(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!s->core || e->choices.core_sharing.kind != TN_SHARE_SLICE || !s->on_core ||
      s->core->current == s)
    return false;
  s->phase = TN_ROUSING;
  s->stopped = true;
  return true;
}
