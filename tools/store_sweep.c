#include "store_sweep.h"

#include "document/wrap.h"
#include "plan/expand.h"
#include "run_points.h"
#include "signals.h"
#include "store/key.h"
#include "store/store.h"

/* Store that a sweep fills, and the first error. */
struct filling {
  struct tn_store *store;
  GError *error;
};

static void on_known(void *data, guint point)
{
  struct filling *f = data;
  if (!f->error)
    tn_store_put(f->store, point, &f->error);
}

/* Commits all outcomes that have arrived since the last call as one transaction, so that no
 * transaction is open while the run waits. Returns false after an error. */
static bool may_continue(void *data)
{
  struct filling *f = data;
  return !f->error && tn_store_flush(f->store, &f->error);
}

/* Points per worker process in one batch, if points also run with perturbed parameters. Each point
 * then has about ten runs, so that a batch keeps all workers busy. An interruption loses at most
 * one batch. */
enum { POINTS_OF_WORKER = 4 };

/* Runs one batch of the plan's pending points from point `first` on, including their runs with
 * perturbed parameters, and stores the rows. *ret_next: first point of the next batch. */
static bool fill_batch(struct filling *f, struct tn_results *results, guint first, guint *ret_next)
{
  const struct tn_study *all = results->plan->study;
  const guint most = POINTS_OF_WORKER * (guint)tn_conditions_jobs(tn_study_conditions(all));
  struct tn_study *some = tn_study_new(tn_study_conditions(all));
  g_autofree guint *number = g_new(guint, most);
  guint n = 0, next = first;
  for (; next < tn_study_n(all) && n < most; next++) {
    if (results->outcome[next].state != TN_PENDING)
      continue;
    tn_study_take(some, tn_study_point(all, next));
    number[n++] = next;
  }
  bool ok = tn_run_study(some);
  struct tn_uncertainty *uncertainty = tn_plan_uncertainty(results->plan, some);
  ok = !tn_signal_caught && tn_run_study(tn_uncertainty_study(uncertainty)) && ok;
  tn_uncertainty_fill(uncertainty);
  tn_uncertainty_free(uncertainty);
  for (guint i = 0; i < n && !tn_signal_caught; i++) {
    struct tn_outcome *outcome = &tn_study_outcomes(some)[i];
    results->outcome[number[i]] = *outcome;
    *outcome = (struct tn_outcome){ 0 };
    on_known(f, number[i]);
  }
  tn_study_free(some);
  *ret_next = next;
  return may_continue(f) && ok;
}

/* Runs the pending points, with the ranges of their times if the plan requests them. */
static bool fill(struct tn_store *store, struct tn_results *results, bool *ret_ok, GError **error)
{
  struct filling f = { .store = store };
  const struct tn_run_callbacks callbacks = { .data = &f,
                                              .known = on_known,
                                              .may_continue = may_continue };
  const bool has_ranges = tn_wants_ranges(results->plan->settings);
  const guint n = tn_study_n(results->plan->study);
  bool ok = has_ranges || tn_run_with_callbacks(results, &callbacks);
  for (guint next = 0; has_ranges && next < n && !tn_signal_caught && !f.error;)
    ok = fill_batch(&f, results, next, &next) && ok;
  if (!f.error)
    tn_store_flush(store, &f.error);
  if (f.error)
    g_propagate_error(error, f.error);
  else
    *ret_ok = ok && !tn_signal_caught;
  return !f.error;
}

char *tn_store_sweep_command(const char *command, char *const *words)
{
  static const char *const others[] = { "--store", "--shard", "--jobs", "-j", NULL };
  GString *text = g_string_new("turnstile ");
  g_string_append(text, command);
  for (int i = 0; words[i]; i++) {
    const char *equals = strchr(words[i], '=');
    /* skips the number of jobs in the form -j2 */
    if (g_str_has_prefix(words[i], "-j") && words[i][2])
      continue;
    g_autofree char *name =
        equals ? g_strndup(words[i], (gsize)(equals - words[i])) : g_strdup(words[i]);
    if (g_strv_contains(others, name)) {
      i += !equals && words[i + 1];
      continue;
    }
    g_autofree char *quoted = tn_shell_word(words[i]);
    g_string_append_printf(text, " %s", quoted);
  }
  return g_string_free(text, FALSE);
}

bool tn_store_sweep(struct tn_results *results, const char *file, const char *command, bool *ret_ok,
                    GError **error)
{
  const struct tn_plan *plan = results->plan;
  const struct tn_store_part part = { .whole = plan->whole ? plan->whole : plan->study,
                                      .study = plan->study,
                                      .numbers = plan->numbers,
                                      .command = command ? command : "",
                                      .only_looks = !command,
                                      .has_ranges = plan->settings->uncertainty,
                                      .n_jitter = plan->n_jitter };
  struct tn_store_prior prior = { 0 };
  if (!command && !g_file_test(file, G_FILE_TEST_EXISTS))
    return true;
  struct tn_store *store = tn_store_open(file, error);
  bool ok = store && tn_store_begin(store, &part, &prior, error);
  if (ok) {
    if (prior.n_program)
      tn_print_message(
          "%s: %u rows were made by another program (%s); they are ignored and made again by "
          "this one (%s)",
          file, prior.n_program, prior.program, tn_store_program());
    if (prior.n_platform)
      tn_print_message(
          "%s: platform %s has changed since %u rows were made; they are ignored and made again",
          file, prior.platform, prior.n_platform);
    if (prior.n_inputs)
      tn_print_message(
          "%s: %u rows were made with other inputs (--verify, --uncertainty, --jitter, or what "
          "is in files of noise, arrival or counts); they are ignored and made again",
          file, prior.n_inputs);
  }
  if (command)
    ok = ok && fill(store, results, ret_ok, error) && tn_store_finish(store, error);
  tn_store_prior_clear(&prior);
  tn_store_close(store);
  return ok;
}
