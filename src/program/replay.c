#include "replay.h"

#include <math.h>
#include <string.h>

#include "program_point.h"
#include "study/pool.h"

/* seconds to which delays are rounded, so that equal calls run once */
#define RESOLUTION 1e-9

enum { MAX_KEPT = 1 << 16 }; /* cached results of calls */

struct run {
  const struct tn_replay *replay;
  const struct tn_choice *choices; /* [classes] algorithm of each class */
  struct tn_study *study;
  GHashTable *points; /* GBytes of struct kind -> struct tn_point */
  GHashTable *exits;  /* GBytes of struct kind and delays -> double[]: cache */
};

/* All inputs of a call's simulation except the delays at entry. */
struct kind {
  guint class;
  int group, root;
  size_t bytes;
  int type;
  bool in_place, fresh;
  guint counts; /* number as in tn_program_call.equal_counts */
};

static struct kind kind_of(const struct tn_replay *replay, guint i)
{
  const struct tn_program_call *call = tn_program_call(replay->program, i);
  struct kind kind;
  memset(&kind, 0, sizeof kind); /* padding is part of the key */
  kind.class = replay->classes->of[i];
  kind.group = call->group;
  kind.root = call->root;
  kind.bytes = call->bytes;
  kind.type = (int)call->type;
  kind.in_place = call->in_place;
  kind.fresh = call->fresh;
  kind.counts = call->equal_counts;
  return kind;
}

bool tn_replay_accepts(const struct tn_replay *replay, guint class, const struct tn_choice *choice,
                       GError **error)
{
  g_autoptr(GHashTable) seen =
      g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  struct tn_study *study = tn_study_new(&tn_replay_conditions);
  bool ok = true;
  for (guint i = 0; ok && i < replay->program->calls->len; i++) {
    const struct kind kind = kind_of(replay, i);
    struct tn_point point;
    if (replay->plans)
      replay->plans(replay->data, choice->algorithm->name, i, replay->program->calls->len);
    if (kind.class == class && g_hash_table_add(seen, g_bytes_new(&kind, sizeof kind)))
      ok = tn_replay_point(replay, study, i, choice, &point, error);
  }
  tn_study_free(study);
  return ok;
}

static const struct tn_point *point_of(struct run *run, guint i, GBytes *kind, GError **error)
{
  struct tn_point *known = g_hash_table_lookup(run->points, kind);
  struct tn_point point;
  if (known)
    return known;
  if (!tn_replay_point(run->replay, run->study, i, &run->choices[run->replay->classes->of[i]],
                       &point, error))
    return NULL;
  known = g_memdup2(&point, sizeof point);
  g_hash_table_insert(run->points, g_bytes_ref(kind), known);
  return known;
}

/* Simulates a call. Returns exits[n], seconds after the first entry, or NULL. */
static double *simulate(const struct run *run, const struct tn_point *point, int n,
                        const double *delay, GError **error)
{
  g_autofree struct tn_sim_stamps *stamps =
      g_malloc0(sizeof *stamps + sizeof stamps->rank[0] * (gsize)n);
  struct tn_sim_point sim = tn_study_sim_point(run->study, point, delay);
  struct tn_sim_result result;
  sim.stamps = stamps;
  sim.working_set = run->replay->working_set;
  if (!tn_sim_run(&sim, &result, error))
    return NULL;
  double *exit = g_new(double, n);
  for (int r = 0; r < n; r++)
    exit[r] = stamps->rank[r].exit - stamps->start;
  return exit;
}

