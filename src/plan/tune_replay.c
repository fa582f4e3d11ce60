/* Chooses the algorithms of a program's classes by replays of the program. */
#include <math.h>

#include "plan_replay.h"
#include "tune/tune.h"

bool tn_replay_variants(const struct tn_replay_job *job, const GPtrArray *variants,
                        struct tn_replay_samples **ret_samples, GError **error)
{
  const guint n = variants->len;
  g_autofree const struct tn_choice **choices = g_new0(const struct tn_choice *, n);
  g_autofree struct tn_program_times **times = g_new0(struct tn_program_times *, n);
  for (guint v = 0; v < n; v++) {
    const struct tn_assignment *variant = variants->pdata[v];
    choices[v] = variant->choices;
    times[v] = variant->times;
  }
  return tn_replay_run(&job->replay, n, choices, times, ret_samples, error);
}

static struct tn_assignment *copy_of(const struct tn_replay_job *job,
                                     const struct tn_assignment *variant)
{
  return tn_assignment_new(&job->replay, variant->name, variant);
}

static bool replay_one(const struct tn_replay_job *job, struct tn_assignment *variant,
                       GError **error)
{
  g_autoptr(GPtrArray) one = g_ptr_array_new();
  g_ptr_array_add(one, variant);
  return tn_replay_variants(job, one, NULL, error);
}

/* Replays all calls with each of the finalists. Sets best->choices to the one that takes the least
 * time without waiting; without a finalist, keeps the choice. Adds the finalists' rows. */
static bool rank_finalists(struct tn_replay_job *job, const struct tn_choice *finalists,
                           struct tn_assignment *best, GError **error)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_assignment_free);
  job->finalists = tn_rows_new();
  for (guint k = 0; k < TN_REPLAY_FINALISTS; k++) {
    struct tn_assignment *v = copy_of(job, best);
    g_ptr_array_add(all, v);
    for (guint c = 0; c < job->classes->all->len; c++) {
      const struct tn_choice *choice = &finalists[c * TN_REPLAY_FINALISTS + k];
      if (choice->algorithm)
        v->choices[c] = *choice;
    }
  }
  const bool ok = tn_replay_variants(job, all, NULL, error);
  for (guint c = 0; ok && c < job->classes->all->len; c++) {
    const struct tn_call_class *of = tn_call_class(job->classes, c);
    double least = INFINITY;
    for (guint k = 0; k < TN_REPLAY_FINALISTS && finalists[c * TN_REPLAY_FINALISTS + k].algorithm;
         k++) {
      const struct tn_assignment *v = all->pdata[k];
      const struct tn_class_times *times = &v->times->classes[c];
      struct tn_row *row = tn_choice_row(of->name, &v->choices[c]);
      row->source = TN_SOURCE_SIM;
      row->ranks = of->n_ranks;
      row->size = (int64_t)of->most;
      row->avg = (times->inside - times->waiting) / of->n_calls;
      if (row->avg < least)
        best->choices[c] = v->choices[c];
      least = fmin(least, row->avg);
      g_ptr_array_add(job->finalists, row);
    }
  }
  return ok;
}

/* Returns true if the variant's choice for the class differs from the reference's. */
static bool sets(const struct tn_assignment *variant, const struct tn_assignment *base, guint class)
{
  const struct tn_choice *a = &variant->choices[class], *b = &base->choices[class];
  return a->algorithm != b->algorithm || a->mechanism != b->mechanism ||
         a->transport != b->transport;
}

/* Returns true if the class takes as long with both variants, without waiting. */
static bool ties(const struct tn_assignment *variant, const struct tn_assignment *base, guint class)
{
  const struct tn_class_times *a = &variant->times->classes[class];
  const struct tn_class_times *b = &base->times->classes[class];
  return a->inside - a->waiting > (1.0 - TN_TUNE_TIE) * (b->inside - b->waiting);
}

/* Replays the program without each setting of `best`, and sets job->gains. Sets *ret to a variant
 * without the settings that are not worth it (TN_REPLAY_WORTH), or, if they are worth it only
 * together, without the one that gains least; NULL if each is worth it. Transfer full. */
