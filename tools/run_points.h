/* A study run on worker processes for a command: rows, failures and progress as they come, signals
 * caught. */
#ifndef TN_TOOLS_RUN_POINTS_H
#define TN_TOOLS_RUN_POINTS_H

#include "perturb/doubts.h"
#include "rows/text_rows.h"
#include "study/race.h"

/* Who keeps each outcome as it comes. Both may be NULL. */
struct tn_keeper {
  void *data;
  void (*known)(void *data, guint point); /* in any order */
  bool (*goes_on)(void *data);            /* several times a second; false ends the run */
};

/* Runs the pending points of results->plan. Rows go to `w` (NULL: none)
 * in the order of the plan as soon as all before them are known; when a signal (signals.h) or a
 * full disk ends it early, the finished rows beyond a gap follow. A point that fails costs a line
 * on stderr. False when not every point is done; what was caught is in tn_signal_caught. */
bool tn_run_points(const struct tn_results *results, struct tn_writer *w);
/* The same without rows, as a race: candidates that cannot win are stopped. */
bool tn_run_race(struct tn_study *study, const struct tn_race *race);
/* The same for a keeper, which gets the outcomes instead of a writer the rows. */
bool tn_run_kept(const struct tn_results *results, const struct tn_keeper *keeper);
/* The same of a study without a plan, whose rows nobody writes. One without points is done. */
bool tn_run_study(struct tn_study *study);
/* The same as a tn_study_runner (perturb/trials.h): false only where a signal ended it. */
bool tn_run_trials(struct tn_study *study);
/* The same without a word. */
bool tn_run_quietly(struct tn_study *study);
/* Prints on stderr how rewritten buffers change the times of the results, if much. The file of the rows is
 * closed: workers would keep its lock. */
void tn_run_remark(const struct tn_results *results, enum tn_objective objective);
/* Simulates what the writer tells beside rows, and has it write what comes last. */
void tn_run_end(const struct tn_results *results, struct tn_writer *w);

/* As --uncertainty and --jitter of the plan ask, of some of its points. tn_doubts_free. */
struct tn_doubts *tn_plan_doubts(const struct tn_plan *plan, struct tn_study *points);

/* run --delay-map: simulates each point of the plan without and with the delay and writes when the data of
 * each rank were complete, and when it left the call, to --output as --format says. False: *error, or a point
 * failed. */
bool tn_delay_map(const struct tn_plan *plan, GError **error);

#endif
