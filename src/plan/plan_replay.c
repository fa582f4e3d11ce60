#include "plan_replay.h"

#include <math.h>
#include <string.h>

#include "expand.h"
#include "program/skeleton.h"
#include "trace/trace.h"

static bool load_platform(struct tn_replay_job *job, GError **error)
{
  const char *name = job->settings->platform;
  if (job->platform)
    return true;
  if (!name)
    return tn_usage(error, "no platform (-p NAME; see turnstile list platforms)");
  if (strchr(name, ',') && !g_str_has_prefix(name, "synthetic:"))
    return tn_usage(error, "%s: \"%s\": a replay takes one",
                    tn_options_where(job->settings, TN_OPT_PLATFORM), name);
  g_autofree char *word = tn_options_platform(job->settings, name);
  job->platform = tn_platform_load(word, job->settings->like, error);
  return job->platform || tn_usage_prefix(error, tn_options_where(job->settings, TN_OPT_PLATFORM));
}

/* Checks that the job's platform has places for n ranks; errors begin with `where`. */
static bool check_places(const struct tn_replay_job *job, int n, const char *where, GError **error)
{
  struct tn_places *places = tn_places_new(job->platform, job->replay.machine.mapping, n, error);
  if (!places)
    return tn_usage_prefix(error, where);
  tn_places_free(places);
  return true;
}

/* Returns an application's name from its file's: "asp" for "scenarios/asp.ini". Transfer full. */
static char *name_of(const char *path)
{
  char *base = g_path_get_basename(path);
  char *dot = strrchr(base, '.');
  if (dot && dot != base)
    *dot = '\0';
  return base;
}

double tn_replay_disturbance(const struct tn_program_times *predicted,
                             const struct tn_program_times *measured)
{
  const double shortest = 1e-3; /* seconds */
  const double own = predicted->inside - predicted->waiting;
  const double own_measured = measured ? measured->inside - measured->waiting : 0.0;
  return own_measured < shortest || own <= 0.0 ? 1.0 : own_measured / own;
}

/* Replays the trace with its own ranks. Adds a note if the recorded times are disturbed, because a
 * projection has them as computation. A trace that does not fit on the platform is not checked. */
static void check_recorded(const struct tn_replay_job *job)
{
  struct tn_options *s = tn_options_copy(job->settings);
  g_autofree char *n = g_strdup_printf("%d", job->program->n_ranks);
  s->ranks = n; /* as many as recorded: no projection */
  struct tn_replay_job own = { .settings = s, .platform = tn_platform_ref(job->platform) };
  if (tn_program_is_measured(job->program) && tn_replay_job_read(&own, "", NULL)) {
    struct tn_program_times *measured = tn_program_times_new(own.program, own.classes);
    const struct tn_assignment *base = own.variants->pdata[0];
    tn_program_times_measured(own.program, own.classes, measured);
    g_ptr_array_set_size(own.variants, 1);
    const double factor = tn_replay_variants(&own, own.variants, NULL, NULL)
                              ? tn_replay_disturbance(base->times, measured)
                              : 1.0;
    if (factor >= TN_REPLAY_DISTURBED)
      g_ptr_array_add(job->notes,
                      g_strdup_printf("%s: its %d ranks spent %.0f times as long in collectives, "
                                      "without waiting, as predicted" TN_REPLAY_DISTURBED_TEXT,
                                      own.program->name, own.program->n_ranks, factor));
    tn_program_times_free(measured);
  }
  tn_replay_job_clear(&own);
  tn_options_free(s);
}

