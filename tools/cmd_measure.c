/* measure: rows as run's, from real processes on this machine. */
#include <stdio.h>
#include <sys/utsname.h>

#include "commands.h"
#include "document/wrap.h"
#include "measure/real_cases.h"
#include "measured_timeline.h"
#include "plan/expand.h"
#include "plot/plot.h"
#include "progress.h"
#include "real/probes.h"
#include "rows/text_rows.h"
#include "signals.h"

struct session {
  const struct tn_options *settings;
  struct tn_plan *plan;
  struct tn_results results;
  struct tn_writer writer;
  struct tn_host *host;
  struct tn_real_point shape; /* members that are equal for all points */
  double budget;              /* seconds for the calls of all rows; 0 if the user
                               * gave no budget */
  gint64 start;               /* start in us (g_get_monotonic_time) */
  bool is_printed[TN_N_MECHANISMS]
                 [TN_HUGETLB + 1]; /* true if the reason why rows with this mechanism and
                                    * backing were skipped is already printed */
  guint n_skipped, n_failed, n_done;
  struct tn_places *pair;     /* cores for the fingerprint; NULL with one core */
  struct tn_fingerprint last; /* fingerprint after the previous row */
  bool has_last;
};

/* Refuses options only for simulations. */
static bool refuse_simulated(const struct tn_options *s, GError **error)
{
  static const char *const limits[] = { "eager_limit", "eager_slots", "fragment_size",
                                        "fragments_in_flight", NULL };
  if (s->ideal)
    return tn_usage(error, "%s: not for real processes (omit it)",
                    tn_options_where(s, TN_OPT_IDEAL));
  for (guint i = 0; i < s->sets->len; i++) {
    const struct tn_pair *pair = s->sets->pdata[i];
    if (tn_name_find(limits, pair->name) < 0)
      return tn_usage_unknown(error, pair->where, "parameter of real processes", pair->name,
                              limits);
  }
  return true;
}

/* Returns the seconds for row i: an equal share of the rest. Without a budget TN_MEASURE_SECONDS if
 * the calls are only a limit, else 0 (no limit). */
static double seconds_left(const struct session *m, guint i)
{
  const guint n_left = tn_study_n(m->plan->study) - i;
  const double used = (double)(g_get_monotonic_time() - m->start) / 1e6;
  if (m->budget <= 0.0)
    return m->plan->hides_calls ? TN_MEASURE_SECONDS : 0.0;
  return MAX((m->budget - used) / n_left, 1e-6);
}

static bool measure_point(struct session *m, guint i, GError **error)
{
  const struct tn_point *p = tn_study_point(m->plan->study, i);
  struct tn_real_point shape = m->shape;
  struct tn_real_times times = { 0 };
  shape.seconds = seconds_left(m, i);
  if (!tn_measure_point(p, &shape, &m->results.outcome[i], &times, error))
    return false;
  const char *file = m->settings->timeline;
  const bool ok =
      !times.phases || (tn_measured_timeline_write(&times, p, file, error) &&
                        (!tn_picture_is_file(file) || tn_plot_replace_timeline(file, error)));
  tn_real_times_clear(&times);
  return ok;
}

/* Sets *ret to the present state of the machine and returns true. If this fails the row remains
 * valid; its column is then empty. */
static bool take_state(const struct session *m, struct tn_fingerprint *ret)
{
  return m->pair && tn_state_take(m->host, m->pair, &tn_signal_caught, ret, NULL);
}

/* Measures all points in their order, and writes the rows of each point as soon as it is
 * measured. */
