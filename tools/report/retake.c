#include "retake.h"

#include "again.h"
#include "study/cost.h"

static char *command_of(const struct tn_retake *t, const struct tn_report *report,
                        const struct tn_report_platform *known)
{
  const struct tn_tune_terms *terms = &t->decision->chapter->terms;
  g_autoptr(GPtrArray) chapters = tn_chapters_new(t->rows, terms, NULL);
  if (!chapters)
    return NULL;
  g_autofree char *selection =
      tn_again_by("explain --sensitivity", chapters->pdata[0], known ? known->spec : NULL,
                  known ? known->platform : NULL);
  if (report->objective == TN_OBJECTIVE_AVG)
    return g_steal_pointer(&selection);
  return g_strdup_printf("%s --objective %s", selection, tn_objective_names[report->objective]);
}

struct tn_retake *tn_retake_new(const struct tn_report *report, const struct tn_closest *decision)
{
  struct tn_retake *t = g_new0(struct tn_retake, 1);
  t->decision = decision;
  t->first = decision->winner;
  t->rows = tn_closest_rows(decision);
  const struct tn_report_platform *known = tn_report_platform(report, t->first->platform);
  t->command = command_of(t, report, known);
  if (!known)
    t->why = g_strdup("there is no platform of that name here");
  else if (!t->command)
    t->why = g_strdup("its rows do not tell what they are of");
  else
    t->why = tn_rerun_init(&t->again, t->rows, known->platform, report->jobs);
  return t;
}

void tn_retake_free(struct tn_retake *t)
{
  if (!t)
    return;
  g_clear_pointer(&t->decisions, g_ptr_array_unref);
  tn_rerun_clear(&t->again);
  g_ptr_array_unref(t->rows);
  g_free(t->command);
  g_free(t->why);
  g_free(t);
}

double tn_retake_cost(const struct tn_retake *t)
{
  double cost = 0;
  for (guint i = 0; !t->why && i < tn_study_n(t->again.study); i++)
    cost += tn_point_cost(tn_study_point(t->again.study, i));
  return cost;
}

bool tn_retake_run(struct tn_retake *t, const struct tn_report *report)
{
  t->hinges.study = t->again.study;
  t->hinges.objective = report->objective;
  if (!report->run(t->again.study))
    return false;
  for (guint i = 0; i < t->rows->len && !t->why; i++)
    t->why = tn_rerun_difference(&t->again, i, report->objective);
  if (t->why)
    return true;
  struct tn_trials *trials = tn_trials_new(t->again.study, report->run);
  t->decisions = tn_sensitivity_of(t->again.study, report->objective, trials, NULL);
  t->hinges.decisions = t->decisions;
  t->hinges.n_runs = tn_trials_count(trials);
  tn_trials_free(trials);
  const struct tn_decision_point *d =
      t->decisions && t->decisions->len == 1 ? t->decisions->pdata[0] : NULL;
  if (t->decisions && (!d || t->rows->pdata[d->winner] != t->first))
    t->why = g_strdup("its points have another winner here");
  return t->decisions != NULL;
}
