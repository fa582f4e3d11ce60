#include "retake.h"

#include <math.h>
#include <string.h>

#include "again.h"
#include "figure/figure_words.h"
#include "study/cost.h"
#include "study/same_point.h"

static char *command_of(const struct tn_retake *t, const struct tn_report *report,
                        const struct tn_report_platform *known)
{
  const struct tn_tune_terms *terms = &t->decision->chapter->terms;
  g_autoptr(GPtrArray) chapters = tn_chapters_new(t->rows, terms, NULL);
  if (!chapters)
    return NULL;
  g_autofree char *selection =
      tn_again_by("sensitivity", chapters->pdata[0], known ? known->spec : NULL,
                  known ? known->platform : NULL);
  if (report->objective == TN_OBJECTIVE_AVG)
    return g_steal_pointer(&selection);
  return g_strdup_printf("%s --objective %s", selection, tn_objective_names[report->objective]);
}

/* The study of all rows, whose conditions are the first's. */
static bool rebuild(struct tn_retake *t, const struct tn_report *report,
                    const struct tn_platform *pf, GError **error)
{
  struct tn_conditions *c = &t->case_of_first.conditions;
  if (!tn_row_case_complete(&t->case_of_first, t->first, "report", error))
    return false;
  c->jobs = report->jobs;
  t->study = tn_study_new(c);
  for (guint i = 0; i < t->rows->len; i++)
    if (!tn_row_case_add(t->study, t->rows->pdata[i], pf, "report", error))
      return false;
  return true;
}

struct tn_retake *tn_retake_new(const struct tn_report *report, const struct tn_closest *decision)
{
  struct tn_retake *t = g_new0(struct tn_retake, 1);
  t->decision = decision;
  t->first = decision->winner;
  t->rows = tn_closest_rows(decision);
  const struct tn_report_platform *known = tn_report_platform(report, t->first->platform);
  g_autoptr(GError) error = NULL;
  t->command = command_of(t, report, known);
  if (!known)
    t->why = g_strdup("there is no platform of that name here");
  else if (tn_row_names_files(t->first))
    t->why = g_strdup("its rows depend on a file, which a page does not read");
  else if (!t->command)
    t->why = g_strdup("its rows do not tell what they are of");
  else if (!rebuild(t, report, known->platform, &error))
    t->why = g_strdup_printf("this program does not make such points (%s)", error->message);
  return t;
}

void tn_retake_free(struct tn_retake *t)
{
  if (!t)
    return;
  g_clear_pointer(&t->decisions, g_ptr_array_unref);
  tn_study_free(t->study);
  tn_row_case_finish(&t->case_of_first);
  g_ptr_array_unref(t->rows);
  g_free(t->command);
  g_free(t->why);
  g_free(t);
}

double tn_retake_cost(const struct tn_retake *t)
{
  double cost = 0;
  for (guint i = 0; !t->why && i < tn_study_n(t->study); i++)
    cost += tn_point_cost(tn_study_point(t->study, i));
  return cost;
}

/* As they were written, with fewer digits it may be. */
static bool is_same_time(const struct tn_row *row, double time, double other)
{
  const double unit = 1e-6 * pow(10, -row->digits), least = 1e-12;
  return fabs(time - other) <= 0.5 * unit + least;
}

/* Why point i is not what its row says, or NULL. Transfer full. */
static char *difference_of(const struct tn_retake *t, guint i)
{
  const struct tn_row *row = t->rows->pdata[i];
  const struct tn_chapter *c = t->decision->chapter;
  const bool is_done = tn_study_outcome(t->study, i)->state == TN_DONE;
  struct tn_row *point = is_done ? tn_hinges_row(&t->hinges, i) : tn_row_new();
  const bool is_same = is_done && tn_same_differs(row, point, 0) == TN_N_SAME;
  const double said = tn_chapter_time(c, row), now = tn_row_time(point, t->hinges.objective);
  g_autofree char *name = tn_words_algorithm(row->algorithm);
  tn_row_free(point);
  if (!is_same)
    return g_strdup_printf("this program does not make the point of %s again", name);
  if (is_same_time(row, said, now))
    return NULL;
  g_autofree char *before = tn_words_time(said), *after = tn_words_time(now);
  return g_strdup_printf("the model or the platform has changed since the rows (turnstile %s; here "
                         "%s): %s takes %s there and %s here",
                         *row->version ? row->version : "of an unknown version", TN_VERSION, name,
                         before, after);
}

bool tn_retake_run(struct tn_retake *t, const struct tn_report *report)
{
  t->hinges.study = t->study;
  t->hinges.objective = report->objective;
  if (!report->run(t->study))
    return false;
  for (guint i = 0; i < t->rows->len && !t->why; i++)
    t->why = difference_of(t, i);
  if (t->why)
    return true;
  struct tn_trials *trials = tn_trials_new(t->study, report->run);
  t->decisions = tn_sensitivity_of(t->study, report->objective, trials, NULL);
  t->hinges.decisions = t->decisions;
  t->hinges.n_runs = tn_trials_count(trials);
  tn_trials_free(trials);
  const struct tn_decision_point *d =
      t->decisions && t->decisions->len == 1 ? t->decisions->pdata[0] : NULL;
  if (t->decisions && (!d || t->rows->pdata[d->winner] != t->first))
    t->why = g_strdup("its points have another winner here");
  return t->decisions != NULL;
}
