/* Flags and the cache lines they live in: a post upgrades the line, a sight fetches it, the home
 * serves readers one after another (design.md 3.5, as far as this step goes). */
#include "contention/line.h"
#include "engine.h"

static struct tn_flag *flag_get(struct tn_engine *e, int rank, int slot)
{
  g_assert(slot >= 0 && slot < e->n_slots && rank >= 0 && rank < e->n_ranks);
  struct tn_lines *lines = &e->lines[rank];
  if (!lines->flags) {
    lines->flags = g_new0(struct tn_flag *, e->n_slots);
    lines->busy = g_new0(double, e->n_slots / e->slots_per_line + 1);
  }
  if (!lines->flags[slot]) {
    lines->flags[slot] = g_new0(struct tn_flag, 1);
    lines->flags[slot]->sharers_worst = -1;
  }
  return lines->flags[slot];
}

void tn_flags_finish(struct tn_engine *e)
{
  for (int r = 0; r < e->n_ranks; r++) {
    for (int i = 0; e->lines[r].flags && i < e->n_slots; i++)
      g_free(e->lines[r].flags[i]);
    g_free(e->lines[r].flags);
    g_free(e->lines[r].busy);
  }
  g_free(e->lines);
}

uint64_t tn_flag_value(const struct tn_engine *e, int rank, int slot)
{
  const struct tn_lines *lines = &e->lines[rank];
  return lines->flags && lines->flags[slot] ? lines->flags[slot]->value : 0;
}

static double price(const struct tn_engine *e, int i, int j)
{
  return i == j || e->point->ideal ? 0.0 : e->latency[tn_engine_distance(e, i, j)];
}

static void share(struct tn_engine *e, struct tn_flag *f, int owner, int reader)
{
  if (owner != reader)
    f->sharers_worst = MAX(f->sharers_worst, (int)tn_engine_distance(e, owner, reader));
}

/* The strand, which has waited since s->started, sees the flag that is visible from f->visible (or
 * was before it waited): fetches the line and goes on. */
void tn_flag_see(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag *f = s->sight.flag;
  const int rank = s->sight.rank, slot = s->sight.slot;
  const double visible = s->sight.visible;
  const bool at_hand = s->fetched == f && s->fetched_version == f->version && visible <= s->started;
  double cost = at_hand ? 0.0 : price(e, s->rank, rank);
  double end = MAX(visible, e->now);
  if (cost > 0.0) {
    double *busy = &e->lines[rank].busy[slot / e->slots_per_line];
    if (s->load_end == e->now && visible <= e->now)
      cost = MIN(cost, tn_line_next(cost, e->line_mlp, e->line_occupancy));
    end = MAX(end, *busy);
    *busy = end + e->line_occupancy;
    end = tn_noise_end(e, s, end, cost);
    share(e, f, rank, s->rank);
  }
  tn_engine_spend(e, s, TN_SYNC, MAX(s->started, visible), end);
  s->fetched = f;
  s->fetched_version = f->version;
  s->load_end = end;
  if (end <= e->now) {
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_FETCHING;
  tn_engine_timer(e, s, end);
}

/* Takes over the poster's path, and sees the flag at once or, under noise, at its end: the line is
 * asked for only then. */
static void fetch(struct tn_engine *e, struct tn_sim_strand *s, struct tn_flag *f, int rank,
                  int slot, double visible)
{
  const double from = MAX(visible, e->now);
  const double awake = tn_noise_end(e, s, from, 0.0);
  if (visible > s->started)
    memcpy(s->parts, f->parts, sizeof f->parts);
  s->sight = (struct tn_sight){ f, rank, slot, visible };
  if (awake <= from) {
    tn_flag_see(e, s);
    return;
  }
  s->phase = TN_ROUSING;
  tn_engine_timer(e, s, awake);
}

static void unlink_all(struct tn_sim_strand *s)
{
  for (int i = 0; i < s->n_waits; i++) {
    struct tn_waiter *w = &s->waits[i];
    *w->link = w->next;
    if (w->next)
      w->next->link = w->link;
  }
  s->n_waits = 0;
}

static int by_strand(const void *a, const void *b)
{
  const struct tn_waiter *const *x = a, *const *y = b;
  return ((*x)->strand->order > (*y)->strand->order) - ((*x)->strand->order < (*y)->strand->order);
}

/* Serves the waiters whose values have been reached, in (rank, strand) order. */
static void wake(struct tn_engine *e, struct tn_flag *f, int rank, int slot)
{
  GPtrArray *woken = e->woken;
  for (struct tn_waiter *w = f->waiters; w; w = w->next)
    if (w->value <= f->value)
      g_ptr_array_add(woken, w);
  if (woken->len > 1)
    qsort(woken->pdata, woken->len, sizeof woken->pdata[0], by_strand);
  for (unsigned i = 0; i < woken->len; i++) {
    const struct tn_waiter *w = woken->pdata[i];
    struct tn_sim_strand *s = w->strand;
    s->answer = (uint64_t)(w - s->waits);
    unlink_all(s);
    fetch(e, s, f, rank, slot, f->visible);
    if (s->phase == TN_READY)
      tn_engine_ready(e, s);
  }
  g_ptr_array_set_size(woken, 0);
}

static void change(struct tn_engine *e, struct tn_sim_strand *s, struct tn_flag *f, uint64_t value,
                   double visible)
{
  if (f->visible <= e->now)
    f->before = f->value;
  f->value = value;
  f->visible = visible;
  f->version++;
  f->sharers_worst = -1;
  memcpy(f->parts, s->parts, sizeof f->parts);
  const double from = MAX(e->now, e->call_start);
  if (visible > from)
    f->parts[TN_SYNC] += visible - from;
}

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, int rank, int slot, uint64_t value)
{
  struct tn_flag *f = flag_get(e, rank, slot);
  g_assert(value >= f->value);
  double visible = e->now;
  if (!e->point->ideal) {
    const double upgrade = f->sharers_worst < 0 ? 0.0 : e->latency[f->sharers_worst];
    visible = MAX(e->now + upgrade, s->store_free);
    s->store_free = visible + tn_line_next(upgrade, e->line_mlp, 0.0);
  }
  change(e, s, f, value, visible);
  wake(e, f, rank, slot);
}

