/* Repeats a study's points with changed parameters, in rounds. */
#ifndef TN_PERTURB_TRIALS_H
#define TN_PERTURB_TRIALS_H

#include "moves.h"
#include "study/row.h"

struct tn_trials;

/* Function that runs a study, perhaps with signals and progress. Returns false if the run was
 * interrupted; points may have failed in any case. */
typedef bool tn_study_runner(struct tn_study *study);

/* Prepares trials: simulations of a study's points with changed parameters. The study has run and
 * must outlive the trials. Trials have the study's conditions, without outputs and verification.
 * `run` is for tn_trials_run; if NULL, the caller runs tn_trials_study. */
struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run);
void tn_trials_free(struct tn_trials *trials);

/* Returns the study with the trials requested since the last tn_trials_run, in the order of their
 * numbers. The caller creates their setups in this study. */
struct tn_study *tn_trials_study(const struct tn_trials *trials);

/* Returns true if the point depends on p or on a parameter that follows p. */
bool tn_trials_charged(struct tn_trials *trials, guint point, enum tn_param p);

/* Requests a simulation (trial) of the point with p at `value` and with its joint parameters moved
 * (tn_setup_moved). Returns the trial's number, valid until the next round begins. A point that
 * does not depend on p is not run again. */
guint tn_trials_ask(struct tn_trials *trials, guint point, enum tn_param p, double value);
/* Requests a simulation of any point, also of one that is not in the study. Returns its number. */
guint tn_trials_try(struct tn_trials *trials, const struct tn_point *point);
/* Requests a simulation of the study's point with all values of `setup`. Returns false if `setup`
 * is NULL. */
bool tn_trials_under(struct tn_trials *trials, guint point, const struct tn_setup *setup,
                     guint *ret_number);

/* Runs the requested simulations and ends the round; later requests belong to the next round.
 * Returns false if the run was interrupted. */
bool tn_trials_run(struct tn_trials *trials);
/* Returns the result of simulation `number` in the completed round; NULL if it failed or if p
 * cannot have the value. */
const struct tn_sim_result *tn_trials_answer(const struct tn_trials *trials, guint number);
/* Returns the seconds that simulation `number` predicts; NAN if it has no result. */
double tn_trials_time(const struct tn_trials *trials, guint number, enum tn_objective objective);
/* Returns the row of simulation `number`, with the changed value of the parameter; NULL if it has
 * no result. Transfer full. */
struct tn_row *tn_trials_row(const struct tn_trials *trials, guint number);

/* Returns the number of points run so far in all rounds. */
guint tn_trials_count(const struct tn_trials *trials);

#endif
