/* sweep: run for many points. Rows go out as CSV as soon as all before them are known, and how many
 * points were done and lost is said at the end. */
#include <stdio.h>

#include "commands.h"
#include "run_points.h"
#include "signals.h"

static void summarize(const struct tn_results *results, gint64 start)
{
  const guint n = results->plan->points->len;
  const double seconds = (double)(g_get_monotonic_time() - start) / 1e6;
  guint done = 0, failed = 0;
  for (guint i = 0; i < n; i++) {
    done += results->outcome[i].state == TN_DONE;
    failed += results->outcome[i].state == TN_FAILED;
  }
  fprintf(stderr, "turnstile: sweep: %u of %u points done, %u failed, %.1f s, %.1f points/s\n",
          done, n, failed, seconds, done / MAX(seconds, 1e-6));
}

static int sweep(struct tn_results *results, struct tn_writer *w)
{
  const gint64 start = g_get_monotonic_time();
  GError *error = NULL;
  const bool ok = tn_run_points(results, w);
  if (w->end)
    w->end(w, results);
  summarize(results, start);
  if (!tn_writer_finish(w, &error))
    return tn_fail(error);
  if (tn_signal_caught)
    fprintf(stderr, "turnstile: interrupted; the finished rows are kept\n");
  return ok ? TN_EXIT_DONE : TN_EXIT_FAILED;
}

static int sweep_settings(struct tn_settings *s)
{
  GError *error = NULL;
  struct tn_writer w;
  if (!s->value[TN_OPT_FORMAT])
    tn_settings_put(s, TN_OPT_FORMAT, "csv", "sweep", NULL);
  struct tn_plan *plan = tn_plan_new(s, NULL, &error);
  if (!plan)
    return tn_fail(error);
  if (tn_settings_get(s, TN_OPT_TIMELINE))
    g_set_error(&error, TN_USAGE_ERROR, 0, "--timeline: not for a sweep (run shows one point)");
  if (error || !tn_writer_init(&w, s, &error)) {
    tn_plan_free(plan);
    return tn_fail(error);
  }
  struct tn_results results = tn_results_of(plan, "sim");
  const int status = sweep(&results, &w);
  tn_plan_free(plan);
  return status;
}

int tn_cmd_sweep(int n, char *const *words)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(TN_CMD_RUN, n, words, &error);
  int status = TN_EXIT_DONE;
  if (!s)
    return tn_fail(error);
  if (s->value[TN_OPT_HELP])
    tn_help_print("sweep");
  else
    status = sweep_settings(s);
  tn_settings_free(s);
  return status;
}