/* Replaces a trace by its iterations with the ranks of -n, if their number differs. */
static bool project(struct tn_replay_job *job, GError **error)
{
  struct tn_program *trace = job->program;
  struct tn_program_skeleton skeleton = { 0 };
  int64_t n;
  if (!tn_read_int(job->settings, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error))
    return false;
  if (n == trace->n_ranks)
    return true;
  check_recorded(job);
  const guint n_notes = job->notes->len;
  if (!tn_skeleton_make(trace, (int)n, &skeleton, job->notes)) {
    tn_usage(error, "%s: cannot be projected to %d ranks: %s", trace->name, (int)n,
             job->notes->len > n_notes ? (const char *)job->notes->pdata[n_notes] : TN_NO_SKELETON);
    g_ptr_array_set_size(job->notes, (int)n_notes);
    return false;
  }
  struct tn_options *s = tn_options_copy(job->settings);
  g_autofree char *imbalance = g_strdup_printf("normal(%.3fus)", 1e6 * skeleton.deviation);
  s->calls = skeleton.calls;
  s->iterations = (int)skeleton.iterations;
  s->computation = skeleton.computation;
  s->imbalance = imbalance;
  job->program = check_places(job, (int)n, tn_options_where(s, TN_OPT_RANKS), error)
                     ? tn_application_read(s, trace->name, (int)n, error)
                     : NULL;
  if (job->program) {
    job->program->library = g_strdup(trace->library);
    job->program->left_out = g_strdup(trace->left_out);
    g_ptr_array_insert(job->notes, 0,
                       g_strdup_printf("%s: projected from %d to %d ranks: %d iterations with mean "
                                       "sizes and computation as recorded",
                                       trace->name, trace->n_ranks, (int)n, s->iterations));
  }
  tn_options_free(s);
  g_free(skeleton.calls);
  tn_program_free(trace);
  return job->program != NULL;
}

/* Loads the program: a trace, or an application, which is named after its scenario. */
static bool load_program(struct tn_replay_job *job, const char *scenario, GError **error)
{
  const struct tn_options *s = job->settings;
  if (s->rows->len + (s->calls != NULL) != 1)
    return tn_usage(error, "%s (one trace, or a scenario with [application] calls)",
                    s->rows->len > 0 ? "several programs" : "no program");
  if (s->rows->len) {
    if (TN_NONE_SAID(s, error,
                     "not for a trace (trace skeleton writes a scenario that can be changed: "
                     "docs/tutorial-program.md)",
                     TN_OPT_ITERATIONS, TN_OPT_COMPUTATION, TN_OPT_IMBALANCE, TN_OPT_TYPE,
                     TN_OPT_IN_PLACE) &&
        (s->ranks ||
         TN_NONE_SAID(s, error, "not for a trace without -n", TN_OPT_SIMULATE, TN_OPT_SEED)))
      job->program = tn_trace_load(s->rows->pdata[0], job->notes, error);
    return job->program && (!s->ranks || project(job, error));
  }
  g_autofree char *name = name_of(scenario);
  int64_t n = tn_platform_default_ranks(job->platform);
  return tn_read_int(s, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error) &&
         check_places(job, (int)n, tn_options_where(s, TN_OPT_RANKS), error) &&
         (job->program = tn_application_read(s, name, (int)n, error)) != NULL;
}

/* Returns the transport of the library that made the trace, as in tn_case; 0 if unknown. */
static int transport_of(const struct tn_replay_job *job)
{
  static const char usual[] = "ompi-ob1";
  const char *library = job->program->library;
  const int target = job->library_rows.name ? (int)job->library_rows.target
                     : library              ? tn_name_find(tn_target_names, library)
                                            : -1;
  if (job->library_rows.name || (target >= 0 && tn_releases[target].transport))
    return tn_releases[target].transport;
  if (!library)
    return 0;
  const char *name = g_str_has_prefix(library, "ompi") ? usual : library;
  const int found = tn_name_find(tn_transport_names, name);
  return found < 0 ? 0 : TN_JUST(found);
}

static bool read_machine(struct tn_replay_job *job, GError **error)
{
  static const char one[] = "a replay takes one";
  const struct tn_options *s = job->settings;
  struct tn_case *machine = &job->replay.machine;
  int kernel, transport, backing, buffers;
  job->overrides = tn_options_overrides(s, error);
  if (!job->overrides || !tn_read_single(s, TN_OPT_KERNEL, one, &kernel, error) ||
      !tn_read_single(s, TN_OPT_TRANSPORT, one, &transport, error) ||
      !tn_read_single(s, TN_OPT_BACKING, one, &backing, error) ||
      !tn_read_single(s, TN_OPT_BUFFERS, one, &buffers, error))
    return false;
  job->replay.working_set = s->working_set;
  job->replay.jobs = s->jobs ? s->jobs : (int)g_get_num_processors();
  *machine =
      (struct tn_case){ .platform = job->platform,
                        .kernel = 1 + kernel,
                        .overrides = (const struct tn_override *)(void *)job->overrides->data,
                        .n_overrides = (int)job->overrides->len,
                        .transport = transport < 0 ? transport_of(job) : TN_JUST(transport),
                        .backing = 1 + backing,
                        .mapping = machine->mapping };
  job->replay.reused = s->buffers ? (enum tn_buffers)buffers : TN_BUFFERS_REWRITTEN;
  return check_places(job, job->program->n_ranks, job->program->name, error);
}

