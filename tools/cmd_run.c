/* run and model: the same plan, the times from the simulator or from the closed forms. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "delays.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "run_points.h"
#include "signals.h"
#include "study/closed_form.h"

static const struct tn_plan_kind modelled = { .accepts = tn_closed_form_accepts,
                                              .is_modelled = true,
                                              .strands_share = true };

static void fill_model(struct tn_results *results)
{
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (tn_closed_form_result(tn_study_point(results->plan->study, i), &results->outcome[i].result))
      results->outcome[i].state = TN_DONE;
}

/* The closed forms count the callers of one lock: false and *error where a process has several. */
static bool check_forms(const struct tn_plan *plan, GError **error)
{
  const GPtrArray *setups = tn_study_setups(plan->study);
  for (guint i = 0; i < setups->len; i++)
    if (!tn_closed_form_holds(setups->pdata[i], error))
      return false;
  return true;
}

/* --reference must name an algorithm of the plan. */
static bool check_reference(const struct tn_settings *s, const struct tn_plan *plan, GError **error)
{
  const char *text = tn_settings_get(s, TN_OPT_REFERENCE);
  if (!text)
    return true;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const char *name = tn_study_point(plan->study, i)->algorithm->name;
    if (strcmp(name, text) == 0)
      return true;
    g_ptr_array_add(names, (gpointer)name);
  }
  g_ptr_array_add(names, NULL);
  return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_REFERENCE), "algorithm of this run",
                          text, (const char *const *)names->pdata);
}

/* Rows wait for all points, since each has the range that it is known within. */
static bool run_doubted(struct tn_results *results, struct tn_writer *w)
{
  bool ok = tn_run_points(results, NULL);
  if (!tn_signal_caught) {
    struct tn_doubts *doubts = tn_plan_doubts(results->plan, results->plan->study);
    results->doubts = doubts;
    ok = tn_run_study(tn_doubts_study(doubts)) && ok;
    tn_doubts_settle(doubts);
  }
  if (w->rows)
    w->rows(w, results, 0, tn_study_n(results->plan->study));
  return ok;
}

/* Ranges have a place in the formats that have columns. */
static bool check_ranges(const struct tn_settings *s, GError **error)
{
  if (!tn_wants_ranges(s) || strcmp(tn_settings_get(s, TN_OPT_FORMAT), "osu") != 0)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "--%s: osu has no place for it (text, csv and json have)",
              tn_wants_ranges(s));
  return false;
}

static bool timeline_is_lost(const struct tn_results *results)
{
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (results->outcome[i].result.lacks_timeline)
      return true;
  return false;
}

/* Runs a plan that is known to be sound, and writes its rows. */
static int execute(struct tn_results *results, struct tn_writer *w)
{
  GError *error = NULL;
  bool ok = true;
  if (results->source == TN_SOURCE_SIM) {
    ok = tn_wants_ranges(results->plan->settings) ? run_doubted(results, w)
                                                  : tn_run_points(results, w);
  } else {
    fill_model(results);
    if (w->rows)
      w->rows(w, results, 0, tn_study_n(results->plan->study));
  }
  tn_run_end(results, w);
  tn_doubts_free(results->doubts);
  results->doubts = NULL;
  if (!tn_writer_finish(w, &error))
    return tn_fail(error);
  if (timeline_is_lost(results)) {
    g_set_error(&error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                "%s: not everything could be written; the rows are whole",
                tn_settings_get(results->plan->settings, TN_OPT_TIMELINE));
    return tn_fail(error);
  }
  if (tn_signal_caught)
    fprintf(stderr, "turnstile: interrupted; the finished rows are kept\n");
  return ok ? TN_EXIT_DONE : TN_EXIT_FAILED;
}

static int execute_settings(const struct tn_settings *s, enum tn_source source)
{
  const bool is_sim = source == TN_SOURCE_SIM;
  GError *error = NULL;
  struct tn_writer w;
  int status;
  struct tn_plan *plan = tn_plan_new(s, is_sim ? NULL : &modelled, &error);
  if (!plan)
    return tn_fail(error);
  if (tn_settings_get(s, TN_OPT_DELAY_MAP)) {
    status = tn_delay_map(plan);
    tn_plan_free(plan);
    return status;
  }
  if (tn_settings_get(s, TN_OPT_TIMELINE) && tn_study_n(plan->study) != 1)
    g_set_error(&error, TN_USAGE_ERROR, 0, "--timeline: %u points (it shows one)",
                tn_study_n(plan->study));
  if (error || (!is_sim && !check_forms(plan, &error)) || !check_reference(s, plan, &error) ||
      !check_ranges(s, &error) || !tn_writer_check_other(s, TN_OPT_TIMELINE, &error) ||
      !tn_writer_init(&w, s, &error)) {
    tn_plan_free(plan);
    return tn_fail(error);
  }
  struct tn_results results = tn_results_of(plan, source);
  tn_plan_warn(plan);
  status = execute(&results, &w);
  tn_plan_free(plan);
  return status;
}

static int run_command(unsigned command, enum tn_source source, int n, char *const *words)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(command, n, words, &error);
  if (!s)
    return tn_fail(error);
  const int status = execute_settings(s, source);
  tn_settings_free(s);
  return status;
}

int tn_cmd_run(int n, char *const *words)
{
  return run_command(TN_CMD_RUN, TN_SOURCE_SIM, n, words);
}

int tn_cmd_model(int n, char *const *words)
{
  return run_command(TN_CMD_MODEL, TN_SOURCE_MODEL, n, words);
}
