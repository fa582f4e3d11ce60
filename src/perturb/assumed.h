/* Finds assumed parameters (neither measured nor published) on which times depend. */
#ifndef TN_PERTURB_ASSUMED_H
#define TN_PERTURB_ASSUMED_H

#include "trials.h"

/* Returns true if the setup's value of p is one that the platform file marks as assumed. gamma_b of
 * kernel linux-6 is assumed, because more than two readers were not measured. */
bool tn_is_assumed(const struct tn_setup *setup, enum tn_param p);

/* Returns the assumed parameters (enum tn_param) that affect the completed points among `points`
 * (guint, all of one setup), in the order of the parameter table. The result includes parameters
 * from which others take their default value. `is_model`: true if the times are closed forms.
 * Transfer full. */
GArray *tn_assumed_of(const struct tn_study *study, const GArray *points, bool is_model);

/* Sorts a list of tn_assumed_of by effect, the largest first. The effect of a parameter is the
 * largest relative change of a fastest point's time when only this parameter moves. It moves to an
 * end of its stated range or, without a stated range, to the double (rates and sizes: to the half).
 * Returns how many parameters have an effect. *ret_error: relative error of the fastest points'
 * times due to the parameters' errors (a factor of 2 where no error is stated). `run` simulates up
 * to a limit of operations. If the limit allows no point, returns -1 and keeps the order. */
int tn_assumed_sort(GArray *list, const struct tn_study *study, const GArray *points,
                    tn_study_runner *run, double *ret_error);

#endif
