/* sweep: runs many points. Writes each CSV row as soon as all rows before it are known, then how
 * many points are finished or failed. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "run_points.h"
#include "signals.h"
#include "store_sweep.h"

static void summarize(const struct tn_results *results, gint64 start)
{
  const guint n = tn_study_n(results->plan->study);
  const double seconds = (double)(g_get_monotonic_time() - start) / 1e6;
  guint done = 0, failed = 0, kept = 0;
  for (guint i = 0; i < n; i++) {
    done += results->outcome[i].state == TN_DONE;
    failed += results->outcome[i].state == TN_FAILED;
    kept += results->outcome[i].state == TN_KEPT;
  }
  g_autofree char *before = kept ? g_strdup_printf(", %u of them before", kept) : g_strdup("");
  fprintf(stderr, "turnstile: sweep: %u of %u points done%s, %u failed, %.1f s, %.1f points/s\n",
          done + kept, n, before, failed, seconds, done / MAX(seconds, 1e-6));
}

static bool run_to_file(struct tn_results *results, struct tn_writer *w, GError **error)
{
  const gint64 start = g_get_monotonic_time();
  const bool ok = tn_run_points(results, w);
  tn_run_end(results, w);
  summarize(results, start);
  w->is_partial = !ok;
  if (!tn_writer_finish(w, error))
    return false;
  if (!w->ask)
    tn_run_remark(results, w->objective);
  if (tn_signal_caught && !w->is_left)
    fprintf(stderr, "turnstile: interrupted; the finished rows are kept\n");
  return ok;
}

static bool run_to_store(struct tn_results *results, GError **error)
{
  const gint64 start = g_get_monotonic_time();
  const struct tn_options *s = results->plan->settings;
  g_autofree char *command = tn_store_sweep_command("sweep", s->words);
  bool ok = false;
  if (!tn_store_sweep(results, s->store, command, &ok, error))
    return false;
  summarize(results, start);
  tn_run_remark(results, TN_OBJECTIVE_AVG);
  if (tn_signal_caught)
    fprintf(stderr,
            "turnstile: interrupted; the finished rows are kept (the same command continues)\n");
  return ok;
}

/* Prints the plan if this is requested, otherwise runs it into a store or file. */
static bool run_plan(struct tn_plan *plan, GError **error)
{
  const struct tn_options *s = plan->settings;
  static const char why[] = "not with --store (export writes its rows)";
  struct tn_writer w;
  if (s->shard && !tn_shard_take(plan, s->shard, tn_options_where(s, TN_OPT_SHARD), error))
    return false;
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  if (s->timeline)
    return tn_usage(error, "--timeline: not for a sweep (run shows one point)");
  if (s->delay_map)
    return tn_usage(error, "--delay-map: not for a sweep (run shows it)");
  if (tn_wants_ranges(s) && !s->store && !s->plan)
    return tn_usage(error, "--%s: a sweep keeps ranges in a store only (--store FILE, or run)",
                    tn_wants_ranges(s));
  if (s->store  ? !TN_NONE_SAID(s, error, why, TN_OPT_OUTPUT)
      : s->plan ? !tn_writer_check(s, error)
                : !tn_writer_init(&w, s, error))
    return false;
  if (s->store && strcmp(s->format, "csv") != 0)
    return tn_usage(error, "%s: not with --store (export writes its rows as CSV)",
                    tn_options_where(s, TN_OPT_FORMAT));
  if (s->plan) /* print only the number of points and the expected duration */
    return (!s->store || tn_store_sweep(&results, s->store, NULL, NULL, error)) &&
           tn_shard_print(stdout, plan, s->shard, error);
  tn_plan_warn(plan);
  return s->store ? run_to_store(&results, error) : run_to_file(&results, &w, error);
}

bool tn_cmd_sweep(struct tn_options *s, GError **error)
{
  if (!s->format)
    s->format = "csv";
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  const bool ok = plan && run_plan(plan, error);
  tn_plan_free(plan);
  return ok;
}
