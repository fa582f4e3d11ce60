/* Flags and the cache lines they live in (contention/line.h): a post writes the line, a sight reads
 * it, and who waits for one flag of a line reads it again whenever another is written. */
#include "flags.h"

#include "cores.h"
#include "slices.h"

#define LINES_PER_BLOCK 64

/* Whoever asks for a distance charges by its class. */
static int distance(const void *context, int i, int j)
{
  struct tn_engine *e = (struct tn_engine *)context;
  const enum tn_distance d = tn_engine_distance(e, i, j);
  g_assert(d < TN_N_DISTANCES);
  tn_engine_price(e, (e->flags->adds ? TN_P_ATOMIC_LATENCY : TN_P_LINE_LATENCY) + d);
  return (int)d;
}

/* How many lines a core has under way. */
static enum tn_param mlp_of(const struct tn_engine *e)
{
  return e->point->algorithm->fenced ? TN_P_FENCED_MLP : TN_P_LINE_MLP;
}

/* A line is read or written. */
static void note_line(struct tn_engine *e, const struct tn_line *line)
{
  tn_engine_price(e, TN_P_LINE_OCCUPANCY);
  tn_engine_price(e, mlp_of(e));
  tn_engine_price(e, TN_P_LINE_SIZE);
  tn_engine_price(e, TN_P_FLAG_HOME);
  if (line->is_remote) {
    tn_engine_price(e, TN_P_SHARED_REMOTE);
    tn_engine_price(e, TN_P_LINE_LATENCY + TN_OTHER_PACKAGE);
  }
}

/* The first rank of each rank's node. */
static int *find_creators(const struct tn_engine *e)
{
  const int *node = e->point->places->node;
  int *first = g_new(int, e->n_ranks), *creators = g_new(int, e->n_ranks);
  for (int r = e->n_ranks - 1; r >= 0; r--)
    first[node[r]] = r;
  for (int r = 0; r < e->n_ranks; r++)
    creators[r] = first[node[r]];
  g_free(first);
  return creators;
}

void tn_flags_init(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  const double *v = point->values;
  e->flags = g_new0(struct tn_flags, 1);
  e->flags->creators = e->choices.flag_home == TN_FLAG_OF_CREATOR ? find_creators(e) : NULL;
  e->flags->law = (struct tn_line_law){ .distance = distance,
                                        .context = e,
                                        .latency = v + TN_P_LINE_LATENCY,
                                        .atomic = v + TN_P_ATOMIC_LATENCY,
                                        .llc = point->places->llc,
                                        .package = point->places->package,
                                        .llc_class = TN_SAME_LLC,
                                        .remote_class = TN_OTHER_PACKAGE,
                                        .creator = e->flags->creators,
                                        .occupancy = v[TN_P_LINE_OCCUPANCY],
                                        .mlp = v[mlp_of(e)],
                                        .shared_remote = v[TN_P_SHARED_REMOTE] };
  e->flags->slots_per_line = (int)v[TN_P_LINE_SIZE] / 8;
  e->flags->n_slots = MAX(1, tn_bench_slots(e->bench, &point->call));
  e->flags->n_blocks = (e->flags->n_slots - 1) / e->flags->slots_per_line / LINES_PER_BLOCK + 1;
  e->flags->lines = g_new0(struct tn_lines, e->n_ranks);
}

/* Where a rank's line is noted. */
static struct tn_flag_line **line_place(struct tn_engine *e, int rank, int number)
{
  struct tn_lines *own = &e->flags->lines[rank];
  if (!own->blocks)
    own->blocks = g_new0(struct tn_flag_line **, e->flags->n_blocks);
  struct tn_flag_line ***block = &own->blocks[number / LINES_PER_BLOCK];
  if (!*block)
    *block = g_new0(struct tn_flag_line *, LINES_PER_BLOCK);
  return &(*block)[number % LINES_PER_BLOCK];
}

/* A new line, by its first flag. */
static struct tn_flag_line *line_new(int rank, int at)
{
  struct tn_flag_line *line = g_new0(struct tn_flag_line, 1);
  line->state.owner = rank;
  line->at = at;
  line->only.line = line;
  return line;
}

