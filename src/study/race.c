/* A heat has the candidates (competing points) of one size. It runs in batches: first those
 * expected to be fastest, without a limit; then the others, limited by the times of the first.
 * Batches of all heats run in parallel. */
#include "race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"
#include "study_run.h"

struct candidate {
  guint index; /* index among the pending points */
  const struct tn_point *point;
  /* expected seconds: time (or limit, if stopped) at the previous size; without one, the hint */
  double before;
  double time; /* seconds: simulated time, or the limit that it exceeds */
  bool is_exact;
  bool has_survived; /* true after a coarse run within the limit; an exact run follows */
};

/* Candidates of one size, in the order in which they run. */
struct heat {
  size_t block;
  GArray *candidates; /* struct candidate */
  double cost;        /* estimated cost of all candidates together (study/cost.h) */
  bool has_rivals;    /* true if the candidates are of several algorithms */
};

/* Number of fragments above which a candidate runs coarsely first. */
#define COARSE_FROM 1e5
/* Cost of a heat (about a tenth of a second) below which all its candidates run to completion. */
#define RACE_CHEAP 1e5

/* A ladder: heats that differ only in size, in ascending order. */
struct ladder {
  int side;
  GPtrArray *heats; /* struct heat */
  guint heat;       /* index of the current heat */
  guint from, to;   /* candidates from `from` to `to` - 1 are the current batch */
  double warm_up;   /* seconds: longest first call of the candidates with exact times */
};

struct entry {
  struct candidate *candidate;
  struct ladder *ladder;
  struct tn_sim_race limits;
};

struct race {
  struct tn_pending pending;
  const struct tn_race *asked;
  GPtrArray *ladders; /* struct ladder */
  GArray *round;      /* struct entry */
};

static void heat_free(void *data)
{
  struct heat *heat = data;
  g_array_unref(heat->candidates);
  g_free(heat);
}

static void ladder_free(void *data)
{
  struct ladder *ladder = data;
  g_ptr_array_unref(ladder->heats);
  g_free(ladder);
}

static struct candidate *candidate_at(const struct heat *heat, guint i)
{
  return &g_array_index(heat->candidates, struct candidate, i);
}

static struct heat *heat_of(const struct ladder *ladder)
{
  return ladder->heats->pdata[ladder->heat];
}

static struct ladder *find_ladder(struct race *race, int side, const struct tn_point *point)
{
  for (guint i = 0; i < race->ladders->len && side >= 0; i++) {
    struct ladder *ladder = race->ladders->pdata[i];
    const struct heat *first = ladder->heats->pdata[0];
    if (ladder->side != side)
      continue;
    struct tn_point own = *candidate_at(first, 0)->point;
    if (!race->asked->hints) /* without hints, one ladder has points of all sizes */
      own.call.block = point->call.block;
    if (tn_points_compete(&own, point))
      return ladder;
  }
  struct ladder *ladder = g_new0(struct ladder, 1);
  ladder->side = side;
  ladder->heats = g_ptr_array_new_with_free_func(heat_free);
  g_ptr_array_add(race->ladders, ladder);
  return ladder;
}

static struct heat *find_heat(struct ladder *ladder, size_t block)
{
  guint at = 0;
  for (; at < ladder->heats->len; at++) {
    struct heat *heat = ladder->heats->pdata[at];
    if (heat->block == block)
      return heat;
    if (heat->block > block)
      break;
  }
  struct heat *heat = g_new0(struct heat, 1);
  heat->block = block;
  heat->candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
  g_ptr_array_insert(ladder->heats, (gint)at, heat);
  return heat;
}

