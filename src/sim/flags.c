/* Flags and their lines (contention/line.h): strands that wait for any flag of a line read the line
 * again after each post. */
#include "flags.h"

#include "cores.h"
#include "slices.h"
#include "watch.h"

/* Returns true if the strand read this queue entry in an earlier wait. A read takes `seconds`. */
static bool looked_at(struct tn_sim_strand *s, double seconds)
{
  struct tn_polling *p = &s->waiting->polling;
  const double since = p->until - s->waiting->seen_flag.visible;
  if (!s->waiting->seen_flag.queued || s->waiting->seen_flag.visible >= s->started ||
      MIN(since, p->spare) < seconds)
    return false;
  p->spare -= seconds;
  return true;
}

/* Reads the line and returns the end, noise included. Entries of a queue are adjacent in memory, so
 * the last read also fetched the entries that were visible then. */
static double load(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->waiting->seen_flag.flag->line;
  const double visible = s->waiting->seen_flag.visible, from = MAX(visible, e->now);
  const bool at_hand = s->waiting->fetched == line &&
                       s->waiting->fetched_version == line->version && visible <= s->started;
  s->streams.opened = false;
  if (at_hand || e->point->ideal || s->kernel_runs)
    return from;
  const bool overlaps = (s->waiting->load_end == e->now && visible <= e->now) ||
                        (s->waiting->seen_flag.queued && visible <= s->waiting->polling.looked);
  struct tn_line_fetch f = tn_line_read(&e->flags->law, &line->state, s->rank, from, overlaps);
  f.seconds *= MAX(1, s->waiting->seen_flag.fragments);
  tn_flags_note_line(e, &line->state);
  s->streams.opened = looked_at(s, f.begin + f.seconds - from);
  if (s->streams.opened)
    return from;
  if (s->waiting->seen_flag.queued)
    s->waiting->polling.looked = f.begin;
  return f.begin > from || f.seconds > 0.0 ? tn_engine_end(e, s, f.begin, f.seconds) : from;
}

/* Reads the line of the awaited flag and continues the strand, which has waited since s->started.
 * The flag is visible from s->waiting->seen_flag.visible, which may be before the wait. */
