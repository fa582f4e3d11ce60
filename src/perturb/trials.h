/* Repeats points of a study with changed parameter values, in rounds of many points. */
#ifndef TN_PERTURB_TRIALS_H
#define TN_PERTURB_TRIALS_H

#include "moves.h"
#include "study/row.h"

struct tn_trials;

/* Runs a study; the caller's function may handle signals and show progress. Returns false if the
 * run was interrupted. Single points may have failed. */
typedef bool tn_study_runner(struct tn_study *study);

/* Prepares trials for the points of a study that has run. The study must outlive the trials. The
 * conditions are the study's, without outputs and verification. `run` is used by tn_trials_run; if
 * it is NULL, the caller runs tn_trials_study. Free the result with tn_trials_free. */
struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run);
void tn_trials_free(struct tn_trials *trials); /* `trials` may be NULL */

/* Returns the study of this round, with its points in the order of their numbers. The caller
 * creates setups in this study. */
struct tn_study *tn_trials_study(const struct tn_trials *trials);

/* Returns true if the point depends on p, or on a parameter whose value follows p. */
bool tn_trials_charged(struct tn_trials *trials, guint point, enum tn_param p);

/* Requests a trial: the point with p at `value` and with its joint parameters moved
 * (tn_setup_moved). Returns the number of the trial, valid until the next round. If the point does
 * not depend on p, it is not run again. */
guint tn_trials_ask(struct tn_trials *trials, guint point, enum tn_param p, double value);
/* Requests a trial of any other point. Returns the number of the trial. */
guint tn_trials_try(struct tn_trials *trials, const struct tn_point *point);
/* Requests a trial of the point with all values of `setup`. Returns false if `setup` is NULL. */
bool tn_trials_under(struct tn_trials *trials, guint point, const struct tn_setup *setup,
                     guint *ret_number);

/* Runs the requested points and ends the round; later requests belong to the next round. Returns
 * false if the run was interrupted. */
bool tn_trials_run(struct tn_trials *trials);
/* Returns the result of a trial of the completed round; NULL if the run failed or p cannot have the
 * value. */
const struct tn_sim_result *tn_trials_answer(const struct tn_trials *trials, guint number);
/* Returns the time of a trial in seconds; NAN without a result. */
double tn_trials_time(const struct tn_trials *trials, guint number, enum tn_objective objective);
/* Returns the row of a trial, which shows the changed value; NULL without a result. Transfer
 * full. */
struct tn_row *tn_trials_row(const struct tn_trials *trials, guint number);

/* Returns the number of points that all rounds have run so far. */
guint tn_trials_count(const struct tn_trials *trials);

#endif
