/* Which parameters that nobody measured or published a set of times rests on. */
#ifndef TN_PERTURB_ASSUMED_H
#define TN_PERTURB_ASSUMED_H

#include "trials.h"

/* Whether the setup's value of p is the file's, and assumed there. gamma_b of the profile linux-6
 * counts: two readers were measured, more were not. */
bool tn_is_assumed(const struct tn_setup *setup, enum tn_param p);

/* The assumed parameters (enum tn_param) that the finished ones among `points` (guint, all of one
 * setup) of the study were charged by, in the order of the table; those too that others follow by
 * default. `is_model`: their times are those of the closed forms. Transfer full. */
GArray *tn_assumed_of(const struct tn_study *study, const GArray *points, bool is_model);

/* Sorts such a list by what the fastest of the points lose or gain most when the parameter alone is
 * doubled (rates and sizes: halved), the greatest effect first; returns how many have an effect, and
 * in *ret_error the relative error of these times that the parameters' own errors leave (a factor
 * of 2 where none is stated). `run` simulates these points again, as far as a bounded number of
 * operations goes; without any the order stays, and -1 is returned. */
int tn_assumed_sort(GArray *list, const struct tn_study *study, const GArray *points,
                    tn_study_runner *run, double *ret_error);

#endif