static void measure_all(struct session *m)
{
  struct tn_results *results = &m->results;
  const guint n = tn_study_n(m->plan->study);
  for (guint i = 0; i < n && !tn_signal_caught && !ferror(m->writer.file); i++) {
    g_autoptr(GError) error = NULL;
    struct tn_outcome *outcome = &results->outcome[i];
    struct tn_fingerprint before = m->last, after;
    const bool has_before = m->has_last || take_state(m, &before);
    const bool ok = measure_point(m, i, &error);
    m->has_last = take_state(m, &after);
    if (m->has_last)
      m->last = after;
    if (ok && has_before && m->has_last)
      m->results.outcome[i].fingerprints = tn_fingerprint_span(&before, &after);
    outcome->state = ok ? TN_DONE : TN_FAILED;
    if (g_error_matches(error, TN_REAL_ERROR, TN_REAL_REFUSED))
      outcome->state = TN_SKIPPED;
    if (error) {
      /* refusals are printed once per mechanism and backing, failures each time */
      const struct tn_point *p = tn_study_point(m->plan->study, i);
      g_autofree char *what = tn_point_describe(p);
      bool *is_printed = &m->is_printed[p->mechanism][p->backing];
      tn_progress_wipe();
      if (!g_error_matches(error, TN_REAL_ERROR, TN_REAL_REFUSED)) {
        tn_print_message("%s: %s", what, error->message);
      } else if (!*is_printed) {
        fprintf(stderr, "turnstile: %s, mechanism %s, backing %s: skipped, because %s\n", what,
                tn_mechanism_names[p->mechanism], tn_backing_names[p->backing], error->message);
        *is_printed = true;
      }
    }
    m->n_done += outcome->state == TN_DONE;
    m->n_failed += outcome->state == TN_FAILED;
    m->n_skipped += outcome->state == TN_SKIPPED;
    if (m->writer.rows)
      m->writer.rows(&m->writer, results, i, i + 1);
    tn_progress_show(i + 1, n, (i + 1.0) / n, m->start);
  }
  tn_progress_wipe();
  if (m->writer.end)
    tn_page_write(m->writer.file, results->plan->settings, m->writer.end(&m->writer, results));
  if (m->n_skipped > 0)
    fprintf(stderr, "turnstile: %u of %u rows skipped\n", m->n_skipped, n);
}

/* Checks that this machine can run the plan, and prepares. */
static bool prepare(struct session *m, GError **error)
{
  const struct tn_options *s = m->settings;
  m->budget = s->budget;
  m->shape.stagger = s->stagger;
  if (refuse_simulated(s, error))
    m->plan = tn_plan_new(s, &tn_plan_measured, error);
  if (!m->plan)
    return false;
  const struct tn_arrival *arrival = tn_study_conditions(m->plan->study)->arrival;
  if (arrival && arrival->barrier)
    return tn_usage(
        error, "%s: a library's barrier is simulated only (barrier, uniform(0,10us) or file:PATH)",
        tn_options_where(s, TN_OPT_ARRIVAL));
  tn_plan_warn(m->plan);
  m->shape.timeline = s->timeline != NULL;
  if (m->shape.timeline && tn_study_n(m->plan->study) != 1)
    return tn_usage(error, "--timeline: %u points (it shows one)", tn_study_n(m->plan->study));
  if (!tn_writer_check_other(s, TN_OPT_TIMELINE, s->timeline, error))
    return false;
  m->shape.patience = TN_REAL_PATIENCE;
  m->shape.precision = m->plan->hides_calls ? TN_MEASURE_PRECISION : 0.0;
  m->shape.stop = &tn_signal_caught;
  m->shape.host = m->host = tn_host_new(error);
  /* the fingerprint uses the same two cores under any mapping */
  const struct tn_platform *pf = tn_study_point(m->plan->study, 0)->setup->platform;
  if (m->host && tn_platform_n_cores(pf) >= 2)
    m->pair = tn_places_new(pf, "core", 2, NULL);
  return m->host && tn_writer_init(&m->writer, s, error);
}

static bool execute(struct session *m, GError **error)
{
  struct utsname system;
  uname(&system);
  g_autofree char *kernel = g_strdup_printf("linux-%s", system.release);
  m->results = tn_results_of(m->plan, TN_SOURCE_MEASURED);
  m->results.kernel = kernel;
  m->start = g_get_monotonic_time();
  tn_signals_catch();
  measure_all(m);
  m->writer.is_partial = m->n_failed > 0 || m->n_done == 0;
  return tn_writer_finish(&m->writer, error) && m->n_failed == 0 && m->n_done > 0 &&
         !tn_signal_caught;
}

bool tn_cmd_measure(struct tn_options *s, GError **error)
{
  struct session *m = g_new0(struct session, 1);
  m->settings = s;
  const bool ok = prepare(m, error) && execute(m, error);
  tn_host_free(m->host);
  if (m->pair)
    tn_places_free(m->pair);
  tn_plan_free(m->plan);
  g_free(m);
  return ok;
}
