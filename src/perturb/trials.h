/* Repeats points of a study with changed values, in rounds of many points. */
#ifndef TN_PERTURB_TRIALS_H
#define TN_PERTURB_TRIALS_H

#include "moves.h"
#include "study/row.h"

struct tn_trials;

/* Runs a study; the caller may add signals or progress. Returns false if it was interrupted. Single
 * points may have failed. */
typedef bool tn_study_runner(struct tn_study *study);

/* Prepares trials for the points of a study that has run and outlives the result. The conditions
 * are the same, without outputs and verification. `run` is used by tn_trials_run; NULL: the caller
 * runs tn_trials_study. Freed by tn_trials_free. */
struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run);
void tn_trials_free(struct tn_trials *trials); /* NULL is allowed */

/* Returns the points of this round in the order of their numbers. Setups are created in this study. */
struct tn_study *tn_trials_study(const struct tn_trials *trials);

/* Returns true if the point depends on p, or on a parameter that follows p. */
bool tn_trials_charged(struct tn_trials *trials, guint point, enum tn_param p);

/* Requests the point with p at `value` and its joint parameters (tn_setup_moved). Returns the
 * number of the answer, valid until the next round. A point that does not depend on p is not run. */
guint tn_trials_ask(struct tn_trials *trials, guint point, enum tn_param p, double value);
/* Requests any other point. */
guint tn_trials_try(struct tn_trials *trials, const struct tn_point *point);
/* Requests a point with all values of `setup`. Returns false if `setup` is NULL. */
bool tn_trials_under(struct tn_trials *trials, guint point, const struct tn_setup *setup,
                     guint *ret_number);

/* Runs the requested points and ends the round; later requests belong to the next round. Returns
 * false if it was interrupted. */
bool tn_trials_run(struct tn_trials *trials);
/* Returns an answer of the completed round, or NULL if it failed or p cannot have the value. */
const struct tn_sim_result *tn_trials_answer(const struct tn_trials *trials, guint number);
/* Returns the answer's time in seconds, or NAN without an answer. */
double tn_trials_time(const struct tn_trials *trials, guint number, enum tn_objective objective);
/* Returns the answer's row, which has the changed value, or NULL without an answer. Transfer full. */
struct tn_row *tn_trials_row(const struct tn_trials *trials, guint number);

/* Returns the number of points run so far. */
guint tn_trials_count(const struct tn_trials *trials);

#endif
