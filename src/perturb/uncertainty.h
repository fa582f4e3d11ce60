#ifndef TN_PERTURB_UNCERTAINTY_H
#define TN_PERTURB_UNCERTAINTY_H

#include "trials.h"

struct tn_param_effect {
  enum tn_param param;
  /* seconds: smallest and largest average time, over the unchanged value and the moved values of
   * the parameter */
  double low, high;
};

struct tn_uncertainty;

/* Prepares simulations of the study's completed points with moved parameters. If by_errors, each
 * parameter moves alone by its error; in n_jitter further simulations all parameters move
 * (tn_setup_jittered). The study must outlive the result. */
struct tn_uncertainty *tn_uncertainty_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_uncertainty_free(struct tn_uncertainty *uncertainty);
/* Returns the study of the moved points, which the caller runs; owned by `uncertainty`. */
struct tn_study *tn_uncertainty_study(const struct tn_uncertainty *uncertainty);
/* Fills members of the outcomes of the study given to tn_uncertainty_new, after the simulations
 * have run: `low` and `high` if by_errors, and `jitter_low` and `jitter_high` if n_jitter > 0. If a
 * simulation of a point failed, the point's members stay unknown. */
void tn_uncertainty_fill(struct tn_uncertainty *uncertainty);
/* Returns the parameters' effects on a point's time (struct tn_param_effect), the largest first.
 * Transfer full. */
GArray *tn_uncertainty_effects(const struct tn_uncertainty *uncertainty, guint point);

/* Combines the ranges of a time due to independent parameters (struct tn_param_effect) into one
 * range. The squares of the relative deviations from `time` add, separately for longer and for
 * shorter times. */
void tn_uncertainty_join(const GArray *effects, double time, double *ret_low, double *ret_high);

#endif
