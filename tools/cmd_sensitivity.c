/* sensitivity: which parameters a choice depends on, and which one would explain other times. */
#include <math.h>

#include "commands.h"
#include "compare/compare_refuse.h"
#include "document/wrap.h"
#include "explain/sensitivity_text.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rows/rows_files.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "signals.h"
#include "study/axis.h"
#include "study/study_rows.h"
#include "table/table.h"

/* What of the options of run says something of rows, not of points. */
static bool check_options(const struct tn_settings *s, int *ret_format,
                          enum tn_objective *ret_objective, GError **error)
{
  static const enum tn_option others[] = { TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_UNCERTAINTY,
                                           TN_OPT_JITTER,   TN_OPT_VERIFY,    TN_OPT_REFERENCE };
  return tn_none_said(s, others, G_N_ELEMENTS(others), "not for sensitivity (run has it)", error) &&
         tn_read_name(s, TN_OPT_FORMAT, tn_output_names, ret_format, error) &&
         tn_objective_read(s, ret_objective, error);
}

/* States the measured ranks and sizes that no point has because the option that names them is absent. */
static void sensitivity_state_left(const struct tn_settings *s, const GPtrArray *rows,
                                   const GPtrArray *points, enum tn_same condition)
{
  static const unsigned both = 1u << TN_SAME_RANKS | 1u << TN_SAME_SIZE;
  const bool is_size = condition == TN_SAME_SIZE;
  g_autoptr(GArray) left = tn_axis_new();
  for (guint k = 0; k < rows->len && !s->value[is_size ? TN_OPT_SIZE : TN_OPT_RANKS]; k++) {
    const struct tn_row *row = rows->pdata[k];
    bool fits = false, has = false;
    for (guint i = 0; i < points->len && !has; i++) {
      has = tn_same_agrees(row, points->pdata[i], condition);
      fits = fits || tn_same_differs(row, points->pdata[i], both) == TN_N_SAME;
    }
    if (fits && !has)
      tn_axis_add(left, is_size ? row->size : row->ranks);
  }
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint i = 0; i < left->len; i++) {
    g_autofree char *value = tn_format_size((size_t)tn_axis_at(left, i));
    g_string_append_printf(list, "%s%s", i ? ", " : "", value);
  }
  if (left->len)
    tn_tell("--against: measured %s outside the default ones are left out: %s",
            is_size ? "sizes" : "ranks", list->str);
}

/* truth[points]: the times of --against, NAN where it has none. Transfer full; NULL and *error. */
static double *read_truth(const struct tn_settings *s, const struct tn_study *study,
                          enum tn_objective objective, guint *ret_n, GError **error)
{
  const char *file = tn_settings_get(s, TN_OPT_AGAINST);
  g_autoptr(GPtrArray) rows = tn_rows_new(), points = tn_rows_new();
  if (!tn_rows_read(rows, file, error) || !tn_rows_unify(rows, error))
    return NULL;
  double *truth = g_new(double, tn_study_n(study) + 1);
  *ret_n = 0;
  for (guint i = 0; i < tn_study_n(study); i++) {
    truth[i] = NAN;
    if (tn_study_outcome(study, i)->state != TN_DONE)
      continue;
    struct tn_row *point = tn_study_row(study, i, NULL);
    for (guint k = 0; k < rows->len && isnan(truth[i]); k++)
      if (tn_same_differs(rows->pdata[k], point, 0) == TN_N_SAME)
        truth[i] = tn_row_time(rows->pdata[k], objective);
    *ret_n += !isnan(truth[i]);
    g_ptr_array_add(points, point);
  }
  if (*ret_n > 0) {
    sensitivity_state_left(s, rows, points, TN_SAME_RANKS);
    sensitivity_state_left(s, rows, points, TN_SAME_SIZE);
    return truth;
  }
  tn_compare_refuse(points, rows, error);
  tn_usage_prefix(error, file);
  g_free(truth);
  return NULL;
}

static bool write_suspects(const struct tn_settings *s, const struct tn_study *study, int format,
                           enum tn_objective objective, struct tn_trials *trials, GError **error)
{
  struct tn_writer w;
  guint n;
  double before;
  g_autofree double *truth = read_truth(s, study, objective, &n, error);
  g_autoptr(GArray) suspects =
      truth ? tn_blame(study, truth, objective, trials, &before, error) : NULL;
  if (!suspects || !tn_writer_open(&w, s, error))
    return false;
  if (format == TN_OUT_TEXT)
    tn_suspects_write_text(w.file, suspects, n, before);
  else
    tn_suspects_write(w.file, suspects, format == TN_OUT_JSON);
  return tn_writer_finish(&w, error);
}

static bool write_hinges(const struct tn_settings *s, const struct tn_study *study, int format,
                         enum tn_objective objective, struct tn_trials *trials, GError **error)
{
  struct tn_writer w;
  g_autoptr(GPtrArray) decisions = tn_sensitivity_of(study, objective, trials, error);
  if (!decisions)
    return false;
  if (decisions->len == 0)
    return tn_usage(error, "sensitivity: no choice: every size has one algorithm "
                           "with one set of parameters (try -a all)");
  if (!tn_writer_open(&w, s, error))
    return false;
  const struct tn_hinges hinges = { study, decisions, objective, tn_trials_count(trials) };
  if (format == TN_OUT_TEXT)
    tn_hinges_write_text(w.file, &hinges);
  else
    tn_hinges_write(w.file, &hinges, format == TN_OUT_JSON);
  return tn_writer_finish(&w, error);
}

bool tn_cmd_sensitivity(struct tn_settings *s, GError **error)
{
  enum tn_objective objective;
  int format;
  if (!check_options(s, &format, &objective, error))
    return false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  if (!plan)
    return false;
  const struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  tn_plan_warn(plan);
  const bool all_done = tn_run_points(&results, NULL);
  struct tn_trials *trials = tn_trials_new(plan->study, tn_run_trials);
  bool ok = !tn_signal_caught;
  if (!ok)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "sensitivity: interrupted");
  else if (tn_settings_get(s, TN_OPT_AGAINST))
    ok = write_suspects(s, plan->study, format, objective, trials, error);
  else
    ok = write_hinges(s, plan->study, format, objective, trials, error);
  tn_trials_free(trials);
  tn_plan_free(plan);
  return ok && all_done;
}