/* Takes exit[n] of call i from the cache or simulates. Returns false and *error on failure. */
static bool run_call(struct run *run, guint i, int n, const double *entry, double *exit,
                     GError **error)
{
  const struct kind kind = kind_of(run->replay, i);
  const size_t length = sizeof kind + sizeof(double) * (size_t)n;
  g_autofree unsigned char *key = g_malloc(length);
  g_autofree double *delay = g_new(double, n);
  const double first = tn_replay_first_entry(n, entry);
  for (int r = 0; r < n; r++)
    delay[r] = RESOLUTION * round((entry[r] - first) / RESOLUTION);
  memcpy(key, &kind, sizeof kind);
  memcpy(key + sizeof kind, delay, sizeof(double) * (size_t)n);
  g_autoptr(GBytes) bytes = g_bytes_new(key, length);
  const double *known = g_hash_table_lookup(run->exits, bytes);
  if (!known) {
    g_autoptr(GBytes) of_kind = g_bytes_new(&kind, sizeof kind);
    const struct tn_point *point = point_of(run, i, of_kind, error);
    double *fresh = point ? simulate(run, point, n, delay, error) : NULL;
    if (!fresh)
      return false;
    if (g_hash_table_size(run->exits) >= MAX_KEPT)
      g_hash_table_remove_all(run->exits);
    g_hash_table_insert(run->exits, g_bytes_ref(bytes), fresh);
    known = fresh;
  }
  /* Rounding of the delays must not place an exit before its entry. */
  for (int r = 0; r < n; r++)
    exit[r] = MAX(first + known[r], entry[r]);
  return true;
}

/* Exits of a call that is not modelled: as long after the last entry as measured; a rank that left
 * before stays as long as measured (0 if not measured). */
static void run_unmodelled(const struct tn_program *program, const struct tn_program_call *call,
                           int n, const double *entry, double *exit)
{
  const double *in = &g_array_index(program->entry, double, call->first);
  const double *out = &g_array_index(program->exit, double, call->first);
  double last = entry[0], measured_last = in[0];
  for (int r = 1; r < n; r++) {
    last = MAX(last, entry[r]);
    measured_last = MAX(measured_last, in[r]);
  }
  for (int r = 0; r < n; r++) {
    const double own = out[r] - measured_last;
    exit[r] = own > 0.0 ? last + own : entry[r] + (isnan(own) ? 0.0 : out[r] - in[r]);
  }
}

/* Computes exit[n] of call i from its entries. Returns false and *error on failure. */
typedef bool (*leave_call)(void *data, guint i, int n, const double *entry, double *exit,
                           GError **error);

/* Times of the ranks in seconds, [ranks] each. */
struct clocks {
  double *now;          /* clocks by rank of the program; owns all memory */
  double *entry, *exit; /* of the last call, by rank of its group */
};

static struct clocks clocks_new(const struct tn_program *program)
{
  const size_t n = (size_t)program->n_ranks;
  double *all = g_new0(double, 3 * n);
  return (struct clocks){ all, all + n, all + 2 * n };
}

static bool step(const struct tn_replay *replay, guint i, const struct clocks *c, leave_call leave,
                 void *data, GError **error)
{
  const struct tn_program *program = replay->program;
  const struct tn_program_call *call = tn_program_call(program, i);
  const struct tn_program_group *group = tn_program_group_of(program, call);
  const double *computed = &g_array_index(program->computed, double, call->first);
  for (int r = 0; r < group->n; r++)
    c->entry[r] = c->now[group->rank[r]] + computed[r];
  if (tn_program_call_is_empty(call))
    memcpy(c->exit, c->entry, sizeof *c->exit * (size_t)group->n);
  else if (!leave(data, i, group->n, c->entry, c->exit, error))
    return false;
  for (int r = 0; r < group->n; r++)
    c->now[group->rank[r]] = c->exit[r];
  return true;
}

static void end_clocks(const struct tn_program *program, struct clocks *c,
                       struct tn_program_times *ret)
{
  for (int r = 0; r < program->n_ranks; r++)
    ret->total = MAX(ret->total, program->scale * (c->now[r] + program->tail[r]));
  g_free(c->now);
}

static bool leave_simulated(void *data, guint i, int n, const double *entry, double *exit,
                            GError **error)
{
  struct run *run = (struct run *)data;
  if (run->choices[run->replay->classes->of[i]].algorithm)
    return run_call(run, i, n, entry, exit, error);
  run_unmodelled(run->replay->program, tn_program_call(run->replay->program, i), n, entry, exit);
  return true;
}

