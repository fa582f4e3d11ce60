/* Points of a study as tasks of worker processes. */
#include "study_run.h"

#include "cost.h"
#include "pool.h"

#include <string.h>

/* Point whose simulation may give other points' results. */
struct known {
  struct tn_schedule schedule;
  const struct tn_point *point;
  guint index;
};

bool tn_points_compete(const struct tn_point *a, const struct tn_point *b)
{
  /* copy of a, but with b's precision, because the precision depends on the algorithm */
  struct tn_point own = *a;
  own.precision = b->precision;
  const struct tn_call *x = &a->call, *y = &b->call;
#define CONDITION(KEY, type, name)                                                                 \
  if (own.name != b->name)                                                                         \
    return false;
#include "sim/point.def"
  return a->setup == b->setup && a->backing == b->backing && a->buffers == b->buffers &&
         a->barrier == b->barrier &&
         (a->places == b->places ||
          (a->mapping == b->mapping && a->places->n == b->places->n &&
           !a->algorithm->runs->rank_count.distant && !b->algorithm->runs->rank_count.distant)) &&
         x->collective == y->collective && x->n_ranks == y->n_ranks && x->root == y->root &&
         x->block == y->block && x->counts == y->counts && x->in_place == y->in_place &&
         x->type == y->type && x->op == y->op && x->pattern == y->pattern;
}

static guint known_hash(gconstpointer key)
{
  const struct known *own = key;
  return (guint)own->schedule.sum[0];
}

static gboolean known_equal(gconstpointer x, gconstpointer y)
{
  const struct known *a = x, *b = y;
  return memcmp(&a->schedule, &b->schedule, sizeof a->schedule) == 0 &&
         a->point->mechanism == b->point->mechanism && a->point->precision == b->point->precision &&
         tn_point_warmup(a->point) == tn_point_warmup(b->point) &&
         tn_points_compete(a->point, b->point);
}

/* Microseconds to simulate a recorded operation, fitted to broadcasts and allreduces of 16 and 128
 * ranks. */
#define OF_OPERATION 2.0

void tn_memo_find(const struct tn_study *study, guint n, const guint *points, guint *ret_same,
                  double *ret_costs)
{
  g_autoptr(GHashTable) table = g_hash_table_new(known_hash, known_equal);
  g_autofree struct known *known = g_new(struct known, n + 1);
  for (guint i = 0; i < n; i++) {
    struct known *own = &known[i];
    *own = (struct known){ .point = tn_study_point(study, points[i]), .index = i };
    const struct tn_sim_point sim = tn_study_sim_point(study, own->point, NULL);
    ret_same[i] = i;
    ret_costs[i] = tn_point_cost(own->point);
    if (n == 1 || sim.verify || sim.timeline || sim.stamps || sim.path ||
        !tn_sim_schedule(&sim, &own->schedule))
      continue;
    ret_costs[i] = MAX(ret_costs[i], OF_OPERATION * (double)own->schedule.n_recorded *
                                         (sim.warmup + own->point->repetitions));
    const struct known *first = g_hash_table_lookup(table, own);
    if (first)
      ret_same[i] = first->index;
    else
      g_hash_table_add(table, own);
  }
}

struct batch {
  const struct tn_study_batch *asked;
  struct tn_study *study;
};

static const struct tn_point *point_of(void *data, guint i)
{
  const struct batch *b = (const struct batch *)data;
  return tn_study_point(b->study, b->asked->points[i]);
}

static const struct tn_platform *platform_of(void *data, guint i)
{
  return point_of(data, i)->setup->platform;
}

static double cost(void *data, guint i)
{
  const struct batch *b = (const struct batch *)data;
  return b->asked->costs ? b->asked->costs[i] : tn_point_cost(point_of(data, i));
}

static size_t carries(void *data, guint i)
{
  const struct batch *b = (const struct batch *)data;
  const struct tn_sim_point sim = tn_study_sim_point(b->study, point_of(data, i), NULL);
  return sim.verify ? tn_sim_data_bytes(&sim) : 0;
}

static bool run_point(void *data, guint i, void *result, GError **error)
{
  const struct batch *b = (const struct batch *)data;
  const struct tn_point *p = point_of(data, i);
  g_autofree double *delays = tn_point_delays(p);
  struct tn_sim_point sim = tn_study_sim_point(b->study, p, delays);
  g_autofree char *title = sim.timeline ? tn_point_describe(p) : NULL;
  if (b->asked->races)
    sim.race = b->asked->races[i];
  sim.title = title;
  return tn_sim_run(&sim, (struct tn_sim_result *)result, error);
}

