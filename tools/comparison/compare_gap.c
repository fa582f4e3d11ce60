/* Finds the single change that would explain the differences of a comparison. */
#include <math.h>

#include "compare_write.h"
#include "explain/rerun.h"
#include "explain/sensitivity_text.h"
#include "progress.h"
#include "run_points.h"
#include "signals.h"
#include "study/cost.h"
#include "tune/gap_causes.h"

/* MAX_POINTS: most points that are tried, and most parameters that are shown. FARTHEST: how many of
 * these points have the greatest errors. MAX_ROWS: number of rows from which the points are
 * selected. */
enum { MAX_POINTS = 8, FARTHEST = 4, MAX_ROWS = 256 };
/* Upper limits of the sum of copies and messages of all tried points. Each point runs about 450
 * times: some seconds, or minutes if no point is quick. */
#define QUICK_WORK 1e5
#define MAX_WORK 1e7

/* Returns the simulated rows (borrowed) that have the same context as the row with the greatest
 * error, by descending error. *ret_truth: their measured seconds. */
static GPtrArray *gap_rows(const struct tn_comparison *c, GArray *ret_truth)
{
  GPtrArray *rows = g_ptr_array_new();
  g_autofree const struct tn_compared **all = tn_compare_by_error(c);
  for (guint i = 0; i < c->points->len && rows->len < MAX_ROWS; i++) {
    const struct tn_row *row = all[i]->predicted;
    const double truth = all[i]->measured_us * 1e-6;
    if (row->source != TN_SOURCE_SIM ||
        (rows->len > 0 && !tn_row_context_equal(rows->pdata[0], row)))
      continue;
    g_ptr_array_add(rows, (void *)row);
    g_array_append_val(ret_truth, truth);
  }
  return rows;
}

/* Selects points with the greatest errors, and some with smaller errors, which a change of the
 * parameter should not affect. Marks the other points as failed. `limit`: upper limit of the sum of
 * their work. Returns the number of selected points. */
static guint gap_choose(const struct tn_rerun *again, double limit)
{
  const guint n = tn_study_n(again->study);
  struct tn_outcome *outcomes = tn_study_outcomes(again->study);
  g_autofree guint *quick = g_new(guint, n);
  g_autofree double *work = g_new(double, n);
  double sum = 0.0;
  guint n_quick = 0, n_chosen = 0;
  for (guint i = 0; i < n; i++) {
    outcomes[i].state = TN_FAILED;
    const struct tn_point *p = tn_study_point(again->study, i);
    const struct tn_row *row = again->rows->pdata[i];
    /* approximate number of copies, messages and fragments */
    work[i] = tn_point_cost(p) + tn_point_fragments(p) +
              (tn_point_warmup(p) + p->repetitions) * (double)MAX(row->transfers, 0);
    if (work[i] <= limit / 2)
      quick[n_quick++] = i;
  }
  for (guint k = 0; k < MIN(n_quick, MAX_POINTS); k++) {
    const guint on = (k - FARTHEST) * (n_quick - 1 - FARTHEST) / (MAX_POINTS - 1 - FARTHEST);
    const guint i = quick[n_quick <= MAX_POINTS || k < FARTHEST ? k : FARTHEST + on];
    if (sum + work[i] > limit)
      continue;
    sum += work[i];
    outcomes[i].state = TN_PENDING;
    n_chosen++;
  }
  return n_chosen;
}

/* Adds to the document the changes that explain the difference. `before`: root mean square of
 * the relative differences from the measured times. */