/* When the condition holds: the past or now, a time to come, or infinity. */
static double holds_at(struct tn_engine *e, const struct tn_cond *cond)
{
  const struct tn_flag *f = flag_get(e, cond->rank, cond->slot);
  if (e->now < f->visible && f->before >= cond->value)
    return 0.0;
  return f->value >= cond->value ? f->visible : INFINITY;
}

static void enlist(struct tn_engine *e, struct tn_sim_strand *s, int n, const struct tn_cond *conds)
{
  if (n > s->max_waits) {
    s->waits = g_renew(struct tn_waiter, s->waits, n);
    s->max_waits = n;
  }
  s->n_waits = n;
  for (int i = 0; i < n; i++) {
    struct tn_flag *f = flag_get(e, conds[i].rank, conds[i].slot);
    struct tn_waiter *w = &s->waits[i];
    *w = (struct tn_waiter){ .strand = s, .next = f->waiters, .link = &f->waiters,
                             .rank = conds[i].rank, .slot = conds[i].slot,
                             .value = conds[i].value };
    if (w->next)
      w->next->link = &w->next;
    f->waiters = w;
    share(e, f, conds[i].rank, s->rank);
  }
  s->phase = TN_WAITING;
}

void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, int n, const struct tn_cond *conds)
{
  s->started = e->now;
  int first = 0;
  double soonest = INFINITY;
  for (int i = 0; i < n && soonest > e->now; i++) {
    const double at = holds_at(e, &conds[i]);
    if (at < soonest) {
      soonest = at;
      first = i;
    }
  }
  if (isinf(soonest)) {
    enlist(e, s, n, conds);
    return;
  }
  s->answer = (uint64_t)first;
  fetch(e, s, flag_get(e, conds[first].rank, conds[first].slot), conds[first].rank,
        conds[first].slot, soonest);
}

void tn_flag_fetch_add(struct tn_engine *e, struct tn_sim_strand *s, int rank, int slot, uint64_t n)
{
  struct tn_flag *f = flag_get(e, rank, slot);
  double *busy = &e->lines[rank].busy[slot / e->slots_per_line];
  double end = e->now;
  if (!e->point->ideal) {
    const enum tn_distance distance = tn_engine_distance(e, s->rank, rank);
    end = MAX(e->now, *busy) + e->point->values[TN_P_ATOMIC_LATENCY + distance];
    *busy = end;
  }
  s->answer = f->value;
  s->started = e->now;
  change(e, s, f, f->value + n, end);
  wake(e, f, rank, slot);
  if (end <= e->now) {
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_BUSY;
  s->part = TN_SYNC;
  tn_engine_timer(e, s, tn_noise_end(e, s, end, 0.0));
}
