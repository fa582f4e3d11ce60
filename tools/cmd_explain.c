/* explain: why one point takes its time. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "rows/row.h"
#include "run_points.h"
#include "signals.h"
#include "why/explain.h"

static bool check_options(const struct tn_settings *s, bool *ret_json, GError **error)
{
  static const enum tn_option others[] = { TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_UNCERTAINTY,
                                           TN_OPT_JITTER,   TN_OPT_VERIFY,    TN_OPT_REFERENCE };
  static const char *const formats[] = { "text", "json", NULL };
  int format;
  if (g_strcmp0(s->where[TN_OPT_OBJECTIVE], "--objective") ==
      0) { /* a scenario's is its picture's */
    return tn_usage(error, "--objective: not for explain (it shows mean and span)");
  }
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
    if (tn_settings_changed(s, others[i]))
      return tn_usage(error, "--%s: not for explain (run has it)", tn_options[others[i]].name);
  if (!tn_read_name(s, TN_OPT_FORMAT, formats, &format, error))
    return false;
  *ret_json = format == 1;
  return true;
}

static bool explain(struct tn_settings *s, GError **error)
{
  struct tn_writer w;
  bool is_json = false;
  if (!check_options(s, &is_json, error))
    return false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  bool ok = plan && tn_explanation_accepts(plan, error);
  struct tn_explanation *x = NULL;
  if (ok) {
    tn_plan_warn(plan);
    x = tn_explanation_new(plan, tn_run_trials, error);
  }
  ok = x && tn_writer_open(&w, s, error);
  if (ok) {
    if (is_json)
      tn_explanation_write_json(w.file, x);
    else
      tn_explanation_write_text(w.file, x);
    ok = tn_writer_finish(&w, error);
  }
  tn_explanation_free(x);
  tn_plan_free(plan);
  return ok;
}

int tn_cmd_explain(int n, char *const *words)
{
  return tn_command_run(TN_CMD_RUN | TN_CMD_EXPLAIN, n, words, explain);
}