/* A flag of a line that has others. */
static struct tn_flag *flag_of_many(struct tn_flag_line *line, int at, int n)
{
  if (!line->many) {
    line->many = g_new0(struct tn_flag *, n);
    line->many[line->at] = &line->only;
  }
  if (!line->many[at]) {
    line->many[at] = g_new0(struct tn_flag, 1);
    line->many[at]->line = line;
  }
  return line->many[at];
}

static struct tn_flag *flag_get(struct tn_engine *e, int rank, int slot)
{
  g_assert(slot >= 0 && slot < e->flags->n_slots && rank >= 0 && rank < e->n_ranks);
  const int n = e->flags->slots_per_line, at = slot % n;
  struct tn_flag_line **line = line_place(e, rank, slot / n);
  if (!*line)
    *line = line_new(rank, at);
  return (*line)->at == at ? &(*line)->only : flag_of_many(*line, at, n);
}

static void line_free(struct tn_flag_line *line, int n)
{
  tn_line_finish(&line->state);
  if (line->adders)
    g_ptr_array_unref(line->adders->waiting);
  g_free(line->adders);
  for (int i = 0; line->many && i < n; i++)
    if (i != line->at)
      g_free(line->many[i]);
  g_free(line->many);
  g_free(line);
}

void tn_flags_finish(struct tn_engine *e)
{
  g_free(e->flags->creators);
  for (int r = 0; r < e->n_ranks; r++) {
    struct tn_flag_line ***blocks = e->flags->lines[r].blocks;
    for (int b = 0; blocks && b < e->flags->n_blocks; b++) {
      for (int i = 0; blocks[b] && i < LINES_PER_BLOCK; i++)
        if (blocks[b][i])
          line_free(blocks[b][i], e->flags->slots_per_line);
      g_free(blocks[b]);
    }
    g_free(blocks);
  }
  g_free(e->flags->lines);
  g_free(e->flags);
}

/* Whether the strand has looked at the entry of its queue, which takes `seconds`, while it waited
 * for another one. */
static bool looked_at(struct tn_sim_strand *s, double seconds)
{
  struct tn_polling *p = &s->polling;
  const double since = p->until - s->sight.visible;
  if (!s->sight.queued || s->sight.visible >= s->started || MIN(since, p->spare) < seconds)
    return false;
  p->spare -= seconds;
  return true;
}

/* Reads the line; the part of the wait that is the line's own, as noise would stretch it. Entries of
 * a queue lie side by side: what was there when the last one was asked for came with it. */
static double load(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->sight.flag->line;
  const double visible = s->sight.visible, from = MAX(visible, e->now);
  const bool at_hand =
      s->fetched == line && s->fetched_version == line->version && visible <= s->started;
  s->opened = false;
  if (at_hand || e->point->ideal)
    return from;
  const bool overlaps = (s->load_end == e->now && visible <= e->now) ||
                        (s->sight.queued && visible <= s->polling.looked);
  struct tn_line_fetch f = tn_line_read(&e->flags->law, &line->state, s->rank, from, overlaps);
  f.seconds *= MAX(1, s->sight.fragments);
  note_line(e, &line->state);
  s->opened = looked_at(s, f.begin + f.seconds - from);
  if (s->opened)
    return from;
  if (s->sight.queued)
    s->polling.looked = f.begin;
  return f.begin > from || f.seconds > 0.0 ? tn_engine_end(e, s, f.begin, f.seconds) : from;
}

/* The strand, which has waited since s->started, sees the flag that is visible from
 * s->sight.visible (or was before it waited): fetches the line and goes on. */