bool tn_replay_job_tunes(const struct tn_replay_job *job)
{
  return job->settings->tuned || job->library_rows.name;
}

bool tn_replay_job_run(struct tn_replay_job *job, GError **error)
{
  const bool tunes = tn_replay_job_tunes(job);
  struct tn_replay_samples *samples = NULL;
  bool ok = tn_replay_variants(job, job->variants, tunes ? &samples : NULL, error);
  ok = ok && (!tunes || tn_replay_job_tune(job, samples, error));
  tn_replay_samples_free(samples);
  return ok;
}

bool tn_replay_job_read(struct tn_replay_job *job, const char *scenario, GError **error)
{
  const struct tn_options *s = job->settings;
  job->notes = g_ptr_array_new_with_free_func(g_free);
  job->replay.machine.mapping = s->mapping ? s->mapping : tn_usual_mapping(TN_MEMORY_HOST);
  if ((s->release && !tn_library_rows_find(tn_options_where(s, TN_OPT_FOR), s->release,
                                           &job->library_rows, error)) ||
      !load_platform(job, error) || !load_program(job, scenario, error))
    return false;
  /* --tune recommends what the traced library accepts, if its release has files of rules */
  if (s->tuned && !s->release && job->program->library)
    tn_library_rows_find("", job->program->library, &job->library_rows, NULL);
  job->classes = tn_call_classes_new(job->program);
  job->replay.program = job->program;
  job->replay.classes = job->classes;
  if (!read_machine(job, error))
    return false;
  job->variants = tn_variants_read(
      s, &job->replay, job->library_rows.name ? job->library_rows.name : job->program->library,
      error);
  return job->variants != NULL;
}

void tn_replay_job_clear(struct tn_replay_job *job)
{
  if (job->variants)
    g_ptr_array_unref(job->variants);
  if (job->notes)
    g_ptr_array_unref(job->notes);
  if (job->finalists)
    g_ptr_array_unref(job->finalists);
  g_free(job->gains);
  tn_call_classes_free(job->classes);
  if (job->overrides)
    g_array_unref(job->overrides);
  tn_program_free(job->program);
  tn_platform_free(job->platform);
}

void tn_replay_put(struct tn_table *t, const struct tn_replay *replay,
                   const struct tn_assignment *variant, guint class,
                   const struct tn_program_times *measured, int digits)
{
  const struct tn_program *program = replay->program;
  const struct tn_program_times *times = variant->times;
  if (class == replay->classes->all->len) {
    tn_table_texts(t, variant->name, "program");
    tn_table_counts(t, program->n_ranks, -1, -1);
    /* the row of the whole program has no call and choice */
    tn_table_texts(t, NULL, NULL, NULL, NULL);
    tn_table_numbers(t, digits, measured ? 1e6 * measured->total : NAN, 1e6 * times->total,
                     1e6 * times->waiting);
    return;
  }
  const struct tn_call_class *c = tn_call_class(replay->classes, class);
  const struct tn_choice *choice = &variant->choices[class];
  tn_table_texts(t, variant->name, c->name);
  tn_table_counts(t, c->n_ranks, c->least, c->most);
  tn_table_number(t, program->scale * c->n_calls, MIN(digits, 0));
  tn_table_texts(t, choice->algorithm ? choice->algorithm->name : NULL,
                 tn_choice_mechanism(replay, choice));
  tn_table_take(t, tn_choice_params(choice));
  tn_table_numbers(t, digits, measured ? 1e6 * measured->classes[class].inside : NAN,
                   1e6 * times->classes[class].inside, 1e6 * times->classes[class].waiting);
}