static bool leave_free(void *data, guint i, int n, const double *entry, double *exit,
                       GError **error)
{
  const struct tn_program *program = (const struct tn_program *)data;
  const struct tn_program_call *call = tn_program_call(program, i);
  (void)error;
  if (call->collective == TN_PROGRAM_UNMODELLED)
    run_unmodelled(program, call, n, entry, exit);
  else
    for (int r = 0; r < n; r++)
      exit[r] = entry[tn_program_last_needed(call, n, r, entry)];
  return true;
}

void tn_replay_free(const struct tn_replay *replay, struct tn_program_times *ret)
{
  const struct tn_program *program = replay->program;
  struct clocks clocks = clocks_new(program);
  for (guint i = 0; i < program->calls->len; i++) {
    step(replay, i, &clocks, leave_free, (void *)program, NULL);
    tn_program_times_add(ret, program, replay->classes, i, clocks.entry, clocks.exit);
  }
  end_clocks(program, &clocks, ret);
}

static int ranks_of(const struct tn_replay *replay, guint call)
{
  return tn_program_group_of(replay->program, tn_program_call(replay->program, call))->n;
}

static bool replay_calls(struct run *run, struct tn_program_times *ret, double *const *ret_samples,
                         GError **error)
{
  const struct tn_replay *replay = run->replay;
  const struct tn_program *program = replay->program;
  struct clocks clocks = clocks_new(program);
  bool ok = true;
  for (guint i = 0; i < program->calls->len; i++) {
    if (!(ok = step(replay, i, &clocks, leave_simulated, run, error)))
      break;
    tn_program_times_add(ret, program, replay->classes, i, clocks.entry, clocks.exit);
    if (ret_samples && ret_samples[i])
      memcpy(ret_samples[i], clocks.entry, sizeof(double) * (size_t)ranks_of(replay, i));
    tn_pool_step();
  }
  end_clocks(program, &clocks, ret);
  return ok;
}

/* A task is a variant. Its result has total, inside, waiting; late by rank; inside and waiting by
 * class; entries of the first variant's samples. */
struct replays {
  const struct tn_replay *replay;
  const struct tn_choice *const *choices;
  const struct tn_replay_samples *samples; /* calls to record entries of; may be NULL */
  size_t n_sampled;                        /* entries of all sampled calls */
  guint n_steps;                           /* calls to simulate, over all variants */
};

static size_t result_length(const struct replays *all)
{
  return 3 + (size_t)all->replay->program->n_ranks + 2 * all->replay->classes->all->len +
         all->n_sampled;
}

/* Returns where the first variant's result has each call's entries; NULL: not sampled. */
static double **sample_places(const struct replays *all, double *result)
{
  double **places = g_new0(double *, all->replay->program->calls->len);
  double *next = result + result_length(all) - all->n_sampled;
  for (guint s = 0; s < all->samples->n; s++) {
    if (!all->samples->entry[s])
      continue;
    places[all->samples->call[s]] = next;
    next += ranks_of(all->replay, all->samples->call[s]);
  }
  return places;
}

/* Replays one variant in a worker process and stores its times in `result`. */
static bool replay_task(void *data, guint variant, void *result, GError **error)
{
  const struct replays *all = (const struct replays *)data;
  const struct tn_replay *replay = all->replay;
  struct run run = { .replay = replay,
                     .choices = all->choices[variant],
                     .study = tn_study_new(&tn_replay_conditions),
                     .points = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                                     (GDestroyNotify)g_bytes_unref, g_free),
                     .exits = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                                    (GDestroyNotify)g_bytes_unref, g_free) };
  struct tn_program_times *times = tn_program_times_new(replay->program, replay->classes);
  g_autofree double **samples =
      variant == 0 && all->samples ? sample_places(all, (double *)result) : NULL;
  const bool ok = replay_calls(&run, times, samples, error);
  double *to = (double *)result;
  const int n = all->replay->program->n_ranks;
  *to++ = times->total;
  *to++ = times->inside;
  *to++ = times->waiting;
  memcpy(to, times->late, sizeof *to * (size_t)n);
  memcpy(to + n, times->classes, sizeof *times->classes * all->replay->classes->all->len);
  tn_program_times_free(times);
  g_hash_table_unref(run.points);
  g_hash_table_unref(run.exits);
  tn_study_free(run.study);
  return ok;
}