static void gap_write(struct tn_document *d, const GArray *causes, double before)
{
  if (causes->len == 0) {
    tn_document_paragraph(d, -1, "%s",
                          before < TN_GAP_NEGLIGIBLE
                              ? "  There is no difference to explain."
                              : "  No single change reduces the difference.");
    return;
  }
  const struct tn_gap_cause *first = &g_array_index(causes, struct tn_gap_cause, 0);
  const bool explains = first->after <= 0.5 * before;
  bool any_outside = false;
  g_autoptr(GString) alike = g_string_new(NULL);
  struct tn_table *t =
      tn_table_new("like_first parameter value fits outside error:d left:d measured_by");
  for (guint i = 0; i < causes->len; i++) {
    const struct tn_gap_cause *s = &g_array_index(causes, struct tn_gap_cause, i);
    g_autofree char *to =
        s->words ? g_strdup_printf("%s %s", s->option, s->words[(int)s->fits]) : NULL;
    if (s->is_like_first)
      g_string_append_printf(alike, "%s%s", i ? " or " : "", to ? to : tn_params[s->param].name);
    if (i >= MAX_POINTS)
      continue;
    any_outside = any_outside || s->is_outside;
    tn_table_answer(t, s->is_like_first);
    tn_table_text(t, to ? s->option : tn_params[s->param].name);
    if (to)
      tn_table_texts(t, s->words[(int)s->value], s->words[(int)s->fits]);
    else
      tn_table_takes(t, tn_param_format(s->param, s->value), tn_param_format(s->param, s->fits));
    tn_table_answer(t, s->is_outside);
    tn_table_numbers(t, 6, s->error > 0.0 ? s->error : NAN, s->after);
    if (to)
      tn_table_print(t, "sweep %s, and compare again", to);
    else
      tn_table_text(t, tn_measured_by(s->param));
  }
  g_autofree char *error =
      g_strdup_printf(", but outside its stated error of %.0f %%", 100.0 * first->error);
  tn_document_paragraph(
      d, 2, "  The times differ by %.2f %% (root mean square). %s%s%s%s: %.2f %% is left.",
      100.0 * before, explains ? "" : "No single change explains half of that; the nearest is ",
      alike->str, explains ? " explains it best" : "", first->is_outside ? error : "",
      100.0 * first->after);
  tn_document_table(
      d, t,
      "  {=like_first:yes*} {parameter:22} {value:>10} {fits:>10}{=outside:yes!} {error:>8.0 %} "
      "{left:>8.2 %}  {measured by=measured_by}");
  tn_document_paragraph(d, -1,
                        "  * the first, and those that fit as well (within %.0f %% of the gap)",
                        100.0 * TN_GAP_DISTINCT);
  if (any_outside)
    tn_document_paragraph(d, -1, "  ! implausible: the fitting value is outside the stated error");
}

/* Adds the parameters that explain the difference. Returns NULL, or why they are unknown (transfer
 * full). */
static char *gap_causes(struct tn_document *d, const struct tn_comparison *c,
                        const struct tn_rerun *again, const double *truth)
{
  static const char interrupted[] = "the simulations were interrupted";
  guint n = gap_choose(again, QUICK_WORK);
  char *why = NULL;
  double before;
  if (n == 0)
    n = gap_choose(again, MAX_WORK);
  if (n == 0)
    return g_strdup(
        "each point is expected to take too long to be simulated some hundred times "
        "(--where selects smaller points, platform fit --rows --free PARAM fits one value)");
  tn_signals_catch();
  tn_progress_phase("finding the parameter that explains the gap", NAN);
  if (!tn_run_trials(again->study))
    return g_strdup(interrupted);
  for (guint i = 0; i < again->rows->len && !why; i++)
    if (tn_study_outcome(again->study, i)->state != TN_FAILED)
      why = tn_rerun_difference(again, i, c->objective);
  struct tn_trials *trials = tn_trials_new(again->study, tn_run_trials);
  g_autoptr(GArray) causes =
      why ? NULL : tn_gap_causes(again->study, truth, c->objective, trials, &before, NULL);
  tn_trials_free(trials);
  if (!causes)
    return why ? why : g_strdup(interrupted);
  tn_document_paragraph(d, -1, "\nParameter that would explain the gap (%u of %u points%s)", n,
                        c->points->len,
                        n < c->points->len ? ": one context, quick to simulate" : "");
  gap_write(d, causes, before);
  return NULL;
}

void tn_compare_write_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                          int jobs)
{
  g_autoptr(GArray) truth = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GPtrArray) rows = gap_rows(c, truth);
  struct tn_rerun again = { 0 };
  const char *name = rows->len ? ((const struct tn_row *)rows->pdata[0])->platform : NULL;
  struct tn_platform *pf = !name  ? NULL
                           : file ? tn_platform_load(file, NULL, NULL)
                                  : tn_platform_load_named(name, NULL);
  char *why = !name ? g_strdup("no predicted row is simulated")
              : !pf ? g_strdup("their platform is not found (-p FILE)")
                    : tn_rerun_init(&again, rows, pf, jobs);
  if (!why)
    why = gap_causes(d, c, &again, (const double *)(const void *)truth->data);
  if (why)
    tn_document_paragraph(d, 2, "\nParameter that would explain the gap: not known, since %s.",
                          why);
  g_free(why);
  tn_rerun_clear(&again);
  tn_platform_free(pf);
}
