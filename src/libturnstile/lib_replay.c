#include "plan/plan_replay.h"
#include "private.h"

struct watched {
  TurnstileProgress progress;
  gpointer data;
};

static bool may_continue(void *data, guint n_done, guint n)
{
  const struct watched *w = data;
  return !w->progress || w->progress(n_done, n, w->data);
}

static struct tn_table *table_of(const struct tn_replay_job *job)
{
  struct tn_table *table = tn_table_new(TN_REPLAY_COLUMNS);
  struct tn_program_times *times = tn_program_times_new(job->program, job->classes);
  const bool is_measured = tn_program_times_measured(job->program, job->classes, times);
  for (guint v = 0; v < job->variants->len; v++)
    for (guint class = 0; class <= job->classes->all->len; class ++)
      tn_replay_put(table, &job->replay, job->variants->pdata[v], class, is_measured ? times : NULL,
                    TN_ALL_DIGITS);
  tn_program_times_free(times);
  return table;
}

TurnstileTable *turnstile_replay(const char *trace, const TurnstileCase *asked,
                                 TurnstileProgress progress, gpointer data, GError **error)
{
  struct watched w = { .progress = progress, .data = data };
  g_return_val_if_fail(asked, NULL);
  struct tn_options *s = tn_options_copy(asked->settings);
  const char *name = s->platform;
  g_autofree char *key = g_strdup_printf("%s like itself", name ? name : "");
  struct tn_platform *loaded = g_hash_table_lookup(asked->loaded, key);
  struct tn_replay_job job = { .settings = s,
                               .platform = loaded ? tn_platform_ref(loaded) : NULL,
                               .replay = { .may_continue = may_continue, .data = &w } };
  TurnstileTable *table = NULL;
  GError *why = NULL;
  s->command = TN_CMD_REPLAY;
  if (trace)
    g_ptr_array_add(s->rows, tn_options_store_text(s, trace));
  if (tn_replay_job_read(&job, "application", &why) && tn_replay_job_run(&job, &why))
    table = tn_library_table(table_of(&job));
  else if (why)
    tn_library_refuse(error, why);
  else
    g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN, "progress ended it");
  tn_replay_job_clear(&job);
  tn_options_free(s);
  return table;
}