void tn_replay_samples_free(struct tn_replay_samples *samples)
{
  if (!samples)
    return;
  for (guint s = 0; s < samples->n; s++)
    g_free(samples->entry[s]);
  g_free(samples->entry);
  g_free(samples->call);
  g_free(samples);
}

/* Selects up to TN_REPLAY_SAMPLES calls per class, spread evenly. */
static struct tn_replay_samples *samples_new(const struct tn_replay *replay)
{
  struct tn_replay_samples *samples = g_new0(struct tn_replay_samples, 1);
  const guint n_classes = replay->classes->all->len;
  g_autofree guint *seen = g_new0(guint, n_classes);
  g_autofree guint *taken = g_new0(guint, n_classes);
  samples->n = n_classes * TN_REPLAY_SAMPLES;
  samples->entry = g_new0(double *, samples->n);
  samples->call = g_new0(guint, samples->n);
  for (guint i = 0; i < replay->program->calls->len; i++) {
    const guint class = replay->classes->of[i];
    const guint n = tn_call_class(replay->classes, class)->n_calls;
    const guint wanted = MIN(n, (guint)TN_REPLAY_SAMPLES);
    if (taken[class] < wanted && seen[class] >= (guint)((guint64)taken[class] * n / wanted)) {
      const guint s = class * TN_REPLAY_SAMPLES + taken[class]++;
      samples->call[s] = i;
      samples->entry[s] = g_new0(double, ranks_of(replay, i));
    }
    seen[class]++;
  }
  return samples;
}

static bool may_continue(void *data, guint n_steps)
{
  const struct tn_replay *replay = ((const struct replays *)data)->replay;
  const guint n = ((const struct replays *)data)->n_steps;
  return !replay->may_continue || replay->may_continue(replay->data, MIN(n_steps, n), n);
}

bool tn_replay_run(const struct tn_replay *replay, guint n_variants,
                   const struct tn_choice *const *choices, struct tn_program_times *const *ret,
                   struct tn_replay_samples **ret_samples, GError **error)
{
  struct tn_replay_samples *samples = ret_samples ? samples_new(replay) : NULL;
  struct replays all = { .replay = replay,
                         .choices = choices,
                         .samples = samples,
                         .n_steps = n_variants * replay->program->calls->len };
  for (guint s = 0; samples && s < samples->n; s++)
    if (samples->entry[s])
      all.n_sampled += (size_t)ranks_of(replay, samples->call[s]);
  const size_t length = result_length(&all);
  g_autofree double *results = g_new0(double, length *n_variants);
  const struct tn_tasks tasks = { .n = n_variants,
                                  .result_bytes = sizeof(double) * length,
                                  .jobs = replay->jobs,
                                  .data = &all,
                                  .run = replay_task,
                                  .may_continue = may_continue,
                                  .platform = replay->machine.platform };
  if (!tn_pool_gather(&tasks, results, error)) {
    tn_replay_samples_free(samples);
    return false;
  }
  for (guint v = 0; v < n_variants; v++) {
    const double *from = results + v * length;
    struct tn_program_times *one = ret[v];
    const int n = all.replay->program->n_ranks;
    one->total = *from++;
    one->inside = *from++;
    one->waiting = *from++;
    memcpy(one->late, from, sizeof *from * (size_t)n);
    memcpy(one->classes, from + n, sizeof *one->classes * all.replay->classes->all->len);
  }
  if (samples) {
    g_autofree double **places = sample_places(&all, results);
    for (guint s = 0; s < samples->n; s++)
      if (samples->entry[s])
        memcpy(samples->entry[s], places[samples->call[s]],
               sizeof(double) * (size_t)ranks_of(replay, samples->call[s]));
    *ret_samples = samples;
  }
  return true;
}
