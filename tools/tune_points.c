#include "tuning/tune_input.h"

#include "plan/expand.h"
#include "rewritten.h"
#include "rows/notes.h"
#include "run_points.h"
#include "signals.h"
#include "study/study_rows.h"
#include "tune/device_paths.h"
#include "tune/tune.h"

/* Number of runs with jitter for each of the two best candidates if they are close. */
enum { JITTERED = 4 };

/* Returns remarks on assumed parameters, for each platform and kernel profile. Transfer full. */
static GPtrArray *notes_of(const struct tn_results *results)
{
  const struct tn_plan *plan = results->plan;
  const GPtrArray *setups = tn_study_setups(plan->study);
  GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < setups->len; i++) {
    const struct tn_setup *setup = setups->pdata[i];
    unsigned collectives = 0;
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint p = 0; p < tn_study_n(plan->study); p++) {
      const struct tn_point *point = tn_study_point(plan->study, p);
      if (point->setup != setup)
        continue;
      g_array_append_val(points, p);
      collectives |= 1u << point->call.collective;
    }
    if (points->len == 0)
      continue;
    if (setups->len > 1)
      tn_note_add(remarks, "%s, kernel %s:", tn_platform_name(setup->platform),
                  tn_kernel_names[setup->kernel]);
    const struct tn_assumption assumed = tn_assumption_of(results, points, tn_run_quietly);
    tn_note_assumed(remarks, setup, &assumed, 5);
    g_array_unref(assumed.list);
    for (int c = 0; c < TN_N_COLLECTIVES; c++)
      if (collectives & 1u << c)
        tn_note_error(remarks, setup, (enum tn_collective)c);
  }
  return remarks;
}

struct raced {
  const struct tn_tune_input *field;
  const struct tn_study *study;
};

/* Returns the number of a candidate's heat (struct tn_race), which depends on its role, on the path
 * of data on devices and, if by_mechanism, on its mechanism. Returns -1 for the reference and for
 * rows that cannot be chosen; these are never stopped. */
static int side_of(void *data, guint point)
{
  const struct raced *raced = data;
  const struct tn_tune_request *request = raced->field->request;
  struct tn_row *row = tn_study_row(raced->study, point, NULL);
  const unsigned role = tn_tune_request_role(request, row);
  const char *way = tn_device_path_of(row), *reference = request->page.reference;
  const bool is_shown = !(role & TN_AS_CHOICE) || g_strcmp0(row->algorithm, reference) == 0;
  int side = (int)role;
  side = side * TN_N_MECHANISMS +
         (raced->field->by_mechanism ? (int)tn_study_point(raced->study, point)->mechanism : 0);
  side = side * 4 + (way ? 1 + tn_name_find(tn_device_path_names, way) : 0);
  tn_row_free(row);
  return is_shown ? -1 : side;
}

/* Runs the study as a race; `hints`: as in struct tn_race. */
static bool run_race(const struct tn_tune_input *field, struct tn_study *study, const double *hints)
{
  struct raced raced = { field, study };
  const struct tn_race race = {
    .n_exact = field->by_mechanism ? 1 : 2, .side = side_of, .data = &raced, .hints = hints
  };
  return tn_run_race(study, &race);
}

/* Returns a remark on stopped rows, or NULL if all rows ran. Transfer full. */
static char *stopped_of(const struct tn_tune_input *field)
{
  guint n = 0;
  for (guint i = 0; i < field->rows->len; i++)
    n += ((const struct tn_row *)field->rows->pdata[i])->is_stopped;
  if (n == 0)
    return NULL;
  return g_strdup_printf("stopped: %u of %u candidates, which take > %g %% longer than %s "
                         "(--exact runs them to the end)",
                         n, field->rows->len, 100.0 * TN_RACE_MARGIN - 100.0,
                         field->by_mechanism ? "the fastest of their mechanism"
                                             : "the two fastest algorithms");
}

/* Returns an array with true for each row of the field that is among the `most` fastest rows that
 * can win (tn_tune_shortlist). Transfer full. */
static bool *shortlist(const struct tn_tune_input *field, int most)
{
  const struct tn_tune_page *page = &field->request->page;
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  g_autoptr(GArray) number = g_array_new(FALSE, FALSE, sizeof(guint));
  bool *wanted = g_new0(bool, field->rows->len + 1);
  for (guint i = 0; i < field->rows->len; i++) {
    g_autofree char *why =
        page->library ? tn_library_rows_refusal(page->library, field->rows->pdata[i]) : NULL;
    if (why)
      continue;
    g_ptr_array_add(choices, field->rows->pdata[i]);
    g_array_append_val(number, i);
  }
  g_autofree bool *chosen = g_new0(bool, choices->len + 1);
  tn_tune_shortlist(choices, page->objective, most, chosen);
  for (guint i = 0; i < choices->len; i++)
    wanted[g_array_index(number, guint, i)] = chosen[i];
  return wanted;
}

