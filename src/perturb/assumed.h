/* Assumed parameters (neither measured nor published) that a set of times depends on. */
#ifndef TN_PERTURB_ASSUMED_H
#define TN_PERTURB_ASSUMED_H

#include "trials.h"

/* Returns true if the setup's value of p comes from the platform file and is assumed there. gamma_b
 * of the profile linux-6 counts as assumed: more than two readers were not measured. */
bool tn_is_assumed(const struct tn_setup *setup, enum tn_param p);

/* Returns the assumed parameters (enum tn_param) that affect the completed ones among `points`
 * (guint, all of one setup), in the order of the parameter table. It includes parameters whose
 * value others take by default. `is_model`: the times are closed forms. Transfer full. */
GArray *tn_assumed_of(const struct tn_study *study, const GArray *points, bool is_model);

/* Sorts such a list by effect, the largest first: the largest relative change of a fastest point's
 * time when the parameter alone is doubled (rates and sizes: halved). Returns the number of
 * parameters with an effect. *ret_error: relative error of these times due to the parameters'
 * errors (a factor of 2 if not stated). `run` simulates the points again, up to a limit of
 * operations; if not even one point is within the limit, the order is unchanged and -1 is returned. */
int tn_assumed_sort(GArray *list, const struct tn_study *study, const GArray *points,
                    tn_study_runner *run, double *ret_error);

#endif
