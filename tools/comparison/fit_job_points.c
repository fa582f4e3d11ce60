/* Fits closed forms to messages and flat trees. */
#include "fit_job.h"

#include <math.h>
#include <string.h>

#include "base/names.h"
#include "compare/fit_errors.h"
#include "compare/stats.h"
#include "document/wrap.h"
#include "fit_print.h"

/* Returns the larger of two median errors, of messages and of trees, because a fit must explain
 * both. Returns infinity if the fit did not converge. */
static double badness(const struct tn_fit *fit)
{
  if (!fit->converged)
    return INFINITY;
  return fmax(fit->all[0].n ? fit->all[0].median : 0, fit->all[1].n ? fit->all[1].median : 0);
}

/* Returns true if assumption `a` on copies is possible with the transport that the user named, if
 * any. */
static bool agrees_with_transport(const struct tn_fit_job *job, int a)
{
  if (job->transport < 0)
    return true;
  const enum tn_transport_profile t = (enum tn_transport_profile)job->transport;
  return tn_transport_mechanism(t, 0) == TN_CICO ? a == TN_FIT_FRAGMENTS : a >= TN_FIT_PARALLEL;
}

/* Returns the assumption that the user requested, otherwise the best one. Returns -1 and *error on
 * failure. */
static int choose(const struct tn_fit_job *job, const struct tn_fit *fits, GError **error)
{
  const char *asked = job->settings->assume ? job->settings->assume : "best";
  int taken = tn_name_find(tn_fit_assumption_names, asked);
  if (taken >= 0 && agrees_with_transport(job, taken))
    return taken;
  if (taken >= 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--assume: %s does not send %s (%s)",
                tn_transport_names[job->transport], asked,
                agrees_with_transport(job, TN_FIT_FRAGMENTS) ? "fragments" : "parallel or queued");
    return -1;
  }
  if (strcmp(asked, "best") != 0) {
    tn_usage_unknown(error, tn_options_where(job->settings, TN_OPT_ASSUME), "assumption", asked,
                     tn_fit_assumption_names);
    return -1;
  }
  while (!agrees_with_transport(job, ++taken))
    ;
  for (int a = taken + 1; a < TN_N_FIT_ASSUMPTIONS; a++)
    if (agrees_with_transport(job, a) && badness(&fits[a]) < badness(&fits[taken]))
      taken = a;
  /* with a transport with queue lines, select the fit with its queue, even if a fit without a queue
   * is as good */
  if (job->transport >= 0 && job->values[TN_P_QUEUE_LINES] > 0 && taken == TN_FIT_PARALLEL &&
      fits[TN_FIT_QUEUED].converged)
    taken = TN_FIT_QUEUED;
  return taken;
}

/* Fits request_overhead to short messages of which several are in flight: time per message minus
 * send_overhead. This is the sender's software time, unless the receiver is slower. */
static void fit_windows(struct tn_fit_job *job)
{
  const double send = job->known[TN_P_SEND_OVERHEAD].value;
  g_autoptr(GArray) rests = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < job->windows->len; i++) {
    const struct tn_fit_point *p = &g_array_index(job->windows, struct tn_fit_point, i);
    if (p->bytes <= job->values[TN_P_LINE_SIZE] && !isnan(send))
      tn_push(rests, p->seconds - send);
  }
  if (job->windows->len == 0 || job->is_held[TN_P_REQUEST_OVERHEAD])
    return;
  if (rests->len == 0) {
    tn_print_message(
        "platform fit: request_overhead: no messages of at most a line in flight, or no "
        "send_overhead");
    return;
  }
  const double rest = tn_quantile(rests, 0.5), found = fmax(rest, 0);
  job->known[TN_P_REQUEST_OVERHEAD] =
      (struct tn_param_value){ found, "fitted",
                               "to windows of messages of at most a line, less send_overhead",
                               found > 0 ? tn_deviation(rests, rest) : NAN };
  printf("request_overhead: %.0f ns (windows of %u sizes up to a line: %.0f ns a message, less "
         "send_overhead)\n",
         found * 1e9, rests->len, (rest + send) * 1e9);
}

bool tn_fit_job_points(struct tn_fit_job *job, GError **error)
{
  struct tn_fit fits[TN_N_FIT_ASSUMPTIONS];
  job->verdict = tn_repeatability_of(job->points);
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++)
    fits[a] = tn_fit(job->points, (enum tn_fit_assumption)a, job->values, job->is_held,
                     job->verdict.calm != TN_CALM);
  const int taken = choose(job, fits, error);
  if (taken < 0)
    return false;
  double values[TN_N_PARAMS];
  for (int p = 0; p < TN_N_PARAMS; p++)
    values[p] =
        isnan(fits[taken].fitted[p].value) ? job->known[p].value : fits[taken].fitted[p].value;
  if (fits[taken].converged && !tn_fit_errors(&fits[taken], job->points, job->platform, values,
                                              job->verdict.calm == TN_CALM, error))
    return false;
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++)
    if (agrees_with_transport(job, a))
      tn_fit_print(&fits[a], job->points, a == taken);
  if (!fits[taken].converged)
    return tn_refuse(
        error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
        "platform fit: the fit does not converge (too few points, or points of one size only)");
  const double given = job->known[TN_P_PIN_TIME].value;
  if (given > fits[taken].page_most)
    return tn_usage(
        error, "platform fit: --set pin_time=%gns: a page took %gns altogether (omit it to fit it)",
        given * 1e9, fits[taken].page_most * 1e9);
  tn_fit_print_residuals(&fits[taken], job->points);
  tn_fit_print_verdict(&job->verdict, job->points);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!isnan(fits[taken].fitted[p].value))
      job->known[p] = fits[taken].fitted[p];
  fit_windows(job);
  job->fit = fits[taken];
  job->is_fitted = true;
  return true;
}
