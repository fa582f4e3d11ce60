/* Points of a study tried with something moved, many at a time: this is how everybody moves a value
 * and runs again. */
#ifndef TN_PERTURB_TRIALS_H
#define TN_PERTURB_TRIALS_H

#include "moves.h"
#include "study/row.h"

struct tn_trials;

/* Runs a study, whatever the caller does beside that: signals, a progress bar. False: it was
 * interrupted. A point may have failed. */
typedef bool tn_study_runner(struct tn_study *study);

/* Of a study that has run, and outlives the result, under its conditions but for what is of one run
 * alone: its file, its stamps, its data. `run` is what tn_trials_run calls; NULL: the caller runs
 * tn_trials_study. tn_trials_free. */
struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run);
void tn_trials_free(struct tn_trials *trials); /* NULL: nothing */

/* The points of this round, by the numbers of their answers; their setups are looked up there. */
struct tn_study *tn_trials_study(const struct tn_trials *trials);

/* Whether the point was charged by p, or by a parameter that follows it. */
bool tn_trials_charged(struct tn_trials *trials, guint point, enum tn_param p);

/* Asks for the point with p at `value`, and what goes with that (tn_setup_moved); the answer's number, up to the next round. A point that
 * was not charged by p does not change, and is not run. */
guint tn_trials_ask(struct tn_trials *trials, guint point, enum tn_param p, double value);
/* The same of any other point. */
guint tn_trials_try(struct tn_trials *trials, const struct tn_point *point);
/* The same of a point with all its values from `setup` (NULL: false, it cannot be had). */
bool tn_trials_under(struct tn_trials *trials, guint point, const struct tn_setup *setup,
                     guint *ret_number);

/* Runs what was asked for, which ends the round: what is asked next belongs to another. False where
 * it was interrupted. */
bool tn_trials_run(struct tn_trials *trials);
/* An answer of the round that has run; NULL: it failed, or p cannot have the value. */
const struct tn_sim_result *tn_trials_answer(const struct tn_trials *trials, guint number);
/* Its time, seconds; NAN where there is no answer. */
double tn_trials_time(const struct tn_trials *trials, guint number, enum tn_objective objective);
/* Its row, which tells the value that was set; NULL where there is no answer. Transfer full. */
struct tn_row *tn_trials_row(const struct tn_trials *trials, guint number);

/* Points that were run for it so far. */
guint tn_trials_count(const struct tn_trials *trials);

#endif
