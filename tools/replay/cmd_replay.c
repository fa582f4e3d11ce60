/* replay: simulates a whole program on a platform. */
#include <math.h>
#include <stdio.h>

#include "commands.h"
#include "plan/expand.h"
#include "plan/plan_replay.h"
#include "platform/quantity.h"
#include "program_text.h"
#include "progress.h"
#include "replay_text.h"
#include "rows/text_rows.h"
#include "signals.h"
#include "study/mechanisms.h"
#include "table/table.h"

struct job {
  struct tn_replay_job request;
  gint64 start;
  guint n_done, n_phases; /* progress of the phase; phases begun */
};

static bool may_continue(void *data, guint n_done, guint n)
{
  struct job *job = (struct job *)data;
  if (job->n_phases == 0 || n_done < job->n_done) {
    static const char *const names[] = { "replaying", "trying other algorithms",
                                         "replaying with the best algorithms" };
    /* The number of trials is unknown before. A replay takes less time than its trials, and those
     * without a setting follow that with all settings. */
    static const double later[] = { NAN, 0.5, 1.0, 2.0, 0.0 };
    if (tn_replay_job_tunes(&job->request))
      tn_progress_phase(names[MIN(job->n_phases, 2)], later[MIN(job->n_phases, 4)]);
    job->start = g_get_monotonic_time();
    job->n_phases++;
  }
  job->n_done = n_done;
  tn_progress_show(n_done, n, (double)n_done / n, job->start);
  return !tn_signal_caught;
}

/* Shows the progress of planning, which takes long for many calls and algorithms. */
static void plans(void *data, const char *algorithm, guint call, guint n)
{
  const struct job *job = (const struct job *)data;
  tn_progress_plan(algorithm, call, n, job->start);
}

/* Returns the conditions of all tables. Transfer full. */
static char *about(const struct tn_replay_job *job)
{
  const struct tn_case *m = &job->replay.machine;
  const enum tn_kernel kernel =
      m->kernel ? (enum tn_kernel)(m->kernel - 1) : tn_platform_kernel(job->platform);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s on %s, %d ranks; kernel %s, mapping %s, buffers %s",
                         job->program->name, tn_platform_name(job->platform), job->program->n_ranks,
                         tn_kernel_names[kernel], m->mapping, tn_buffers_names[job->replay.reused]);
  g_autofree char *written = tn_format_size(job->replay.working_set);
  if (job->replay.working_set)
    g_string_append_printf(text, ", working set %s", written);
  if (tn_case_transport(m))
    g_string_append_printf(text, ", transport %s", tn_transport_names[tn_case_transport(m) - 1]);
  if (job->settings->calls)
    g_string_append_printf(text, "; %d iterations, %u calls simulated", job->settings->iterations,
                           job->program->calls->len);
  g_string_append(text, "; times are averages over ranks");
  return g_string_free(text, FALSE);
}

static bool report(const struct tn_replay_job *job, int format, GError **error)
{
  g_autofree char *conditions = about(job);
  struct tn_program_times *measured = tn_program_times_new(job->program, job->classes);
  struct tn_program_times *least = tn_program_times_new(job->program, job->classes);
  tn_replay_free(&job->replay, least);
  const bool is_measured = tn_program_times_measured(job->program, job->classes, measured);
  const struct tn_replay_report r = { .replay = &job->replay,
                                      .variants = job->variants,
                                      .measured = is_measured ? measured : NULL,
                                      .free = least,
                                      .library_rows =
                                          job->library_rows.name ? &job->library_rows : NULL,
                                      .gains = job->gains,
                                      .even_gain = job->even_gain,
                                      .finalists = job->finalists,
                                      .notes = job->notes,
                                      .about = conditions };
  struct tn_document *d = tn_document_new((enum tn_output)format);
  tn_replay_write(d, &r);
  tn_program_times_free(measured);
  tn_program_times_free(least);
  return tn_writer_print(job->settings, d, error);
}

static bool replay_job(struct job *job, GError **error)
{
  struct tn_replay_job *request = &job->request;
  const struct tn_options *s = request->settings;
  int format;
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error))
    return false;
  request->replay.plans = plans;
  request->replay.data = job;
  job->start = g_get_monotonic_time();
  const char *scenario = "application";
  for (int i = 0; s->words[i]; i++)
    if (g_str_has_suffix(s->words[i], ".ini"))
      scenario = s->words[i];
  bool ok = tn_replay_job_read(request, scenario, error);
  tn_progress_wipe();
  const bool is_for_people = 1u << format & TN_FOR_PEOPLE; /* the document then has the notes */
  if (request->program && (!ok || !is_for_people))
    tn_notes_print(request->notes);
  if (!ok)
    return false;
  request->replay.may_continue = may_continue;
  job->start = g_get_monotonic_time();
  tn_signals_catch();
  ok = tn_replay_job_run(request, error);
  tn_progress_wipe();
  return ok && report(request, format, error);
}

bool tn_cmd_replay(struct tn_options *s, GError **error)
{
  struct job job = { .request.settings = s };
  const bool ok = replay_job(&job, error);
  if (!ok && !*error)
    fprintf(stderr, "turnstile: replay: interrupted\n");
  tn_replay_job_clear(&job.request);
  return ok;
}
