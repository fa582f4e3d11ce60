/* Finds the assumed parameters (neither measured nor published) on which a set of times depends. */
#ifndef TN_PERTURB_ASSUMED_H
#define TN_PERTURB_ASSUMED_H

#include "trials.h"

/* Returns true if the setup's value of p comes from the platform file and is marked there as
 * assumed. gamma_b of the profile linux-6 counts as assumed, because more than two readers were not
 * measured. */
bool tn_is_assumed(const struct tn_setup *setup, enum tn_param p);

/* Returns the assumed parameters (enum tn_param) that affect the completed points among `points`
 * (guint, all of one setup), in the order of the parameter table. The result includes parameters
 * from which others take their default value. `is_model`: true if the times are closed forms.
 * Transfer full. */
GArray *tn_assumed_of(const struct tn_study *study, const GArray *points, bool is_model);

/* Sorts a list of tn_assumed_of by effect, the largest first. The effect of a parameter is the
 * largest relative change of a fastest point's time when the parameter alone is doubled (rates and
 * sizes: halved). Returns the number of parameters with an effect. *ret_error: relative error of
 * these times due to the parameters' errors (a factor of 2 if not stated). `run` simulates the
 * points again, up to a limit of operations. If not even one point is within the limit, the order
 * stays unchanged and -1 is returned. */
int tn_assumed_sort(GArray *list, const struct tn_study *study, const GArray *points,
                    tn_study_runner *run, double *ret_error);

#endif
