#include "store_sweep.h"

#include "plan/expand.h"
#include "run_points.h"
#include "study/cost.h"

enum { MAX_SHARDS = 100000, SAMPLES = 24 };

/* Upper limit of the seconds of all samples. */
#define SAMPLE_LIMIT 4.0

/* Returns the cost of each point (tn_point_cost). Transfer full. */
static double *costs_of(const struct tn_study *study)
{
  const guint n = tn_study_n(study);
  double *costs = g_new(double, n + 1);
  for (guint i = 0; i < n; i++)
    costs[i] = tn_point_cost(tn_study_point(study, i));
  return costs;
}

bool tn_shard_take(struct tn_plan *plan, const char *shard, const char *where, GError **error)
{
  guint wanted = 0, n_shards = 0, n_own = 0;
  g_auto(GStrv) words = g_strsplit(shard, "/", 2);
  guint64 k, m;
  if (!words[0] || !words[1] ||
      !g_ascii_string_to_unsigned(words[1], 10, 1, MAX_SHARDS, &m, NULL) ||
      !g_ascii_string_to_unsigned(words[0], 10, 1, m, &k, NULL))
    return tn_usage(error, "%s: \"%s\" is not a part (1/4 to 4/4 are accepted)", where, shard);
  wanted = (guint)k - 1;
  n_shards = (guint)m;
  struct tn_study *whole = plan->study;
  const guint n = tn_study_n(whole);
  g_autofree double *costs = costs_of(whole);
  g_autofree guint *shards = g_new(guint, n + 1);
  tn_costs_distribute(n, costs, n_shards, shards);
  plan->whole = whole;
  plan->study = tn_study_new(tn_study_conditions(whole));
  plan->numbers = g_new(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    if (shards[i] != wanted)
      continue;
    plan->numbers[n_own++] = i;
    tn_study_take(plan->study, tn_study_point(whole, i));
  }
  return true;
}

struct pending {
  double cost;
  guint number;
};

