/* explain: why one point takes its time. */

#include "commands.h"
#include "plan/expand.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "why/explain.h"

static bool check_options(const struct tn_settings *s, bool *ret_json, GError **error)
{
  static const enum tn_option others[] = { TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_UNCERTAINTY,
                                           TN_OPT_JITTER,   TN_OPT_VERIFY,    TN_OPT_REFERENCE };
  static const char *const formats[] = { "text", "json", NULL };
  int format;
  /* A scenario's is its picture's. */
  if (g_strcmp0(s->where[TN_OPT_OBJECTIVE], "--objective") == 0)
    return tn_usage(error, "--objective: not for explain (it shows mean and span)");
  if (!tn_none_said(s, others, G_N_ELEMENTS(others), "not for explain (run has it)", error) ||
      !tn_read_name(s, TN_OPT_FORMAT, formats, &format, error))
    return false;
  *ret_json = format == 1;
  return true;
}

bool tn_cmd_explain(struct tn_settings *s, GError **error)
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
