#ifndef TN_PERTURB_UNCERTAINTY_H
#define TN_PERTURB_UNCERTAINTY_H

#include "trials.h"

struct tn_param_effect {
  enum tn_param param;
  /* smallest and largest average in seconds, with the parameter unchanged and moved */
  double low, high;
};

struct tn_uncertainty;

/* Prepares moves of the study's completed points: of each parameter by its error if by_errors, and
 * n_jitter moves of all parameters (tn_setup_jittered). The study must outlive the result. */
struct tn_uncertainty *tn_uncertainty_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_uncertainty_free(struct tn_uncertainty *uncertainty);
/* Returns the study of the moved points, which the caller runs; owned by `uncertainty`. */
struct tn_study *tn_uncertainty_study(const struct tn_uncertainty *uncertainty);
/* Fills `low` and `high`, or `jitter_low` and `jitter_high`, in the outcomes of the study of
 * tn_uncertainty_new, after the moves have run. If a move of a point failed, they stay unknown for
 * the point. */
void tn_uncertainty_fill(struct tn_uncertainty *uncertainty);
/* Returns the parameters' effects on a point's time (struct tn_param_effect), the largest first.
 * Transfer full. */
GArray *tn_uncertainty_effects(const struct tn_uncertainty *uncertainty, guint point);

/* Combines independent effects on a time (struct tn_param_effect) into a range: squares of the
 * relative excesses add, separately for longer and shorter times. */
void tn_uncertainty_join(const GArray *effects, double time, double *ret_low, double *ret_high);

#endif