/* Runs points with rewritten buffers (`run` of struct tn_rewritten). */
static void run_hinted(void *data, struct tn_study *study, const double *hints)
{
  const struct tn_tune_input *field = data;
  if (field->races)
    run_race(field, study, hints);
  else
    tn_run_trials(study);
}

/* Simulates, with rewritten buffers, the rows that could win with them. A race stops rows that
 * cannot win. */
static void run_rewritten(struct tn_tune_input *field, const struct tn_results *results)
{
  g_autofree bool *fastest = shortlist(field, TN_REWRITTEN_RIVALS);
  g_autofree bool *may_win = shortlist(field, (int)field->rows->len);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (tn_has_row(results, i))
      g_array_append_val(points, i);
  field->more = tn_rows_new();
  struct tn_rewritten r = { .study = results->plan->study,
                            .rows = field->rows,
                            .points = points,
                            .objective = field->request->page.objective,
                            .run = run_hinted,
                            .data = field,
                            .more = field->more };
  if (field->races)
    tn_rewritten_try(&r, may_win);
  else
    tn_rewritten_try_best(&r, fastest, may_win);
}

/* Simulates the two best rows of each size with jitter if their times are close. They tie if the
 * difference vanishes. Omits points without fragments: few of them change, and they take long. */
static void run_jittered(struct tn_tune_input *field, const struct tn_results *results)
{
  const struct tn_study *first = results->plan->study;
  struct tn_study *again = tn_study_new(tn_study_conditions(first));
  g_autofree bool *wanted = shortlist(field, TN_TUNE_NEAR_TWO);
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  for (guint i = 0, row = 0; i < tn_study_n(first); i++) {
    if (!tn_has_row(results, i))
      continue;
    struct tn_row *own = field->rows->pdata[row];
    if (wanted[row] && !tn_sim_has_read(&results->outcome[i].result, TN_P_FRAGMENT_SIZE)) {
      own->jitter_low = own->jitter_high = own->avg;
    } else if (wanted[row]) {
      tn_study_take(again, tn_study_point(first, i));
      tn_study_outcomes(again)[rows->len] =
          (struct tn_outcome){ .state = TN_DONE, .result.avg = own->avg };
      g_ptr_array_add(rows, own);
    }
    row++;
  }
  struct tn_uncertainty *uncertainty = tn_uncertainty_new(again, false, JITTERED);
  tn_run_study(tn_uncertainty_study(uncertainty));
  tn_uncertainty_fill(uncertainty);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_outcome *o = tn_study_outcome(again, i);
    struct tn_row *own = rows->pdata[i];
    if (o->jitter_high > 0.0) {
      own->jitter_low = tn_row_seconds(o->jitter_low * 1e6);
      own->jitter_high = tn_row_seconds(o->jitter_high * 1e6);
    }
  }
  tn_uncertainty_free(uncertainty);
  tn_study_free(again);
}

/* Completes the field from the plan's rows, of which some may be missing. */
static bool finish(struct tn_tune_input *field, struct tn_results *results, GError **error)
{
  const struct tn_options *s = results->plan->settings;
  tn_rows_take(field->rows, results);
  field->stopped = stopped_of(field);
  if (tn_signal_caught)
    return tn_refuse(
        error, G_FILE_ERROR, G_FILE_ERROR_INTR,
        "tune: interrupted (a sweep --store FILE keeps its rows, tune FILE reads them)");
  if (field->wants_notes)
    field->notes = notes_of(results);
  if (field->wants_ties)
    run_jittered(field, results);
  if (field->tests_buffers && !s->buffers && !tn_study_conditions(results->plan->study)->ideal)
    run_rewritten(field, results);
  return true;
}

bool tn_tune_points(struct tn_tune_input *field, const struct tn_options *s, GError **error)
{
  struct tn_plan *plan = tn_plan_new(s, &field->kind, error);
  if (!plan || !tn_plan_check_reference(plan, error)) {
    tn_plan_free(plan);
    return false;
  }
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  tn_plan_warn(plan);
  field->ok = field->races ? run_race(field, plan->study, NULL) : tn_run_points(&results, NULL);
  const bool ok = finish(field, &results, error);
  tn_plan_free(plan);
  return ok;
}
