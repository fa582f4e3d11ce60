/* Computes ranges of times that result from the errors of parameters. */
#ifndef TN_PERTURB_UNCERTAINTY_H
#define TN_PERTURB_UNCERTAINTY_H

#include "trials.h"

/* Range of a time that results from one parameter. */
struct tn_param_effect {
  enum tn_param param;
  double low, high; /* average time in seconds: smallest and largest over the unchanged and the
                     * moved values */
};

/* The ranges of the average times of a study's points. */
struct tn_uncertainty;

/* Prepares moves for all completed points of the study. If `by_errors`, each parameter is moved by
 * its error. In n_jitter further moves, all parameters are jittered (tn_setup_jittered). The study
 * must outlive the result. Free it with tn_uncertainty_free. */
struct tn_uncertainty *tn_uncertainty_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_uncertainty_free(struct tn_uncertainty *uncertainty); /* `uncertainty` may be NULL */
/* Returns the study of the moved points, which the caller runs. It is owned by `uncertainty`. */
struct tn_study *tn_uncertainty_study(const struct tn_uncertainty *uncertainty);
/* Fills `low` and `high`, or `jitter_low` and `jitter_high`, in the outcomes of the study of
 * tn_uncertainty_new, after the moves have run. If a move of a point failed, they stay unknown for
 * the point. */
void tn_uncertainty_fill(struct tn_uncertainty *uncertainty);
/* Returns the effect of each parameter on the time of a point (struct tn_param_effect), the largest
 * first. Transfer full. */
GArray *tn_uncertainty_effects(const struct tn_uncertainty *uncertainty, guint point);

/* Combines the effects of several parameters on a time (struct tn_param_effect), whose errors are
 * independent: the squares of the relative excesses are added, separately for longer and for
 * shorter times. */
void tn_uncertainty_join(const GArray *effects, double time, double *ret_low, double *ret_high);

#endif
