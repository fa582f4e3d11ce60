#include "run_points.h"

#include "document/wrap.h"
#include "plan/expand.h"
#include "progress.h"
#include "rewritten.h"
#include "signals.h"
#include "store/outcomes.h"

struct run {
  struct tn_study *study;
  /* outcomes of the study's points, for the writer; NULL without a writer */
  const struct tn_results *results;
  struct tn_writer *writer;                 /* writer of the rows; may be NULL */
  const struct tn_run_callbacks *callbacks; /* receivers of outcomes; may be NULL */
  /* race that may stop points early; NULL if every point runs to its end */
  const struct tn_race *race;
  /* store of outcomes in the folder $TN_OUTCOMES; NULL if there is no such folder, and in a race */
  struct tn_outcomes *outcomes;
  GHashTable *printed; /* char *: "ALGORITHM REASON" of each printed failure */
  /* number of failures not printed, because of the same algorithm and reason */
  guint n_not_printed;
  guint n_points, n_kept, n_written;
  double share; /* share of the work that is done */
  gint64 start;
};

static void write_rows(struct run *r, guint end)
{
  if (end > r->n_written && r->writer && r->writer->rows)
    r->writer->rows(r->writer, r->results, r->n_written, end);
  r->n_written = end;
}

/* Handles a point's outcome: prints its failure, calls back, and writes the rows that are now
 * complete in order. */
static void run_deliver(struct run *r, guint point)
{
  const char *why = tn_study_outcome(r->study, point)->message;
  const struct tn_point *p = tn_study_point(r->study, point);
  guint end = r->n_written;
  /* an error is printed once for all points of the same algorithm */
  if (why && !g_hash_table_add(r->printed, g_strdup_printf("%s %s", p->algorithm->name, why))) {
    r->n_not_printed++;
  } else if (why) {
    g_autofree char *what = tn_point_describe(p);
    tn_progress_wipe();
    tn_print_message("%s: %s", what, why);
  }
  if (r->callbacks && r->callbacks->known)
    r->callbacks->known(r->callbacks->data, point);
  while (end < r->n_points && tn_study_outcome(r->study, end)->state != TN_PENDING)
    end++;
  write_rows(r, end);
}

static void run_keep(void *data, guint point)
{
  const struct run *r = data;
  if (r->outcomes)
    tn_outcomes_store(r->outcomes, point);
}

static void on_known(void *data, guint point)
{
  run_keep(data, point);
  run_deliver(data, point);
}

/* Reads the outcomes in the folder $TN_OUTCOMES (dev/refresh-docs and tests set this variable). */
static void run_recall(struct run *r)
{
  const char *folder = g_getenv("TN_OUTCOMES");
  g_autoptr(GError) error = NULL;
  r->outcomes = folder && *folder ? tn_outcomes_open(r->study, folder, &error) : NULL;
  if (error)
    tn_print_message("TN_OUTCOMES: %s", error->message);
  for (guint i = 0; r->outcomes && i < r->n_points; i++)
    if (tn_outcomes_recall(r->outcomes, r->study, i))
      run_deliver(r, i);
}

static bool may_continue(void *data, guint n_known)
{
  const struct run *r = data;
  tn_progress_show(n_known - r->n_kept, r->n_points - r->n_kept, r->share, r->start);
  const bool keeps = !r->callbacks || !r->callbacks->may_continue ||
                     r->callbacks->may_continue(r->callbacks->data);
  return keeps && !tn_signal_caught && !(r->writer && ferror(r->writer->file));
}

/* Runs the pending points until all have outcomes or a signal arrives. */
static bool run(struct run *r)
{
  const struct tn_watch watch = {
    .data = r, .known = on_known, .may_continue = may_continue, .ret_share = &r->share
  };
  const struct tn_outcome *outcome = tn_study_outcomes(r->study);
  g_autoptr(GError) error = NULL;
  g_autoptr(GHashTable) printed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  bool ok = true;
  r->printed = printed;
  r->n_points = tn_study_n(r->study);
  r->start = g_get_monotonic_time();
  for (guint i = 0; i < r->n_points; i++)
    r->n_kept += outcome[i].state == TN_KEPT;
  tn_signals_catch();
  if (!r->race)
    run_recall(r);
  const bool has_run = r->race ? tn_study_race(r->study, r->race, &watch, &error)
                               : tn_study_run(r->study, &watch, &error);
  if (!has_run) {
    tn_progress_wipe();
    tn_print_message("%s", error->message);
  }
  tn_outcomes_close(r->outcomes);
  tn_progress_wipe();
  if (r->n_not_printed)
    tn_print_message("%u more points of these failed alike", r->n_not_printed);
  write_rows(r, r->n_points);
  for (guint i = 0; i < r->n_points; i++)
    ok = ok && (outcome[i].state == TN_DONE || outcome[i].state == TN_KEPT);
  return ok;
}

bool tn_run_points(const struct tn_results *results, struct tn_writer *w)
{
  struct run r = { .study = results->plan->study, .results = results, .writer = w };
  return run(&r);
}

bool tn_run_with_callbacks(const struct tn_results *results,
                           const struct tn_run_callbacks *callbacks)
{
  struct run r = { .study = results->plan->study, .results = results, .callbacks = callbacks };
  return run(&r);
}

bool tn_run_study(struct tn_study *study)
{
  struct run r = { .study = study };
  return tn_study_n(study) == 0 || run(&r);
}

bool tn_run_race(struct tn_study *study, const struct tn_race *race)
{
  struct run r = { .study = study, .race = race };
  return tn_study_n(study) == 0 || run(&r);
}

bool tn_run_trials(struct tn_study *study)
{
  tn_run_study(study);
  return !tn_signal_caught;
}

static bool ends(void *data, guint n_known)
{
  (void)data;
  (void)n_known;
  return !tn_signal_caught;
}

bool tn_run_quietly(struct tn_study *study)
{
  struct run r = { .study = study, .n_points = tn_study_n(study) };
  const struct tn_watch watch = { .data = &r, .known = run_keep, .may_continue = ends };
  run_recall(&r);
  const bool ok = tn_study_run(study, &watch, NULL) && !tn_signal_caught;
  tn_outcomes_close(r.outcomes);
  return ok;
}

/* If no table is printed, one of this many points runs with rewritten buffers. */
enum { RUN_REWRITTEN_SHARE = 8 };

void tn_run_remark(const struct tn_results *results, enum tn_objective objective)
{
  const guint n = tn_study_n(results->plan->study);
  if (results->plan->whole) /* a shard does not have complete tables */
    return;
  g_autofree char *remark =
      tn_note_rewritten(results, NULL, objective,
                        (n + RUN_REWRITTEN_SHARE - 1) / RUN_REWRITTEN_SHARE, tn_run_quietly);
  if (remark)
    tn_print_message("%s", remark);
}

void tn_run_end(const struct tn_results *results, struct tn_writer *w)
{
  if (w->ask)
    w->ask(w, results, tn_run_quietly);
  if (w->end)
    tn_page_write(w->file, results->plan->settings, w->end(w, results));
}

struct tn_uncertainty *tn_plan_uncertainty(const struct tn_plan *plan, struct tn_study *points)
{
  const bool by_errors = plan->settings->uncertainty || plan->settings->seal;
  return tn_uncertainty_new(points, by_errors, (guint)plan->n_jitter);
}
