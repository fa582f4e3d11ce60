/* Programs on a platform. */
#include <math.h>

#include "plan/replay.h"
#include "private.h"

struct watched {
  TurnstileProgress progress;
  gpointer data;
};

static bool goes_on(void *data, guint n_done, guint n)
{
  const struct watched *w = data;
  return !w->progress || w->progress(n_done, n, w->data);
}

static void add_times(struct tn_table *table, double measured, double predicted, double waiting)
{
  tn_table_numbers(table, TN_ALL_DIGITS, 1e6 * measured, 1e6 * predicted, 1e6 * waiting);
}

/* A row for each class of calls, and one of the program. */
static void add_variant(struct tn_table *table, const struct tn_replay_job *job,
                        const struct tn_assignment *v, const struct tn_program_times *measured)
{
  for (guint i = 0; i < job->classes->all->len; i++) {
    const struct tn_call_class *c = tn_call_class(job->classes, i);
    const struct tn_choice *choice = &v->choices[i];
    tn_table_texts(table, v->name, c->name);
    tn_table_counts(table, c->n_ranks, c->least, c->most);
    tn_table_number(table, job->program->scale * c->n_calls, TN_ALL_DIGITS);
    tn_table_texts(table, choice->algorithm ? choice->algorithm->name : NULL,
                   tn_choice_mechanism(&job->replay, choice));
    tn_table_take(table, tn_choice_params(choice));
    add_times(table, measured ? measured->classes[i].inside : NAN, v->times->classes[i].inside,
              v->times->classes[i].waiting);
  }
  tn_table_texts(table, v->name, "program");
  tn_table_counts(table, job->program->n_ranks, -1, -1);
  tn_table_number(table, NAN, TN_ALL_DIGITS);
  for (int i = 0; i < 3; i++)
    tn_table_text(table, NULL);
  add_times(table, measured ? measured->total : NAN, v->times->total, v->times->waiting);
}

static struct tn_table *table_of(const struct tn_replay_job *job)
{
  struct tn_table *table =
      tn_table_new("variant collective ranks:i size_from:iB size_to:iB calls:d algorithm mechanism "
                   "params measured_us:dus predicted_us:dus waiting_us:dus");
  struct tn_program_times *times = tn_program_times_new(job->program, job->classes);
  const bool is_measured = tn_program_times_measured(job->program, job->classes, times);
  for (guint v = 0; v < job->variants->len; v++)
    add_variant(table, job, job->variants->pdata[v], is_measured ? times : NULL);
  tn_program_times_free(times);
  return table;
}

TurnstileTable *turnstile_replay(const char *trace, const TurnstileCase *asked,
                                 TurnstileProgress progress, gpointer data, GError **error)
{
  struct watched w = { .progress = progress, .data = data };
  g_return_val_if_fail(asked, NULL);
  struct tn_settings *s = tn_settings_copy(asked->settings);
  const char *name = tn_settings_get(s, TN_OPT_PLATFORM);
  g_autofree char *key = g_strdup_printf("%s like itself", name ? name : "");
  struct tn_platform *loaded = g_hash_table_lookup(asked->loaded, key);
  struct tn_replay_job job = { .settings = s,
                               .platform = loaded ? tn_platform_ref(loaded) : NULL,
                               .replay = { .goes_on = goes_on, .data = &w } };
  TurnstileTable *table = NULL;
  GError *why = NULL;
  s->command = TN_CMD_REPLAY;
  if (trace)
    g_ptr_array_add(s->rows, g_strdup(trace));
  if (tn_replay_job_read(&job, "application", &why) && tn_replay_job_run(&job, &why))
    table = tn_library_table(table_of(&job));
  else if (why)
    tn_library_refuse(error, why);
  else
    g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN, "progress ended it");
  tn_replay_job_clear(&job);
  tn_settings_free(s);
  return table;
}
