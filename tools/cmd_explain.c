/* explain: why a point takes its time, or which parameters a choice depends on. */

#include "commands.h"
#include "explain/sensitivity_text.h"
#include "plan/expand.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "signals.h"
#include "why/explain.h"

static bool write_sensitivity(const struct tn_options *s, const struct tn_study *study, int format,
                              enum tn_objective objective, GError **error)
{
  struct tn_trials *trials = tn_trials_new(study, tn_run_trials);
  g_autoptr(GPtrArray) decisions = tn_sensitivity_of(study, objective, trials, error);
  const struct tn_sensitivity_result result = { study, decisions, objective,
                                                tn_trials_count(trials) };
  tn_trials_free(trials);
  if (!decisions)
    return false;
  if (decisions->len == 0)
    return tn_usage(error, "--sensitivity: no choice: every size has one algorithm "
                           "with one set of parameters (try -a all)");
  struct tn_document *d = tn_document_new((enum tn_output)format);
  tn_sensitivity_write(d, &result);
  return tn_writer_print(s, d, error);
}

static bool explain_choices(const struct tn_options *s, GError **error)
{
  enum tn_objective objective;
  int format;
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error) ||
      !tn_objective_read(s, &objective, error))
    return false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  if (!plan)
    return false;
  const struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  tn_plan_warn(plan);
  const bool all_done = tn_run_points(&results, NULL);
  const bool ok = tn_signal_caught
                      ? tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "explain: interrupted")
                      : write_sensitivity(s, plan->study, format, objective, error);
  tn_plan_free(plan);
  return ok && all_done;
}

static bool explain_point(const struct tn_options *s, GError **error)
{
  int format;
  /* refuses the option, but not an objective in a scenario, which is for the scenario's picture */
  if (g_strcmp0(s->where[TN_OPT_OBJECTIVE], "--objective") == 0)
    return tn_usage(
        error, "--objective: not for explain (it shows mean and span; --sensitivity accepts it)");
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error))
    return false;
  if (format == TN_OUT_CSV)
    return tn_usage(error, "--format csv: only with --sensitivity (text, json, markdown, html)");
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  struct tn_explanation *x = NULL;
  if (plan && tn_explanation_accepts(plan, error)) {
    tn_plan_warn(plan);
    x = tn_explanation_new(plan, tn_run_trials, error);
  }
  struct tn_document *d = x ? tn_document_new((enum tn_output)format) : NULL;
  if (d)
    tn_explanation_write(d, x);
  tn_explanation_free(x);
  tn_plan_free(plan);
  return d && tn_writer_print(s, d, error);
}

bool tn_cmd_explain(struct tn_options *s, GError **error)
{
  return TN_NONE_SAID(s, error, "not for explain (run has it)", TN_OPT_TIMELINE, TN_OPT_DELAY_MAP,
                      TN_OPT_UNCERTAINTY, TN_OPT_JITTER, TN_OPT_VERIFY, TN_OPT_REFERENCE) &&
         (s->sensitivity ? explain_choices : explain_point)(s, error);
}