static int by_time_before(const void *x, const void *y)
{
  const struct candidate *a = x, *b = y;
  if (a->before < b->before || a->before > b->before)
    return a->before < b->before ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

/* Sorts the pending points into ladders and heats, and each heat's candidates by expected time. */
static void build_ladders(struct race *race)
{
  const struct tn_pending *p = &race->pending;
  const double *hints = race->asked->hints;
  g_autofree int *side = g_new(int, p->n + 1);
  race->ladders = g_ptr_array_new_with_free_func(ladder_free);
  for (guint i = 0; i < p->n; i++)
    side[i] = race->asked->side(race->asked->data, p->points[i]);
  /* Points of different heats do not share a simulation, because one heat may need an exact
   * time. */
  for (guint i = 0; i < p->n; i++)
    if (side[i] != side[p->same[i]])
      p->same[i] = i;
  for (guint i = 0; i < p->n; i++) {
    const struct candidate c = { .index = i,
                                 .point = tn_study_point(p->study, p->points[i]),
                                 .before = hints ? hints[p->points[i]] : 0.0,
                                 .time = INFINITY };
    if (p->same[i] != i)
      continue;
    struct heat *heat = find_heat(find_ladder(race, side[i], c.point), c.point->call.block);
    g_array_append_val(heat->candidates, c);
    heat->cost += tn_point_cost(c.point);
    heat->has_rivals =
        heat->has_rivals || candidate_at(heat, 0)->point->algorithm != c.point->algorithm;
  }
  for (guint i = 0; i < race->ladders->len; i++) {
    const struct ladder *ladder = race->ladders->pdata[i];
    for (guint h = 0; h < ladder->heats->len; h++)
      g_array_sort(((struct heat *)ladder->heats->pdata[h])->candidates, by_time_before);
  }
}

static bool same_choice(const struct tn_point *a, const struct tn_point *b)
{
  return a->algorithm == b->algorithm && a->mechanism == b->mechanism &&
         a->call.nested == b->call.nested &&
         memcmp(a->call.params, b->call.params, sizeof a->call.params) == 0;
}

/* Returns the object that n_exact counts: the candidate's algorithm or, if the heat has only one
 * algorithm, the candidate itself. */
static const void *kind_of(const struct heat *heat, const struct candidate *c)
{
  return heat->has_rivals ? (const void *)c->point->algorithm : c;
}

/* Returns the time of the slowest of the n_exact fastest algorithms with exact times; INFINITY if
 * there are fewer. */
static double time_to_beat(const struct race *race, const struct heat *heat)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  double time = 0.0;
  for (int k = 0; k < race->asked->n_exact; k++) {
    const struct candidate *best = NULL;
    for (guint i = 0; i < heat->candidates->len; i++) {
      const struct candidate *c = candidate_at(heat, i);
      if (c->is_exact && !g_hash_table_contains(seen, kind_of(heat, c)) &&
          (!best || c->time < best->time))
        best = c;
    }
    if (!best)
      return INFINITY;
    time = best->time;
    g_hash_table_add(seen, (void *)kind_of(heat, best));
  }
  return time;
}

/* Returns the end of the batch that begins at `from`. The first batch has n_exact different
 * algorithms, the second the rest. At the first size without hints the order is arbitrary, so each
 * further batch is twice as large as all before it. Points that are never stopped, and cheap heats,
 * run in one batch. */
static guint end_of_batch(const struct race *race, const struct ladder *ladder, guint from)
{
  const struct heat *heat = heat_of(ladder);
  const guint n = heat->candidates->len;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  guint to = from;
  if (ladder->side < 0 || (heat->cost < RACE_CHEAP && !race->asked->hints))
    return n;
  if (from > 0)
    return ladder->heat > 0 || race->asked->hints ? n : MIN(n, 3 * from);
  while (to < n && g_hash_table_size(seen) < (guint)race->asked->n_exact)
    g_hash_table_add(seen, (void *)kind_of(heat, candidate_at(heat, to++)));
  return to;
}

/* Adds the candidate to the round, with limits as multiples of the time to beat, `best`. */
static void add_entry(struct race *race, struct ladder *ladder, struct candidate *c, double best,
                      bool is_coarse)
{
  struct entry entry = { .candidate = c, .ladder = ladder };
  if (isfinite(best)) {
    entry.limits.is_coarse = is_coarse;
    entry.limits.most_avg = (is_coarse ? TN_RACE_COARSE_MARGIN : TN_RACE_MARGIN) * best;
    /* the first call takes as long as later calls if nothing is attached or pinned */
    if (is_coarse)
      entry.limits.most_warm_up = TN_RACE_WARM_UP * MAX(best, ladder->warm_up);
  }
  g_array_append_val(race->round, entry);
}

/* Adds the ladder's next batch that needs a simulation to the round, if there is one. The times of
 * the previous heat give the order of the next heat, unless the order is irrelevant. */