static bool try_without(struct tn_replay_job *job, const struct tn_assignment *best,
                        struct tn_assignment **ret, GError **error)
{
  const struct tn_assignment *base = job->variants->pdata[0];
  const double worth = TN_REPLAY_WORTH * base->times->total;
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_assignment_free);
  struct tn_assignment *other = copy_of(job, best);
  guint worst = 0, n_worthless = 0, k = 0;
  double least = INFINITY;
  for (guint c = 0; c < job->classes->all->len; c++)
    if (sets(best, base, c)) {
      struct tn_assignment *without = copy_of(job, best);
      without->choices[c] = base->choices[c];
      g_ptr_array_add(all, without);
    }
  bool ok = all->len == 0 || tn_replay_variants(job, all, NULL, error);
  for (guint c = 0; ok && c < job->classes->all->len; c++) {
    const bool is_set = sets(best, base, c);
    const struct tn_assignment *without = is_set ? all->pdata[k++] : best;
    job->gains[c] = without->times->total - best->times->total;
    if (!is_set || (job->gains[c] > worth && !ties(best, base, c)))
      continue;
    other->choices[c] = base->choices[c];
    n_worthless++;
    worst = job->gains[c] < least ? k - 1 : worst;
    least = fmin(least, job->gains[c]);
  }
  ok = ok && (n_worthless < 2 || replay_one(job, other, error));
  if (ok && n_worthless > 0 &&
      (n_worthless == 1 || other->times->total > best->times->total + worth)) {
    tn_assignment_free(other);
    other = g_ptr_array_steal_index(all, worst);
  }
  *ret = ok && n_worthless > 0 ? other : NULL;
  if (!*ret)
    tn_assignment_free(other);
  return ok;
}

/* Replays the reference and `best` with the mean computation of a call's ranks before each call.
 * Sets job->even_gain. */
static bool replay_even(struct tn_replay_job *job, const struct tn_assignment *best, GError **error)
{
  struct tn_program *program = job->program;
  GArray *const recorded = program->computed;
  g_autoptr(GPtrArray) pair = g_ptr_array_new_with_free_func((GDestroyNotify)tn_assignment_free);
  struct tn_assignment *before = copy_of(job, job->variants->pdata[0]);
  struct tn_assignment *after = copy_of(job, best);
  g_ptr_array_add(pair, before);
  g_ptr_array_add(pair, after);
  program->computed = g_array_copy(recorded);
  for (guint i = 0; i < program->calls->len; i++) {
    const struct tn_program_call *call = tn_program_call(program, i);
    const int n = tn_program_group_of(program, call)->n;
    double *computed = &g_array_index(program->computed, double, call->first), sum = 0.0;
    for (int r = 0; r < n; r++)
      sum += computed[r];
    for (int r = 0; r < n; r++)
      computed[r] = sum / n;
  }
  const bool ok = tn_replay_variants(job, pair, NULL, error);
  job->even_gain = 1.0 - after->times->total / before->times->total;
  g_array_unref(program->computed);
  program->computed = recorded;
  return ok;
}

bool tn_replay_job_tune(struct tn_replay_job *job, const struct tn_replay_samples *samples,
                        GError **error)
{
  const guint n = job->classes->all->len;
  GArray **candidates = tn_variants_candidates(
      job->settings, &job->replay, job->library_rows.name ? &job->library_rows : NULL, error);
  const struct tn_assignment *base = job->variants->pdata[0];
  if (!candidates)
    return false;
  struct tn_assignment *best = tn_assignment_new(
      &job->replay, job->library_rows.name ? job->library_rows.name : "the best for each size",
      base);
  g_autofree struct tn_choice *found = g_new0(struct tn_choice, n * TN_REPLAY_FINALISTS);
  /* The library's own choice comes first: it stays where no candidate is faster. */
  for (guint c = 0; c < n; c++)
    if (candidates[c] && base->choices[c].algorithm)
      g_array_prepend_val(candidates[c], base->choices[c]);
  bool ok = tn_replay_tune(&job->replay, samples, candidates, found, error);
  tn_variants_candidates_free(candidates, n);
  job->gains = g_new0(double, n + 1);
  ok = ok && rank_finalists(job, found, best, error) && replay_one(job, best, error);
  for (struct tn_assignment *other = best; ok && other;) {
    ok = try_without(job, best, &other, error);
    if (other) {
      tn_assignment_free(best);
      best = other;
    }
  }
  ok = ok && replay_even(job, best, error);
  g_ptr_array_add(job->variants, best);
  return ok;
}