static void read_seen_flag(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->waiting->seen_flag.flag->line;
  const double visible = s->waiting->seen_flag.visible;
  const double end = load(e, s);
  tn_engine_spend(e, s, TN_SYNC, MAX(s->started, visible), end);
  tn_log_seen_flag(e, s, MAX(s->started, visible), end);
  s->waiting->fetched = line;
  s->waiting->fetched_version = line->version;
  s->waiting->load_end = end;
  if (end <= e->now) {
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_FETCHING;
  tn_engine_timer(e, s, end);
}

/* Continues the poster's critical path. Reads the flag when noise on the core is over. */
static void fetch(struct tn_engine *e, struct tn_sim_strand *s, struct tn_flag *f, double visible,
                  bool queued, unsigned fragments)
{
  const double from = MAX(visible, e->now);
  const double awake = tn_engine_end(e, s, from, 0.0);
  if (visible > s->started) {
    memcpy(s->parts, tn_flag_path(e, f)->parts, sizeof s->parts);
    tn_log_wait(e, s, f, visible);
    if (queued) {
      s->waiting->polling.spare += visible - s->started;
      s->waiting->polling.until = visible;
    }
  }
  s->waiting->seen_flag = (struct tn_seen_flag){ f, visible, queued, fragments };
  if (tn_core_delays_flag(e, s))
    return;
  if (awake <= from) {
    read_seen_flag(e, s);
    return;
  }
  s->phase = TN_ROUSING;
  tn_engine_timer(e, s, awake);
}

static int by_strand(const void *a, const void *b)
{
  const struct tn_waiter *const *x = a, *const *y = b;
  const int i = (*x)->strand->order, j = (*y)->strand->order;
  if (i == j && (*x)->urgent != (*y)->urgent)
    return (*x)->urgent ? -1 : 1;
  /* sorts conditions of one strand by their index */
  return i != j ? (i > j) - (i < j) : (*x > *y) - (*x < *y);
}

/* Ends a strand's wait because `w` holds: removes its other conditions, and reads the flag. */
static void serve(struct tn_engine *e, const struct tn_waiter *w)
{
  struct tn_sim_strand *s = w->strand;
  const struct tn_waiter *first = w->stays ? s->waiting->watch->waits : s->waiting->waits;
  const bool queued = w->queued;
  const unsigned fragments = w->fragments;
  struct tn_flag *f = w->flag;
  s->waiting->passed = 0;
  if (e->point->values[TN_P_MATCH_TIME] > 0.0)
    for (const struct tn_waiter *before = first; before < w; before++)
      s->waiting->passed += before->queued; /* receives before w, without a message yet */
  if (w->stays) {
    s->place = (int)(w - first);
    s->waiting->watch->is_waiting = false;
  } else {
    s->answer = (uint64_t)(w - first);
    for (int i = 0; i < s->waiting->n; i++)
      tn_waiter_unlink(&s->waiting->waits[i]);
    s->waiting->n = 0;
  }
  fetch(e, s, f, f->visible, queued, fragments);
  if (s->phase == TN_READY)
    tn_engine_ready(e, s);
}

/* Continues, in the order of (rank, strand), the strands that wait for a value reached by now. */
static void wake(struct tn_engine *e, const struct tn_flag *f)
{
  struct tn_list *woken = &e->flags->woken;
  struct tn_flag_line *line = f->line;
  for (struct tn_waiter *w = line->waiters; w; w = w->next) {
    const bool holds = w->flag == f && w->value <= f->value;
    if (holds && w->stays)
      tn_waiter_holds(w);
    if (!tn_waiter_is_waiting(w))
      continue;
    if (holds)
      tn_list_add(woken, w);
    if (e->flags->law.shared_remote > 0.0)
      tn_line_poll(&e->flags->law, &line->state, w->strand->rank);
  }
  if (woken->n > 1)
    qsort(woken->items, woken->n, sizeof woken->items[0], by_strand);
  for (unsigned i = 0; i < woken->n; i++) {
    const struct tn_waiter *w = woken->items[i];
    /* skip a strand that another condition on this flag has continued */
    if (w->strand->phase == TN_WAITING)
      serve(e, w);
  }
  woken->n = 0;
  /* Strands that still wait for a flag of this line read it again. */
  for (struct tn_waiter *w = e->point->ideal ? NULL : line->waiters; w; w = w->next)
    if (tn_waiter_is_waiting(w))
      tn_line_poll_again(&e->flags->law, &line->state, w->strand->rank);
    else
      tn_waiter_missed(w);
}

/* Gives the flag a new value, visible from `visible` on, with its critical path. */
static void change(struct tn_engine *e, const struct tn_flag_origin *from, struct tn_flag *f,
                   uint64_t value, double visible)
{
  g_assert(value >= f->value);
  if (f->visible <= e->now)
    f->before = f->value;
  f->value = value;
  f->visible = visible;
  f->poster = from->sender;
  struct tn_flag_path *path = tn_flag_path_new(e, f, visible);
  path->posted = from->sent;
  path->by_network = from->by_network;
  memcpy(path->parts, from->parts, sizeof path->parts);
  const double begin = MAX(e->now, e->call_start);
  if (visible > begin)
    path->parts[TN_SYNC] += visible - begin;
}

/* Writes the line on the core of `rank`. Returns the time when others see the value. */
static double write_line(struct tn_engine *e, struct tn_flag *f, int rank, double *store)
{
  if (e->point->ideal)
    return e->now;
  struct tn_line *line = &f->line->state;
  const double before = line->since;
  const double visible = MAX(e->now, tn_line_write(&e->flags->law, line, rank, e->now, store));
  f->line->version += line->since != before;
  tn_flags_note_line(e, line);
  return visible;
}

/* Posts a flag. The lines of an agent's flags are in its rank's caches. */
void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const int rank = op->u.flag.rank;
  const struct tn_flag_origin own = { s, s->parts, e->now, false };
  struct tn_flag *f = tn_flag_get(e, rank, op->u.flag.slot);
  change(e, &own, f, op->u.flag.value, write_line(e, f, rank, &s->store_seen));
  wake(e, f);
  tn_engine_done(e, s);
}

void tn_flag_land(struct tn_engine *e, const struct tn_flag_origin *from, struct tn_cond flag)
{
  struct tn_flag *f = tn_flag_get(e, flag.rank, flag.slot);
  double store = 0.0;
  change(e, from, f, flag.value, from->by_network ? write_line(e, f, flag.rank, &store) : e->now);
  wake(e, f);
}

/* Returns how many receives are tried before receive `at`: those before it without a message at
 * time `seen`, and those after it with a message before that time. */
static int count_passed(struct tn_engine *e, int n, const struct tn_cond *conds, int at,
                        double seen)
{
  int passed = 0;
  if (e->point->values[TN_P_MATCH_TIME] <= 0.0 || !conds[at].queued)
    return 0;
  for (int i = 0; i < n; i++) {
    const double there =
        tn_flag_holds_at(e, tn_flag_get(e, conds[i].rank, conds[i].slot), conds[i].value);
    passed += conds[i].queued && (i < at ? there > seen : there < seen);
  }
  return passed;
}

/* Waits for one of n conditions: reads the flag that is visible first, or waits. */
static void wait_for(struct tn_engine *e, struct tn_sim_strand *s, int n,
                     const struct tn_cond *conds)
{
  s->started = e->now;
  int first = 0;
  double soonest = INFINITY;
  if (n > s->waiting->room) {
    s->waiting->waits = g_renew(struct tn_waiter, s->waiting->waits, n);
    s->waiting->room = n;
  }
  for (int i = 0; i < n && soonest > e->now; i++) {
    s->waiting->waits[i] = tn_waiter_of(e, s, &conds[i]);
    const double at = tn_flag_holds_at(e, s->waiting->waits[i].flag, conds[i].value);
    if (at < soonest) {
      soonest = at;
      first = i;
    }
  }
  if (isinf(soonest)) {
    s->waiting->n = n;
    for (int i = 0; i < n; i++) {
      struct tn_waiter *w = &s->waiting->waits[i];
      tn_waiter_link(w);
      if (!e->point->ideal && !s->kernel_runs)
        tn_line_read(&e->flags->law, &w->flag->line->state, s->rank, e->now, false);
    }
    s->phase = TN_WAITING;
    return;
  }
  s->answer = (uint64_t)first;
  s->waiting->passed = count_passed(e, n, conds, first, soonest);
  fetch(e, s, s->waiting->waits[first].flag, soonest, conds[first].queued, conds[first].fragments);
}

