#include "retake.h"

#include <math.h>
#include <string.h>

#include "again.h"
#include "rows/row.h"
#include "study/cost.h"
#include "words.h"

/* Of words that come from rows, and not from who runs the program. */
#define WHERE "report"

/* Whether what the row says of itself is the name of a file. */
static bool names_files(const struct tn_row *row)
{
  return strstr(row->noise, "file:") || strstr(row->overrides->text, "file:") ||
         tn_values_get(row->overrides, "counts");
}

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

/* The command's plan. */
static bool rebuild(struct tn_retake *t, const struct tn_report *report, GError **error)
{
  const int before = 2; /* turnstile sensitivity */
  g_auto(GStrv) words = NULL;
  int n;
  if (!g_shell_parse_argv(t->command, &n, &words, error))
    return false;
  t->settings =
      tn_settings_parse(TN_CMD_RUN | TN_CMD_SENSITIVITY, n - before, words + before, error);
  if (t->settings && report->jobs &&
      !tn_settings_put(t->settings, TN_OPT_JOBS, report->jobs, WHERE, error))
    return false;
  t->plan = t->settings ? tn_plan_new(t->settings, NULL, error) : NULL;
  return t->plan != NULL;
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
  else if (names_files(t->first))
    t->why = g_strdup("its rows depend on a file, which a page does not read");
  else if (!t->command)
    t->why = g_strdup("its rows do not tell what they are of");
  else if (!rebuild(t, report, &error))
    t->why = g_strdup_printf("this program does not make such points (%s)", error->message);
  return t;
}

void tn_retake_free(struct tn_retake *t)
{
  if (!t)
    return;
  g_clear_pointer(&t->decisions, g_ptr_array_unref);
  tn_plan_free(t->plan);
  tn_settings_free(t->settings);
  g_ptr_array_unref(t->rows);
  g_free(t->command);
  g_free(t->why);
  g_free(t);
}

double tn_retake_cost(const struct tn_retake *t)
{
  double cost = 0;
  for (guint i = 0; t->plan && i < tn_study_n(t->plan->study); i++)
    cost += tn_point_cost(t->plan->study, tn_study_point(t->plan->study, i));
  return cost;
}

/* Whether a row is of a point: what it does not know it does not contradict. */
static bool is_of(const struct tn_row *row, const struct tn_row *point)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    if (tn_row_columns[c].role != TN_ROLE_RESULT && tn_row_knows(row, c) &&
        !tn_row_same(row, point, c))
      return false;
  return true;
}

/* The study's point that a row is of. Its number, or -1. */
static int point_of(const struct tn_study *study, const GPtrArray *points, const struct tn_row *row)
{
  for (guint i = 0; i < points->len; i++)
    if (tn_study_outcome(study, i)->state == TN_DONE && is_of(row, points->pdata[i]))
      return (int)i;
  return -1;
}

/* As they were written, with fewer digits it may be. */
static bool is_same_time(const struct tn_row *row, double time, double other)
{
  const double unit = 1e-6 * pow(10, -row->digits), least = 1e-12;
  return fabs(time - other) <= 0.5 * unit + least;
}

/* Why the point is not what the row says, or NULL. Transfer full. */
static char *difference_of(const struct tn_retake *t, const struct tn_row *row,
                           const GPtrArray *points)
{
  const struct tn_chapter *c = t->decision->chapter;
  const int i = point_of(t->plan->study, points, row);
  g_autofree char *name = tn_words_algorithm(row->algorithm);
  if (i < 0)
    return g_strdup_printf("this program does not make the point of %s again", name);
  const double said = tn_chapter_time(c, row),
               now = tn_row_time(points->pdata[i], t->hinges.objective);
  if (is_same_time(row, said, now))
    return NULL;
  g_autofree char *before = tn_words_time(said), *after = tn_words_time(now);
  return g_strdup_printf("the model or the platform has changed since the rows (turnstile %s; here "
                         "%s): %s takes %s there and %s here",
                         *row->version ? row->version : "of an unknown version", TN_VERSION, name,
                         before, after);
}

/* Says in t->why what of the rows did not come out again. */
static void compare(struct tn_retake *t)
{
  const struct tn_results results = tn_results_of(t->plan, TN_SOURCE_SIM);
  g_autoptr(GPtrArray) points = tn_rows_new();
  for (guint i = 0; i < tn_study_n(t->plan->study); i++)
    g_ptr_array_add(points, tn_study_outcome(t->plan->study, i)->state == TN_DONE
                                ? tn_row_take(&results, i)
                                : tn_row_new());
  for (guint i = 0; i < t->rows->len && !t->why; i++)
    t->why = difference_of(t, t->rows->pdata[i], points);
}

/* Whether the rows' winner is the analysis'. */
static bool is_same_winner(const struct tn_retake *t, const struct tn_decision_point *d)
{
  struct tn_row *row = tn_hinges_row(&t->hinges, d->winner);
  const bool is_same = is_of(t->first, row);
  tn_row_free(row);
  return is_same;
}

bool tn_retake_run(struct tn_retake *t, const struct tn_report *report)
{
  t->hinges.study = t->plan->study;
  t->hinges.objective = report->objective;
  if (!report->run(t->plan->study))
    return false;
  compare(t);
  if (t->why)
    return true;
  struct tn_trials *trials = tn_trials_new(t->plan->study, report->run);
  t->decisions = tn_sensitivity_of(t->plan->study, report->objective, trials, NULL);
  t->hinges.decisions = t->decisions;
  t->hinges.n_runs = tn_trials_count(trials);
  tn_trials_free(trials);
  if (t->decisions && (t->decisions->len != 1 || !is_same_winner(t, t->decisions->pdata[0])))
    t->why = g_strdup("its points with all combinations of the parameters have another winner");
  return t->decisions != NULL;
}
