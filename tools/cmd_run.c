/* run: computes the times of a plan's points by the simulator or by closed forms. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "plot/plot.h"
#include "run_points.h"
#include "seal.h"
#include "signals.h"

/* Returns false and sets *error if the user gave an option that closed forms do not support. */
static bool run_check_form_options(const struct tn_options *s, GError **error)
{
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && s->where[o][0] == '-' && o != TN_OPT_CLOSED_FORM &&
        !(tn_option_table[o].commands & TN_CMD_CLOSED_FORM))
      return tn_usage(error, "%s: not with --closed-form (a simulation has it)", s->where[o]);
  return true;
}

/* Runs a plan with uncertainties. All rows are written at the end, because the range of each row is
 * known only then. */
static bool run_uncertain(struct tn_results *results, struct tn_writer *w)
{
  bool ok = tn_run_points(results, NULL);
  if (!tn_signal_caught) {
    struct tn_uncertainty *uncertainty = tn_plan_uncertainty(results->plan, results->plan->study);
    results->uncertainty = uncertainty;
    ok = tn_run_study(tn_uncertainty_study(uncertainty)) && ok;
    tn_uncertainty_fill(uncertainty);
  }
  if (w->rows)
    w->rows(w, results, 0, tn_study_n(results->plan->study));
  return ok;
}

/* Seals the rows if this is requested and all points have rows. */
static bool seal(const struct tn_results *results, bool all, GError **error)
{
  const struct tn_options *s = results->plan->settings;
  if (!s->seal)
    return true;
  if (!all || tn_signal_caught)
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: not sealed: not all points ran",
                     s->seal);
  g_autofree char *text = tn_seal_text(results, error);
  return text && tn_writer_write_to(s, s->seal, text, error);
}

static bool execute(struct tn_results *results, struct tn_writer *w, GError **error)
{
  bool ok = true;
  if (results->source == TN_SOURCE_SIM) {
    ok = tn_wants_ranges(results->plan->settings) ? run_uncertain(results, w)
                                                  : tn_run_points(results, w);
  } else if (w->rows) {
    w->rows(w, results, 0, tn_study_n(results->plan->study));
  }
  tn_run_end(results, w);
  tn_uncertainty_free(results->uncertainty);
  results->uncertainty = NULL;
  w->is_partial = !ok;
  if (!tn_writer_finish(w, error) || !seal(results, ok, error))
    return false;
  if (!w->ask)
    tn_run_remark(results, w->objective);
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (results->outcome[i].result.lacks_timeline)
      return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                       "%s: not everything could be written; the rows are complete",
                       results->plan->settings->timeline);
  const char *picture = results->plan->settings->timeline;
  if (ok && picture && tn_picture_is_file(picture) && !tn_plot_replace_timeline(picture, error))
    return false;
  if (tn_signal_caught && !w->is_left)
    fprintf(stderr, "turnstile: interrupted; the finished rows are kept\n");
  return ok;
}

static bool run_plan(const struct tn_plan *plan, GError **error)
{
  const struct tn_options *s = plan->settings;
  const enum tn_source source = plan->kind->is_modelled ? TN_SOURCE_MODEL : TN_SOURCE_SIM;
  struct tn_writer w;
  if (s->delay_map)
    return tn_delay_map(plan, error);
  if (s->timeline && tn_study_n(plan->study) != 1)
    return tn_usage(error, "--timeline: %u points (it shows one)", tn_study_n(plan->study));
  if ((source == TN_SOURCE_MODEL && !tn_plan_compute(plan, error)) ||
      (s->seal && !tn_seal_check_plan(plan, error)) || !tn_plan_check_reference(plan, error))
    return false;
  if (tn_wants_ranges(s) && g_strcmp0(s->format, "osu") == 0)
    return tn_usage(error, "--%s: osu cannot show it (text, csv and json can)", tn_wants_ranges(s));
  if (!tn_writer_check_other(s, TN_OPT_TIMELINE, s->timeline, error) ||
      !tn_writer_check_other(s, TN_OPT_SEAL, s->seal, error) || !tn_writer_init(&w, s, error))
    return false;
  struct tn_results results = tn_results_of(plan, source);
  tn_plan_warn(plan);
  return execute(&results, &w, error);
}

bool tn_cmd_run(struct tn_options *s, GError **error)
{
  if (s->closed_form && !run_check_form_options(s, error))
    return false;
  if (s->closed_form)
    s->command = TN_CMD_CLOSED_FORM;
  struct tn_plan *plan = tn_plan_new(s, s->closed_form ? &tn_plan_closed_form : NULL, error);
  const bool ok = plan && run_plan(plan, error);
  tn_plan_free(plan);
  return ok;
}
