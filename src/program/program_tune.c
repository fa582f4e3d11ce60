/* Finds each class's fastest algorithms with the entry times of a replay. */
#include <math.h>
#include <string.h>

#include "program_point.h"

/* A point of the study: one sampled call with one candidate. */
struct trial {
  guint class, candidate;
};

struct trials {
  const struct tn_replay *replay;
  struct tn_study *study;
  GArray *of;          /* struct trial, by point */
  GPtrArray *arrivals; /* struct tn_arrival of each sampled call */
};

static void arrival_free(void *data)
{
  struct tn_arrival *arrival = (struct tn_arrival *)data;
  g_free(arrival->delays);
  g_free(arrival);
}

/* Returns the arrival pattern of n entries, owned by the trials. */
static const struct tn_arrival *arrival_of(struct trials *t, const double *entry, int n)
{
  struct tn_arrival *arrival = g_new0(struct tn_arrival, 1);
  const double first = tn_replay_first_entry(n, entry);
  arrival->n = n;
  arrival->delays = g_new(double, n);
  for (int r = 0; r < n; r++)
    arrival->delays[r] = entry[r] - first;
  g_ptr_array_add(t->arrivals, arrival);
  return arrival;
}

static bool may_continue(void *data, guint n_known)
{
  const struct trials *t = (const struct trials *)data;
  return !t->replay->may_continue ||
         t->replay->may_continue(t->replay->data, n_known, tn_study_n(t->study));
}

/* Adds a point for each sampled call of a class with each of its candidates. */
static void add_class(struct trials *t, const struct tn_replay_samples *samples, guint class,
                      const GArray *candidates)
{
  for (guint s = class * TN_REPLAY_SAMPLES; s < (class + 1) * TN_REPLAY_SAMPLES; s++) {
    if (!samples->entry[s])
      continue;
    const guint call = samples->call[s];
    const struct tn_program *program = t->replay->program;
    const int n = tn_program_group_of(program, tn_program_call(program, call))->n;
    const struct tn_arrival *arrival = arrival_of(t, samples->entry[s], n);
    for (guint c = 0; candidates && c < candidates->len; c++) {
      const struct trial trial = { class, c };
      struct tn_point point;
      if (!tn_replay_point(t->replay, t->study, call,
                           &g_array_index(candidates, struct tn_choice, c), &point, NULL))
        continue;
      point.arrival = arrival;
      point.working_set = t->replay->working_set;
      tn_study_take(t->study, &point);
      g_array_append_val(t->of, trial);
    }
  }
}

/* Returns the sum of the sampled calls' times in seconds for each candidate of the class; INFINITY
 * if a call could not be run. Transfer full. */
static double *sum_class(const struct trials *t, guint class, guint n_candidates)
{
  double *sums = g_new0(double, n_candidates + 1);
  g_autofree guint *n = g_new0(guint, n_candidates + 1);
  guint most = 0;
  for (guint i = 0; i < t->of->len; i++) {
    const struct trial *trial = &g_array_index(t->of, struct trial, i);
    const struct tn_outcome *outcome = tn_study_outcome(t->study, i);
    if (trial->class != class)
      continue;
    sums[trial->candidate] += outcome->state == TN_DONE ? outcome->result.avg : INFINITY;
    n[trial->candidate]++;
    most = MAX(most, n[trial->candidate]);
  }
  for (guint c = 0; c < n_candidates; c++)
    if (n[c] < most || most == 0)
      sums[c] = INFINITY;
  return sums;
}

/* Returns the candidate with the smallest sum; zeros if none is finite. Sets the sums of all
 * candidates with its algorithm or its sum, which do the same work, to INFINITY. */
static struct tn_choice take_best(const GArray *candidates, double *sums, guint n)
{
  guint best = 0;
  for (guint c = 1; c < n; c++)
    best = sums[c] < sums[best] ? c : best;
  if (n == 0 || !isfinite(sums[best]))
    return (struct tn_choice){ 0 };
  const struct tn_choice taken = g_array_index(candidates, struct tn_choice, best);
  const double least = sums[best];
  for (guint c = 0; c < n; c++)
    if (g_array_index(candidates, struct tn_choice, c).algorithm == taken.algorithm ||
        sums[c] <= least)
      sums[c] = INFINITY;
  return taken;
}

bool tn_replay_tune(const struct tn_replay *replay, const struct tn_replay_samples *samples,
                    GArray *const *candidates, struct tn_choice *ret, GError **error)
{
  struct tn_conditions conditions = tn_replay_conditions;
  conditions.jobs = replay->jobs;
  struct trials t = { .replay = replay,
                      .study = tn_study_new(&conditions),
                      .of = g_array_new(FALSE, FALSE, sizeof(struct trial)),
                      .arrivals = g_ptr_array_new_with_free_func(arrival_free) };
  const struct tn_watch watch = { .data = &t, .may_continue = may_continue };
  for (guint class = 0; class < replay->classes->all->len; class ++)
    add_class(&t, samples, class, candidates[class]);
  bool ok = tn_study_run(t.study, &watch, error);
  for (guint i = 0; ok && i < tn_study_n(t.study); i++)
    ok = tn_study_outcome(t.study, i)->state != TN_PENDING; /* pending if the callback stopped the
                                                             * run */
  for (guint class = 0; ok && class < t.replay->classes->all->len; class ++) {
    const guint n = candidates[class] ? candidates[class]->len : 0;
    g_autofree double *sums = sum_class(&t, class, n);
    for (int k = 0; k < TN_REPLAY_FINALISTS; k++)
      ret[class * TN_REPLAY_FINALISTS + (guint)k] = take_best(candidates[class], sums, n);
  }
  tn_study_free(t.study);
  g_array_unref(t.of);
  g_ptr_array_unref(t.arrivals);
  return ok;
}