static void add_next(struct race *race, struct ladder *ladder)
{
  const guint n = race->round->len;
  for (; ladder->heat < ladder->heats->len;
       ladder->heat++, ladder->from = ladder->to = 0, ladder->warm_up = 0.0) {
    struct heat *heat = heat_of(ladder);
    const bool is_free = heat->cost < RACE_CHEAP && !race->asked->hints;
    if (race->round->len > n && !is_free)
      return;
    if (ladder->to == 0 && ladder->heat > 0 && !race->asked->hints) {
      const struct heat *before = ladder->heats->pdata[ladder->heat - 1];
      const guint m = before->candidates->len;
      for (guint i = 0; i < heat->candidates->len; i++) {
        struct candidate *c = candidate_at(heat, i);
        for (guint k = 0; k < m; k++)
          if (same_choice(candidate_at(before, k)->point, c->point))
            c->before = candidate_at(before, k)->time;
      }
      g_array_sort(heat->candidates, by_time_before);
    }
    const double best = time_to_beat(race, heat_of(ladder));
    for (guint i = ladder->from; i < ladder->to; i++) {
      struct candidate *c = candidate_at(heat_of(ladder), i);
      if (c->has_survived)
        add_entry(race, ladder, c, best, false);
      c->has_survived = false;
    }
    if (race->round->len > n && !is_free)
      return;
    while (ladder->to < heat->candidates->len) {
      ladder->from = ladder->to;
      ladder->to = end_of_batch(race, ladder, ladder->from);
      const double beat = ladder->side < 0 ? INFINITY : time_to_beat(race, heat);
      for (guint i = ladder->from; i < ladder->to; i++) {
        struct candidate *c = candidate_at(heat, i);
        const struct tn_sim_result stopped = { .avg = TN_RACE_MARGIN * beat,
                                               .verified = -1,
                                               .is_stopped = true };
        if (c->before <= stopped.avg ||
            isinf(c->before)) { /* INFINITY: the candidate failed at the previous size */
          add_entry(race, ladder, c, beat, tn_point_fragments(c->point) > COARSE_FROM);
        } else {
          c->time = stopped.avg;
          tn_pending_complete(&race->pending, c->index, &stopped, NULL);
        }
      }
      if (race->round->len > n && !is_free)
        return;
    }
  }
}

/* Stores a candidate's time or, after a coarse run within the limit, marks it for an exact run. */
static void on_raced(void *data, guint i, const struct tn_sim_result *result, const char *why)
{
  struct race *race = data;
  const struct entry *entry = &g_array_index(race->round, struct entry, i);
  struct candidate *c = entry->candidate;
  struct tn_sim_result own;
  if (result && entry->limits.is_coarse) {
    c->has_survived = !result->is_stopped;
    if (c->has_survived)
      return;
    own = *result;
    own.avg *= TN_RACE_MARGIN / TN_RACE_COARSE_MARGIN;
    result = &own;
  }
  if (result) {
    c->time = result->avg;
    c->is_exact = !result->is_stopped;
    if (c->is_exact)
      entry->ladder->warm_up = MAX(entry->ladder->warm_up, result->warm_up);
  }
  tn_pending_complete(&race->pending, c->index, result, why);
}

static bool race_goes_on(void *data)
{
  return tn_pending_may_continue(&((const struct race *)data)->pending);
}

static int costliest_first(const void *x, const void *y)
{
  const struct candidate *a = ((const struct entry *)x)->candidate,
                         *b = ((const struct entry *)y)->candidate;
  const double first = tn_point_cost(a->point), second = tn_point_cost(b->point);
  if (first < second || first > second)
    return first > second ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static bool run_round(struct race *race, GError **error)
{
  const guint n = race->round->len;
  g_autofree guint *points = g_new(guint, n + 1);
  g_autofree struct tn_sim_race *races = g_new(struct tn_sim_race, n + 1);
  const struct tn_study_batch batch = { .n = n,
                                        .points = points,
                                        .races = races,
                                        .data = race,
                                        .known = on_raced,
                                        .may_continue = race_goes_on };
  g_array_sort(race->round, costliest_first);
  for (guint i = 0; i < n; i++) {
    const struct entry *entry = &g_array_index(race->round, struct entry, i);
    points[i] = race->pending.points[entry->candidate->index];
    races[i] = entry->limits;
  }
  return tn_study_run_batch(race->pending.study, &batch, error);
}

bool tn_study_race(struct tn_study *study, const struct tn_race *asked,
                   const struct tn_watch *watch, GError **error)
{
  struct race race = { .asked = asked };
  bool ok = true, more = true;
  tn_pending_find(&race.pending, study, watch);
  build_ladders(&race);
  race.round = g_array_new(FALSE, FALSE, sizeof(struct entry));
  while (ok && more && tn_pending_may_continue(&race.pending)) {
    g_array_set_size(race.round, 0);
    for (guint i = 0; i < race.ladders->len; i++)
      add_next(&race, race.ladders->pdata[i]);
    more = race.round->len > 0;
    ok = !more || run_round(&race, error);
  }
  g_array_unref(race.round);
  g_ptr_array_unref(race.ladders);
  tn_pending_clear(&race.pending);
  return ok;
}
