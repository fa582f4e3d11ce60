/* Tests of two ways to simulate less: one simulation for points with equal schedules, and a race
 * that stops slow candidates. The winners' times are unchanged. */
#include <criterion/criterion.h>
#include <math.h>

#include "study/race.h"
#include "study/study_run.h"

enum { SIZES = 3 };
static const size_t sizes[SIZES] = { 64, 16384, 65536 };

static struct tn_platform *epyc;

static void set_up(void)
{
  g_autoptr(GError) error = NULL;
  epyc = tn_platform_load("epyc-7763", NULL, &error);
  cr_assert_not_null(epyc, "%s", error ? error->message : "");
}

static void tear_down(void)
{
  tn_platform_free(epyc);
}

TestSuite(race, .init = set_up, .fini = tear_down);

/* Adds every algorithm of the collective that n ranks can run, with the mechanism if the algorithm
 * has it. */
static void add_all(struct tn_study *study, enum tn_collective collective,
                    enum tn_mechanism mechanism, int n)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    for (int i = 0; i < SIZES; i++) {
      const struct tn_case asked = { .platform = epyc,
                                     .algorithm = *a,
                                     .mechanism = TN_JUST(mechanism),
                                     .buffers = TN_BUFFERS_REWRITTEN,
                                     .ranks = n,
                                     .bytes = sizes[i] };
      if ((*a)->collective == collective && tn_method_has(*a, mechanism))
        tn_study_add(study, &asked, NULL); /* algorithms that cannot run are skipped */
    }
}

static void run(struct tn_study *study)
{
  g_autoptr(GError) error = NULL;
  cr_assert(tn_study_run(study, NULL, &error), "%s", error ? error->message : "");
}

static const struct tn_sim_result *result_of(const struct tn_study *study, guint i)
{
  const struct tn_outcome *o = tn_study_outcome(study, i);
  cr_assert_eq(o->state, TN_DONE, "%s: %s", tn_study_point(study, i)->algorithm->name, o->message);
  return &o->result;
}

/* Runs each point of the collective that another one serves, and that one, by itself: with data, points
 * share no simulation. Returns how many were served. */
static guint compare_with_own(enum tn_collective collective, enum tn_mechanism mechanism, int n)
{
  const struct tn_conditions verified = { .verify = true };
  struct tn_study *all = tn_study_new(NULL), *pairs = tn_study_new(&verified);
  add_all(all, collective, mechanism, n);
  const guint n_points = tn_study_n(all);
  g_autofree guint *points = g_new(guint, n_points + 1), *same = g_new(guint, n_points + 1);
  g_autofree double *costs = g_new(double, n_points + 1);
  for (guint i = 0; i < n_points; i++)
    points[i] = i;
  tn_memo_find(all, n_points, points, same, costs);
  for (guint i = 0; i < n_points; i++)
    if (same[i] != i) {
      tn_study_take(pairs, tn_study_point(all, i));
      tn_study_take(pairs, tn_study_point(all, same[i]));
    }
  run(pairs);
  const guint n_served = tn_study_n(pairs) / 2;
  for (guint i = 0; i < n_served; i++)
    cr_assert_arr_eq(result_of(pairs, 2 * i), result_of(pairs, 2 * i + 1),
                     sizeof(struct tn_sim_result), "%s as %s, %d ranks, %zu bytes",
                     tn_study_point(pairs, 2 * i)->algorithm->name,
                     tn_study_point(pairs, 2 * i + 1)->algorithm->name, n,
                     tn_study_point(pairs, 2 * i)->call.block);
  tn_study_free(all);
  tn_study_free(pairs);
  return n_served;
}

Test(race, one_simulation_serves_points_of_equal_schedules)
{
  static const int ranks[] = { 7, 12 };
  guint n_served = 0;
  for (int c = 0; c < TN_PATTERN; c++)
    for (guint k = 0; k < G_N_ELEMENTS(ranks); k++) {
      n_served += compare_with_own((enum tn_collective)c, TN_CICO, ranks[k]);
      if (k == G_N_ELEMENTS(ranks) - 1)
        n_served += compare_with_own((enum tn_collective)c, TN_CMA, ranks[k]);
    }
  cr_assert_gt(n_served, 100, "%u points were served by others", n_served);
}

static int one_side(void *data, guint point)
{
  (void)data;
  (void)point;
  return 0;
}

static struct tn_study *race_of(int n_exact, int jobs, const double *hints)
{
  const struct tn_conditions conditions = { .jobs = jobs };
  const struct tn_race race = { .n_exact = n_exact, .side = one_side, .hints = hints };
  struct tn_study *study = tn_study_new(&conditions);
  g_autoptr(GError) error = NULL;
  add_all(study, TN_ALLTOALL, TN_CICO, 48);
  cr_assert(tn_study_race(study, &race, NULL, &error), "%s", error ? error->message : "");
  return study;
}

/* Returns the limit of a size: the time of the n_exact-th algorithm among whole runs. */
static double limit_of(const struct tn_study *whole, size_t block, int n_exact)
{
  double limit = 0.0;
  for (int k = 0; k < n_exact; k++) {
    double next = INFINITY;
    for (guint i = 0; i < tn_study_n(whole); i++)
      if (tn_study_point(whole, i)->call.block == block && result_of(whole, i)->avg > limit)
        next = MIN(next, result_of(whole, i)->avg);
    limit = next;
  }
  return limit;
}

/* Checks that candidates which were not stopped are exact, and that stopped ones take longer than they say
 * and than the fastest. Returns how many were stopped. */
static guint compare_with_whole(const struct tn_study *raced, const struct tn_study *whole,
                                int n_exact)
{
  guint n_stopped = 0;
  for (guint i = 0; i < tn_study_n(whole); i++) {
    const struct tn_sim_result *r = result_of(raced, i), *own = result_of(whole, i);
    const struct tn_point *p = tn_study_point(whole, i);
    n_stopped += r->is_stopped;
    if (r->is_stopped)
      cr_assert(r->avg < own->avg && own->avg > limit_of(whole, p->call.block, n_exact),
                "%s of %zu bytes", p->algorithm->name, p->call.block);
    else
      cr_assert_arr_eq(r, own, sizeof *r, "%s of %zu bytes", p->algorithm->name, p->call.block);
  }
  return n_stopped;
}

Test(race, stops_only_what_cannot_win)
{
  struct tn_study *whole = tn_study_new(NULL);
  add_all(whole, TN_ALLTOALL, TN_CICO, 48);
  run(whole);
  for (int n_exact = 1; n_exact <= 2; n_exact++) {
    struct tn_study *raced = race_of(n_exact, 2, NULL);
    cr_assert_gt(compare_with_whole(raced, whole, n_exact), 0, "nothing was stopped");
    tn_study_free(raced);
  }
  tn_study_free(whole);
}

Test(race, does_not_depend_on_jobs)
{
  struct tn_study *one = race_of(1, 1, NULL), *four = race_of(1, 4, NULL);
  for (guint i = 0; i < tn_study_n(one); i++)
    cr_assert_arr_eq(result_of(one, i), result_of(four, i), sizeof(struct tn_sim_result));
  tn_study_free(one);
  tn_study_free(four);
}
