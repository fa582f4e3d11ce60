#include "cores.h"

#include "pause.h"

/* A core, or a rank's processing unit, that strands may share. */
struct tn_share_core {
  /* struct tn_sim_strand, in the order in which they get the core */
  GPtrArray *strands;
  struct tn_sim_strand *current; /* strand that has the core; unused with smt */
  struct tn_event event;         /* end of the present slice */
  int n_strands;                 /* number of strands on this core */
};

struct tn_cores {
  int n;
  struct tn_share_core of[]; /* [n] the ranks' cores, then the idle ones */
};

struct tn_core_member {
  struct tn_share_core *of;
  bool on_core;
  /* true if the strand lost the core during an operation, or before it could see a flag */
  bool stopped;
  double left; /* bytes or seconds that are left of a stopped operation */
};

static void grant(struct tn_engine *e, struct tn_share_core *core);

void tn_cores_init(struct tn_engine *e)
{
  const struct tn_places *places = e->point->places;
  const int n = e->n_ranks + places->idle.n;
  if (e->choices.core_sharing.kind == TN_SHARE_NONE)
    return;
  struct tn_cores *cores = e->cores = g_malloc0(sizeof *cores + sizeof cores->of[0] * (size_t)n);
  cores->n = n;
  for (int i = 0; i < n; i++) {
    tn_event_init(&cores->of[i].event, TN_EVENT_CORE, &cores->of[i]);
    cores->of[i].strands = g_ptr_array_new();
  }
}

void tn_cores_finish(struct tn_engine *e)
{
  for (int i = 0; e->cores && i < e->cores->n; i++)
    g_ptr_array_unref(e->cores->of[i].strands);
  g_free(e->cores);
}

/* Returns the index of a core in tn_cores.of: the rank's number if a rank runs on the core, n_ranks
 * + i for idle core i; -1 if there is no such core. */
static int number_of(const struct tn_engine *e, const struct tn_sim_strand *s, int core)
{
  const struct tn_places *places = e->point->places;
  if (core == TN_CORE_OWN)
    return s->rank;
  if (core ==
      /* the idle core with the fewest strands, the first of equals; -1: no idle core */
      TN_CORE_NEAREST_IDLE) {
    int best = -1;
    for (int i = e->n_ranks; e->cores && i < e->cores->n; i++)
      if (best < 0 || e->cores->of[i].n_strands < e->cores->of[best].n_strands)
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
  if (!e->cores || number < 0)
    return;
  s->core = g_new0(struct tn_core_member, 1);
  s->core->of = &e->cores->of[number];
  s->core->of->n_strands++;
}

/* Changes the speed of the strand and of its operation, except for pinning under a lock. */
static void change_speed(struct tn_engine *e, struct tn_sim_strand *s, double speed)
{
  const double ratio = s->speed / speed;
  if (s->phase == TN_COPYING && !s->pause.away && ratio != 1.0) {
    const double left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
    s->flow = tn_flows_slowed(&e->flows, s->class, speed);
    tn_flows_add(&e->flows, s->flow, left, e->now, s->order, s);
    s->ideal = (e->now - s->started) * speed + left / s->cap;
  } else if (s->phase != TN_COPYING && s->phase != TN_FETCHING && s->timer.instant &&
             ratio != 1.0) {
    tn_engine_timer(e, s, e->now + (s->timer.time - e->now) * ratio);
  }
  s->speed = speed;
}

static void share_out(struct tn_engine *e, struct tn_share_core *core)
{
  const unsigned n = core->strands->len;
  const double speed = n > 0 ? MIN(1.0, e->choices.core_sharing.amount / n) : 1.0;
  if (n > 1)
    tn_engine_price(e, TN_P_CORE_SHARING);
  for (unsigned i = 0; i < n; i++)
    change_speed(e, core->strands->pdata[i], speed);
}

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

/* Stops the strand's copy or timer at the end of its slice, and records what is left of it. */
static void stop(struct tn_engine *e, struct tn_sim_strand *s)
{
  const bool reduces = tn_engine_operation(s)->kind == TN_OP_REDUCE;
  if (s->phase == TN_COPYING) {
    tn_pause_unwatch(e, s);
    s->core->left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
    tn_engine_spend(e, s, reduces ? TN_REDUCE_PART : TN_COPY, s->started, e->now);
  } else if (s->phase == TN_BUSY) {
    s->core->left = s->timer.time - e->now;
    tn_events_remove(&e->events, &s->timer);
    tn_engine_spend(e, s, s->part, s->started, e->now);
  } else {
    return;
  }
  s->core->stopped = true;
  s->started = e->now;
}

static void resume_strand(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_QUEUED) {
    tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
    s->phase = TN_READY;
    tn_engine_ready(e, s);
  } else if (s->phase == TN_ROUSING && s->core->stopped) {
    tn_engine_timer(e, s, e->now);
  } else if (s->core->stopped) {
    tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
    s->started = e->now;
    if (s->phase == TN_COPYING) {
      s->ideal = s->core->left / s->cap;
      tn_flows_add(&e->flows, s->flow, s->core->left, e->now, s->order, s);
      tn_pause_watch(e, s);
    } else {
      tn_engine_timer(e, s, e->now + s->core->left);
    }
  }
  s->core->stopped = false;
}

/* Gives the core to the next strand under the policies fold and slice. If the core has one strand
 * only, its slice does not end. */
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
    resume_strand(e, core->current);
}

void tn_core_event(struct tn_engine *e, void *data)
{
  struct tn_share_core *core = data;
  struct tn_sim_strand *s = core->current;
  /* seconds after which the end of the slice is tried again; operations that cannot be stopped are
   * short */
  const double soon = 1e-6;
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
  s->core->on_core = true;
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
  s->core->on_core = false;
  s->speed = 1.0;
  if (e->choices.core_sharing.kind == TN_SHARE_SMT)
    share_out(e, core);
  else if (core->current == s)
    grant(e, core);
}

static bool is_wait(const struct tn_sim_strand *s)
{
  const enum tn_op_kind kind = tn_engine_operation(s)->kind;
  return kind == TN_OP_WAIT || kind == TN_OP_JOIN || kind == TN_OP_SYNC || kind == TN_OP_ENTER ||
         kind == TN_OP_LEAVE || kind == TN_OP_END;
}

bool tn_core_admits(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_share_core *core = s->core ? s->core->of : NULL;
  const bool folds = e->choices.core_sharing.kind == TN_SHARE_FOLD;
  if (!core || (folds && is_wait(s)))
    return true;
  if (!s->core->on_core)
    enter(e, core, s);
  if (e->choices.core_sharing.kind == TN_SHARE_SMT || core->current == s)
    return true;
  s->phase = TN_QUEUED;
  s->started = e->now;
  return false;
}

void tn_core_yield_if_waiting(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!s->core || !s->core->on_core)
    return;
  const bool waits = s->phase == TN_WAITING && e->choices.core_sharing.kind == TN_SHARE_FOLD;
  if (waits || s->phase == TN_JOINING || s->phase == TN_MEETING || s->phase == TN_DONE)
    leave(e, s->core->of, s);
  if (s->phase == TN_DONE)
    s->core->of->n_strands--;
}

bool tn_core_delays_flag(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!s->core || e->choices.core_sharing.kind != TN_SHARE_SLICE || !s->core->on_core ||
      s->core->of->current == s)
    return false;
  s->phase = TN_ROUSING;
  s->core->stopped = true;
  return true;
}
