/* Points of a study tried with other values of a parameter, many at a time. What a point was not
 * charged by does not change it, and is not run. */
#ifndef TN_STUDY_TRIALS_H
#define TN_STUDY_TRIALS_H

#include "row.h"
#include "shift.h"

struct tn_trials;

/* Runs a study, whatever the caller does beside that: signals, a progress bar. False: it was
 * interrupted. A point may have failed. */
typedef bool tn_study_runner(struct tn_study *study);

/* Of a study that has run, and outlives the result. tn_trials_free. */
struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run);
void tn_trials_free(struct tn_trials *trials); /* NULL: nothing */

/* Whether the point was charged by p, or by a parameter that follows it. */
bool tn_trials_charged(struct tn_trials *trials, guint point, enum tn_param p);

/* Asks for the point with p set to `value`; the answer's number, up to the next round. */
guint tn_trials_ask(struct tn_trials *trials, guint point, enum tn_param p, double value);
/* Runs what was asked for, which ends the round: what is asked next belongs to another. False where
 * it was interrupted. */
bool tn_trials_run(struct tn_trials *trials);
/* An answer of the round that has run; NULL: it failed, or p cannot have the value. */
const struct tn_sim_result *tn_trials_answer(const struct tn_trials *trials, guint number);

/* Its time, seconds; NAN where there is no answer. */
double tn_trials_time(const struct tn_trials *trials, guint number, enum tn_objective objective);

/* Points that were run for it so far. */
guint tn_trials_count(const struct tn_trials *trials);

#endif