static void see(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->sight.flag->line;
  const double visible = s->sight.visible;
  const double end = load(e, s);
  tn_engine_spend(e, s, TN_SYNC, MAX(s->started, visible), end);
  tn_log_sight(e, s, MAX(s->started, visible), end);
  s->fetched = line;
  s->fetched_version = line->version;
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
static void fetch(struct tn_engine *e, struct tn_sim_strand *s, struct tn_flag *f, double visible,
                  bool queued, unsigned fragments)
{
  const double from = MAX(visible, e->now);
  const double awake = tn_engine_end(e, s, from, 0.0);
  if (visible > s->started) {
    memcpy(s->parts, f->parts, sizeof f->parts);
    tn_log_wait(e, s, f, visible);
    if (queued) {
      s->polling.spare += visible - s->started;
      s->polling.until = visible;
    }
  }
  s->sight = (struct tn_sight){ f, visible, queued, fragments };
  if (tn_core_keeps_away(e, s))
    return;
  if (awake <= from) {
    see(e, s);
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
  const int i = (*x)->strand->order, j = (*y)->strand->order;
  return i != j ? (i > j) - (i < j) : (*x > *y) - (*x < *y); /* of one strand: by condition */
}

/* Who still waits for a flag of the line reads it again. */
static void poll_again(struct tn_engine *e, struct tn_flag_line *line)
{
  for (struct tn_waiter *w = line->waiters; w; w = w->next)
    tn_line_poll_again(&e->flags->law, &line->state, w->strand->rank);
}

/* Serves the waiters whose values have been reached, in (rank, strand) order. */
static void wake(struct tn_engine *e, struct tn_flag *f)
{
  GPtrArray *woken = e->woken;
  struct tn_flag_line *line = f->line;
  for (struct tn_waiter *w = line->waiters; w; w = w->next) {
    if (w->flag == f && w->value <= f->value)
      g_ptr_array_add(woken, w);
    if (e->flags->law.shared_remote > 0.0)
      tn_line_poll(&e->flags->law, &line->state, w->strand->rank);
  }
  if (woken->len > 1)
    qsort(woken->pdata, woken->len, sizeof woken->pdata[0], by_strand);
  for (unsigned i = 0; i < woken->len; i++) {
    const struct tn_waiter *w = woken->pdata[i];
    struct tn_sim_strand *s = w->strand;
    if (s->phase != TN_WAITING)
      continue; /* another condition of the strand's, on the same flag, has been met */
    s->answer = (uint64_t)(w - s->waits);
    s->passed = 0;
    if (e->point->values[TN_P_MATCH_TIME] > 0.0)
      for (const struct tn_waiter *before = s->waits; before < w; before++)
        s->passed += before->queued; /* their messages are still to come */
    const bool queued = w->queued;
    const unsigned fragments = w->fragments;
    unlink_all(s);
    fetch(e, s, f, f->visible, queued, fragments);
    if (s->phase == TN_READY)
      tn_engine_ready(e, s);
  }
  g_ptr_array_set_size(woken, 0);
  if (!e->point->ideal)
    poll_again(e, line);
}

/* By a strand with this critical path behind it, since `posted`. */
static void change(struct tn_engine *e, const struct tn_sim_strand *s, const double *parts,
                   double posted, struct tn_flag *f, uint64_t value, double visible)
{
  if (f->visible <= e->now)
    f->before = f->value;
  f->value = value;
  f->visible = visible;
  f->poster = s;
  f->posted = posted;
  f->by_network = false;
  memcpy(f->parts, parts, sizeof f->parts);
  const double from = MAX(e->now, e->call_start);
  if (visible > from)
    f->parts[TN_SYNC] += visible - from;
}

/* The rank's line is written now: when others can see it. */
static double write_line(struct tn_engine *e, struct tn_flag *f, int rank, double *store)
{
  if (e->point->ideal)
    return e->now;
  struct tn_line *line = &f->line->state;
  const double before = line->since;
  const double visible = MAX(e->now, tn_line_write(&e->flags->law, line, rank, e->now, store));
  f->line->version += line->since != before;
  note_line(e, line);
  return visible;
}

/* The flags of agents land in the caches of the rank whose they are. */
void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const int rank = op->u.flag.rank;
  const uint64_t value = op->u.flag.value;
  struct tn_flag *f = flag_get(e, rank, op->u.flag.slot);
  g_assert(value >= f->value);
  const double visible = write_line(e, f, rank, &s->store_seen);
  change(e, s, s->parts, e->now, f, value, visible);
  wake(e, f);
  tn_engine_done(e, s);
}

void tn_flag_land(struct tn_engine *e, const struct tn_sim_strand *sender, const double *parts,
                  double sent, struct tn_cond flag)
{
  struct tn_flag *f = flag_get(e, flag.rank, flag.slot);
  double store = 0.0;
  g_assert(flag.value >= f->value);
  const double visible = write_line(e, f, flag.rank, &store);
  change(e, sender, parts, sent, f, flag.value, visible);
  f->by_network = true;
  wake(e, f);
}

/* When the condition holds: the past or now, a time to come, or infinity. */
static double holds_at(struct tn_engine *e, const struct tn_cond *cond)
{
  const struct tn_flag *f = flag_get(e, cond->rank, cond->slot);
  if (e->now < f->visible && f->before >= cond->value)
    return 0.0;
  return f->value >= cond->value ? f->visible : INFINITY;
}

/* Receives that were posted before number `at` and whose messages are not there at `seen`; of those
 * posted after it the ones whose messages were there sooner: a library handles messages as they
 * come, so that of two that come in the other order one passes the other's receive. */
static int count_passed(struct tn_engine *e, int n, const struct tn_cond *conds, int at,
                        double seen)
{
  int passed = 0;
  if (e->point->values[TN_P_MATCH_TIME] <= 0.0 || !conds[at].queued)
    return 0;
  for (int i = 0; i < n; i++) {
    const double there = holds_at(e, &conds[i]);
    passed += conds[i].queued && (i < at ? there > seen : there < seen);
  }
  return passed;
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
    struct tn_flag_line *line = f->line;
    *w = (struct tn_waiter){ .strand = s,
                             .next = line->waiters,
                             .link = &line->waiters,
                             .flag = f,
                             .rank = conds[i].rank,
                             .slot = conds[i].slot,
                             .value = conds[i].value,
                             .queued = conds[i].queued,
                             .fragments = conds[i].fragments };
    if (w->next)
      w->next->link = &w->next;
    line->waiters = w;
    if (!e->point->ideal)
      tn_line_read(&e->flags->law, &line->state, s->rank, e->now, false);
  }
  s->phase = TN_WAITING;
}