static int cheapest_first(const void *x, const void *y)
{
  const struct pending *a = x, *b = y;
  if (a->cost > b->cost || a->cost < b->cost)
    return a->cost < b->cost ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Sampled points. Each runs twice in succession, because the first run may start its platform's
 * worker. */
struct samples {
  gint64 start, last;
  double seconds[SAMPLES]; /* duration of each sample's second run */
  guint n;
  double runs; /* mean number of runs per point, counting the runs with perturbed parameters */
};

static void on_known(void *data, guint point)
{
  struct samples *s = data;
  const gint64 now = g_get_monotonic_time();
  s->seconds[point / 2] = (double)(now - s->last) / 1e6;
  s->last = now;
  s->n = (point + 1) / 2;
}

static bool may_continue(void *data, G_GNUC_UNUSED guint n_known)
{
  const struct samples *s = data;
  return (double)(g_get_monotonic_time() - s->start) / 1e6 < SAMPLE_LIMIT;
}

/* Selects the points to sample from `pending`, which is sorted by cost: half of them at equal steps
 * of the index, half at equal steps of the summed cost. Returns their number. ret_at receives their
 * indices in ascending order. */
static guint choose(const GArray *pending, guint *ret_at)
{
  const struct pending *points = (const struct pending *)(const void *)pending->data;
  g_autofree bool *chosen = g_new0(bool, pending->len);
  double total = 0.0, cost = 0.0;
  guint n = 0;
  for (guint i = 0; i < pending->len; i++)
    total += points[i].cost;
  for (guint j = 0; j < SAMPLES / 2; j++)
    chosen[(guint64)(2 * j + 1) * pending->len / SAMPLES] = true;
  for (guint i = 0, j = 0; i < pending->len; i++) {
    cost += points[i].cost;
    for (; j < SAMPLES / 2 && cost * SAMPLES >= (2 * j + 1) * total; j++)
      chosen[i] = true;
  }
  for (guint i = 0; i < pending->len; i++)
    if (chosen[i])
      ret_at[n++] = i;
  return n;
}

/* Runs points[at[j]] for each sample j, and stores how long it takes. */
static bool run_samples(const struct tn_plan *plan, const struct pending *points, const guint *at,
                        guint n, struct samples *ret, GError **error)
{
  const struct tn_study *study = plan->study;
  struct tn_conditions conditions = *tn_study_conditions(study);
  conditions.jobs = 1;
  struct tn_study *some = tn_study_new(&conditions);
  const struct tn_watch watch = { .data = ret, .known = on_known, .may_continue = may_continue };
  for (guint j = 0; j < 2 * n; j++)
    tn_study_take(some, tn_study_point(study, points[at[j / 2]].number));
  ret->start = ret->last = g_get_monotonic_time();
  const bool ok = tn_study_run(some, &watch, error);
  struct tn_uncertainty *uncertainty = tn_plan_uncertainty(plan, some);
  const guint n_moves = tn_study_n(tn_uncertainty_study(uncertainty));
  guint n_done = 0;
  for (guint i = 0; i < tn_study_n(some); i++)
    n_done += tn_study_outcome(some, i)->state == TN_DONE;
  tn_uncertainty_free(uncertainty);
  ret->runs = n_done ? 1.0 + (double)n_moves / n_done : 1.0;
  tn_study_free(some);
  return ok;
}

/* Returns the estimated processor time of all points in seconds. A point is assumed to take as much
 * time per unit of cost as the next sampled point in order of cost. */
static double estimate(const GArray *pending, const guint *at, const struct samples *samples)
{
  const struct pending *points = (const struct pending *)(const void *)pending->data;
  double total = 0.0;
  guint sample = 0;
  for (guint i = 0; i < pending->len; i++) {
    while (sample + 1 < samples->n && at[sample] < i)
      sample++;
    total += points[i].cost * samples->seconds[sample] / points[at[sample]].cost;
  }
  return total;
}

/* Returns a duration as text, rounded as an estimate. Transfer full. */
static char *rough_time(double seconds)
{
  const double minute = 60.0, hour = 3600.0;
  if (seconds < 2 * minute)
    return g_strdup_printf("%.1f s", seconds);
  return seconds < 2 * hour ? g_strdup_printf("%.0f min", seconds / minute)
                            : g_strdup_printf("%.1f h", seconds / hour);
}

bool tn_shard_print(FILE *file, const struct tn_plan *plan, const char *shard, GError **error)
{
  const struct tn_study *study = plan->study;
  g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(struct pending));
  g_autofree double *costs = costs_of(study);
  for (guint i = 0; i < tn_study_n(study); i++) {
    const struct pending p = { costs[i], i };
    if (tn_study_outcome(study, i)->state == TN_PENDING)
      g_array_append_val(pending, p);
  }
  g_array_sort(pending, cheapest_first);
  const guint n = pending->len;
  const int jobs = tn_conditions_jobs(tn_study_conditions(study));
  guint at[SAMPLES];
  struct samples samples = { 0 };
  fprintf(file, "points     %u", tn_study_n(study));
  if (plan->whole)
    fprintf(file, " of %u, shard %s", tn_study_n(plan->whole), shard);
  fprintf(file, "\nto run     %u\n", n);
  if (n == 0)
    return true;
  const guint n_samples = choose(pending, at);
  if (!run_samples(plan, (const struct pending *)(const void *)pending->data, at, n_samples,
                   &samples, error))
    return false;
  if (samples.n == 0) {
    fprintf(file, "estimate   none: the cheapest point takes longer than %g s\n", SAMPLE_LIMIT);
    return true;
  }
  const double all = samples.runs * estimate(pending, at, &samples);
  g_autofree char *time = rough_time(all / MIN((double)jobs, n));
  fprintf(file, "estimate   %s on %d worker process%s\n", time, jobs, jobs == 1 ? "" : "es");
  fprintf(file,
          "           from %u of the points, which were run just now, spread over all by estimated "
          "cost;\n           the others by their cost (calls, ranks, pieces): a factor of 3 either "
          "way is usual\n",
          samples.n);
  if (samples.runs > 1.0)
    fprintf(file, "           each point %.0f times, for --%s\n", samples.runs,
            tn_wants_ranges(plan->settings));
  return true;
}
