/* Runs a study on worker processes; writes rows, prints failures and progress, catches signals. */
#ifndef TN_TOOLS_RUN_POINTS_H
#define TN_TOOLS_RUN_POINTS_H

#include "perturb/uncertainty.h"
#include "rows/text_rows.h"
#include "study/race.h"

/* Functions called during a run; each may be NULL. */
struct tn_run_callbacks {
  void *data;
  /* receives each finished point, in any order */
  void (*known)(void *data, guint point);
  bool (*may_continue)(void *data); /* called several times a second; false ends the run */
};

/* Runs the pending points. Writes rows to `w` (may be NULL) in plan order, each as soon as all rows
 * before it are known; after a signal (signals.h) or a full disk also the rows after a missing one.
 * Prints failed points on stderr. Returns false if not all points are done; tn_signal_caught is
 * then the signal, or 0. */
bool tn_run_points(const struct tn_results *results, struct tn_writer *w);
/* Runs a race without rows: stops candidates that cannot win. Returns as tn_run_points. */
bool tn_run_race(struct tn_study *study, const struct tn_race *race);
/* Runs the pending points for the callbacks, without rows. */
bool tn_run_with_callbacks(const struct tn_results *results,
                           const struct tn_run_callbacks *callbacks);
/* Runs a study, which may be empty, without a plan and rows. */
bool tn_run_study(struct tn_study *study);
/* Runs a study (a tn_study_runner, perturb/trials.h). Returns false only after a signal. */
bool tn_run_trials(struct tn_study *study);
/* Runs a study as tn_run_trials does, without any output. */
bool tn_run_quietly(struct tn_study *study);
/* Prints how rewritten buffers change the times, if they change much. Close the file of rows before
 * the call: workers would inherit its lock. */
void tn_run_remark(const struct tn_results *results, enum tn_objective objective);
/* Runs the additional simulations that the writer needs, then lets the writer complete the
 * output. */
void tn_run_end(const struct tn_results *results, struct tn_writer *w);

/* Returns the uncertainties of `points`, as the plan's --uncertainty and --jitter request. Free
 * with tn_uncertainty_free. */
struct tn_uncertainty *tn_plan_uncertainty(const struct tn_plan *plan, struct tn_study *points);

/* Simulates each point of the plan with and without a delay of one rank (run --delay-map). Writes
 * to --output, in the format of --format, when each rank's data were complete and when the rank
 * left the call. Returns false and sets *error on failure. If a point failed, returns false but
 * leaves *error unset. */
bool tn_delay_map(const struct tn_plan *plan, GError **error);

#endif