static void wait_for_set(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set)
{
  double at;
  s->started = e->now;
  tn_watch_follow(e, s, set);
  const struct tn_waiter *w = tn_watch_soonest(e, s, &at);
  if (!w) {
    tn_watch_begin(e, s);
    s->phase = TN_WAITING;
    return;
  }
  s->place = (int)(w - s->waiting->watch->waits);
  s->waiting->passed = tn_watch_passed(e, w, at);
  fetch(e, s, w->flag, at, w->queued, w->fragments);
}

void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  if (op->n_src != 1 && op->u.wait.set) {
    wait_for_set(e, s, op->u.wait.set);
    return;
  }
  if (op->n_src != 1) {
    wait_for(e, s, op->u.wait.n, op->u.wait.conds);
    return;
  }
  const struct tn_cond one = { .rank = op->u.flag.rank,
                               .slot = op->u.flag.slot,
                               .value = op->u.flag.value,
                               .queued = op->u.flag.queued,
                               .fragments = op->u.flag.fragments };
  wait_for(e, s, 1, &one);
}

void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_ROUSING)
    read_seen_flag(e, s);
  else
    tn_engine_done(e, s);
}

/* Begins the next atomic addition: that of a random waiting strand, whatever its distance. */
static void add_next(struct tn_engine *e, struct tn_flag_line *line)
{
  struct tn_adders *adders = line->adders;
  adders->served = NULL;
  if (adders->waiting->len == 0)
    return;
  const unsigned i = (unsigned)(tn_random_uniform(&adders->arbiter) * adders->waiting->len);
  struct tn_sim_strand *s = g_ptr_array_remove_index_fast(adders->waiting, i);
  adders->served = s;
  e->flags->adds = true;
  const double end = tn_line_add(&e->flags->law, &line->state, s->rank, e->now);
  e->flags->adds = false;
  tn_flags_note_line(e, &line->state);
  tn_engine_timer(e, s, end);
}

/* Adds the summand to the counter; other strands see the sum from `now` on. */
static void add(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag *f = s->waiting->seen_flag.flag;
  const uint64_t before = f->value;
  tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
  tn_log_timed(e, s);
  f->line->version++;
  change(e, &(struct tn_flag_origin){ s, s->parts, e->now, false }, f, before + s->answer, e->now);
  s->answer = before;
  wake(e, f);
}

/* Completes an addition; the strand continues after noise on its core. */
static void added(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->waiting->seen_flag.flag->line;
  add(e, s);
  add_next(e, line);
  const double awake = tn_engine_end(e, s, e->now, 0.0);
  if (awake <= e->now) {
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_BUSY;
  s->part = TN_SYNC;
  s->started = e->now;
  tn_engine_timer(e, s, awake);
}

void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const int rank = op->u.flag.rank, slot = op->u.flag.slot;
  struct tn_flag_line *line = tn_flag_get(e, rank, slot)->line;
  s->waiting->seen_flag =
      (struct tn_seen_flag){ .flag = tn_flag_get(e, rank, slot), .visible = e->now };
  s->answer = op->u.flag.value;
  s->started = e->now;
  if (e->point->ideal) {
    add(e, s);
    tn_engine_done(e, s);
    return;
  }
  s->phase = TN_ADDING;
  if (!line->adders) {
    line->adders = g_new0(struct tn_adders, 1);
    line->adders->waiting = g_ptr_array_new();
    line->adders->arbiter = tn_random_make(
        e->point->seed, (uint64_t)rank * (uint64_t)e->flags->n_slots + (uint64_t)slot);
  }
  g_ptr_array_add(line->adders->waiting, s);
  if (!line->adders->served)
    add_next(e, line);
}

void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_ADDING)
    added(e, s);
  else
    tn_engine_timed_end(e, s);
}

void tn_flag_wait_describe(const struct tn_sim_strand *s, GString *text)
{
  const struct tn_waiter *w = s->waiting->n > 0 ? s->waiting->waits : s->waiting->watch->waits;
  while (!w->link)
    w++;
  const uint64_t value = w->flag->value;
  if (w->value >> 32 == 0) {
    g_string_append_printf(text, "; rank %d waits for flag %d of rank %d to reach %u (it is at %u)",
                           s->rank, w->slot, w->rank, (unsigned)w->value, (unsigned)value);
    return;
  }
  g_string_append_printf(text,
                         "; rank %d waits for flag %d of rank %d to reach step %u of call %u "
                         "(it is at step %u of call %u)",
                         s->rank, w->slot, w->rank, (unsigned)w->value, (unsigned)(w->value >> 32),
                         (unsigned)value, (unsigned)(value >> 32));
}