static void on_known(void *learner, guint i, const void *result, const char *why)
{
  const struct tn_study_batch *asked = ((const struct batch *)learner)->asked;
  asked->known(asked->data, i, (const struct tn_sim_result *)result, why);
}

static bool may_continue(void *data, G_GNUC_UNUSED guint n_steps)
{
  const struct tn_study_batch *asked = ((const struct batch *)data)->asked;
  return asked->may_continue(asked->data);
}

bool tn_study_run_batch(struct tn_study *study, const struct tn_study_batch *asked, GError **error)
{
  const struct tn_conditions *c = tn_study_conditions(study);
  struct batch b = { asked, study };
  const struct tn_tasks tasks = { .n = asked->n,
                                  .result_bytes = sizeof(struct tn_sim_result),
                                  .jobs = tn_conditions_jobs(c),
                                  .limit = c->point_limit,
                                  .mute = c->mute,
                                  .data = &b,
                                  .run = run_point,
                                  .may_continue = may_continue,
                                  .platform_of = platform_of,
                                  .carries = carries,
                                  .data_limit = c->data_limit ? c->data_limit : tn_sim_data_limit(),
                                  .cost = cost };
  return tn_pool_run(&tasks, on_known, &b, error);
}

void tn_pending_find(struct tn_pending *ret, struct tn_study *study, const struct tn_watch *watch)
{
  const guint n = tn_study_n(study);
  *ret = (struct tn_pending){ .study = study, .watch = watch };
  ret->points = g_new(guint, n + 1);
  ret->same = g_new(guint, n + 1);
  ret->costs = g_new(double, n + 1);
  for (guint i = 0; i < n; i++)
    if (tn_study_outcome(study, i)->state == TN_PENDING)
      ret->points[ret->n++] = i;
  ret->n_known = n - ret->n;
  tn_memo_find(study, ret->n, ret->points, ret->same, ret->costs);
  for (guint i = 0; i < ret->n; i++)
    ret->work += ret->same[i] == i ? ret->costs[i] : 0.0;
}

void tn_pending_clear(struct tn_pending *pending)
{
  g_free(pending->points);
  g_free(pending->same);
  g_free(pending->costs);
}

void tn_pending_complete(struct tn_pending *p, guint i, const struct tn_sim_result *result,
                         const char *why)
{
  p->done += p->costs[i];
  if (p->watch && p->watch->ret_share)
    *p->watch->ret_share = MIN(p->done / p->work, 1.0);
  for (guint k = i; k < p->n; k++) {
    if (p->same[k] != i)
      continue;
    struct tn_outcome *outcome = &tn_study_outcomes(p->study)[p->points[k]];
    if (result)
      outcome->result = *result;
    outcome->state = why ? TN_FAILED : TN_DONE;
    outcome->message = g_strdup(why);
    p->n_known++;
    if (p->watch && p->watch->known)
      p->watch->known(p->watch->data, p->points[k]);
  }
}

bool tn_pending_may_continue(const struct tn_pending *p)
{
  return !p->watch || !p->watch->may_continue || p->watch->may_continue(p->watch->data, p->n_known);
}

/* Points to simulate, and the pending points that take their results. */
struct all {
  struct tn_pending pending;
  guint *first; /* [tasks] index of the point among the pending points */
};

static void on_one_known(void *data, guint task, const struct tn_sim_result *result,
                         const char *why)
{
  struct all *all = data;
  tn_pending_complete(&all->pending, all->first[task], result, why);
}

static bool all_may_continue(void *data)
{
  return tn_pending_may_continue(&((const struct all *)data)->pending);
}

bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error)
{
  struct all all;
  tn_pending_find(&all.pending, study, watch);
  const guint n = all.pending.n;
  g_autofree guint *points = g_new(guint, n + 1), *first = g_new(guint, n + 1);
  g_autofree double *costs = g_new(double, n + 1);
  struct tn_study_batch batch = { .points = points,
                                  .costs = costs,
                                  .data = &all,
                                  .known = on_one_known,
                                  .may_continue = all_may_continue };
  all.first = first;
  for (guint i = 0; i < n; i++)
    if (all.pending.same[i] == i) {
      points[batch.n] = all.pending.points[i];
      costs[batch.n] = all.pending.costs[i];
      first[batch.n++] = i;
    }
  const bool ok = tn_study_run_batch(study, &batch, error);
  tn_pending_clear(&all.pending);
  return ok;
}