static void wait_for(struct tn_engine *e, struct tn_sim_strand *s, int n,
                     const struct tn_cond *conds)
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
  s->passed = count_passed(e, n, conds, first, soonest);
  fetch(e, s, flag_get(e, conds[first].rank, conds[first].slot), soonest, conds[first].queued,
        conds[first].fragments);
}

void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  if (op->n_src != 1) {
    wait_for(e, s, op->u.wait.n, op->u.wait.conds);
    return;
  }
  const struct tn_cond one = { op->u.flag.rank, op->u.flag.slot, op->u.flag.value,
                               op->u.flag.queued, op->u.flag.fragments };
  wait_for(e, s, 1, &one);
}

void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_ROUSING)
    see(e, s);
  else
    tn_engine_done(e, s);
}

/* The line's next atomic begins: of those who ask for it anyone, however near. */
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
  note_line(e, &line->state);
  tn_engine_timer(e, s, end);
}

/* Adds, at once; the counter's readers see it from `now` on. */
static void add(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag *f = s->sight.flag;
  const uint64_t before = f->value;
  tn_engine_spend(e, s, TN_SYNC, s->started, e->now);
  tn_log_timed(e, s);
  f->line->version++;
  change(e, s, s->parts, e->now, f, before + s->answer, e->now);
  s->answer = before;
  wake(e, f);
}

static void added(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_flag_line *line = s->sight.flag->line;
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
  struct tn_flag_line *line = flag_get(e, rank, slot)->line;
  s->sight = (struct tn_sight){ .flag = flag_get(e, rank, slot), .visible = e->now };
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

void tn_flag_wait_describe(const struct tn_engine *e, const struct tn_sim_strand *s, GString *text)
{
  const struct tn_waiter *w = &s->waits[0];
  const uint64_t value = w->flag->value;
  (void)e;
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
