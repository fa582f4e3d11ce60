/* The points of a study as tasks of worker processes. */
#include "cost.h"
#include "pool.h"
#include "study.h"

struct run {
  struct tn_study *study;
  const struct tn_watch *watch; /* NULL: nobody looks on */
  guint *points;                /* [tasks]: which are run */
  guint n_known;                /* of all points */
};

static const struct tn_platform *platform_of(void *data, guint i)
{
  const struct run *run = (const struct run *)data;
  return tn_study_point(run->study, run->points[i])->setup->platform;
}

static double cost(void *data, guint i)
{
  const struct run *run = (const struct run *)data;
  return tn_point_cost(tn_study_point(run->study, run->points[i]));
}

static size_t carries(void *data, guint i)
{
  const struct run *run = (const struct run *)data;
  const struct tn_sim_point sim =
      tn_study_sim_point(run->study, tn_study_point(run->study, run->points[i]), NULL);
  return sim.verify ? tn_sim_data_bytes(&sim) : 0;
}

static bool run_point(void *data, guint i, void *result, GError **error)
{
  const struct run *run = (const struct run *)data;
  const struct tn_point *p = tn_study_point(run->study, run->points[i]);
  g_autofree double *delays = tn_point_delays(p);
  const struct tn_sim_point sim = tn_study_sim_point(run->study, p, delays);
  return tn_sim_run(&sim, (struct tn_sim_result *)result, error);
}

static void on_known(void *learner, guint i, const void *result, const char *why)
{
  struct run *run = (struct run *)learner;
  struct tn_outcome *outcome = &tn_study_outcomes(run->study)[run->points[i]];
  if (result)
    outcome->result = *(const struct tn_sim_result *)result;
  outcome->state = why ? TN_FAILED : TN_DONE;
  outcome->message = g_strdup(why);
  run->n_known++;
  if (run->watch && run->watch->known)
    run->watch->known(run->watch->data, run->points[i]);
}

static bool goes_on(void *data, G_GNUC_UNUSED guint n_steps)
{
  const struct run *run = (const struct run *)data;
  return !run->watch || !run->watch->goes_on || run->watch->goes_on(run->watch->data, run->n_known);
}

bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error)
{
  const struct tn_conditions *c = tn_study_conditions(study);
  const guint n = tn_study_n(study);
  g_autofree guint *points = g_new(guint, n + 1);
  struct run run = { .study = study, .watch = watch, .points = points };
  struct tn_tasks tasks = { .result_bytes = sizeof(struct tn_sim_result),
                            .jobs = tn_conditions_jobs(c),
                            .limit = c->point_limit,
                            .mute = c->mute,
                            .data = &run,
                            .run = run_point,
                            .goes_on = goes_on,
                            .platform_of = platform_of,
                            .carries = carries,
                            .data_limit = c->data_limit ? c->data_limit : tn_sim_data_limit(),
                            .cost = cost };
  for (guint i = 0; i < n; i++)
    if (tn_study_outcome(study, i)->state == TN_PENDING)
      points[tasks.n++] = i;
  run.n_known = n - tasks.n;
  return tn_pool_run(&tasks, on_known, &run, error);
}
