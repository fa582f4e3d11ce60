/* Finds suspects: single parameters whose change would explain the difference between the times of
 * a study and given times (a measurement or another platform file). */
#ifndef TN_TUNE_GAP_CAUSES_H
#define TN_TUNE_GAP_CAUSES_H

#include "perturb/trials.h"
#include "study/row.h"

struct tn_gap_cause {
  enum tn_param param;
  double value, fits;   /* the platform's value, and the value that leaves the smallest
                         * difference of times */
  double error;         /* relative error that is stated for the parameter; 0 if none is stated */
  double before, after; /* root mean square of the relative differences of times with `value` and
                         * with `fits` */
  bool is_like_first;   /* true if the given times cannot distinguish this cause from the first
                         * one */
};

/* A suspect is like the first one if the difference that remains (`after`) is at most this fraction
 * larger. */
#define TN_GAP_DISTINCT 0.05

/* A smaller difference counts as zero, because rows have times in picoseconds. */
#define TN_GAP_NEGLIGIBLE 1e-5

/* Returns the causes (struct tn_gap_cause), the best first. truth[points of the study] holds the
 * given times in seconds; NAN if a time is not known. `trials` belong to the study. *ret_before:
 * the difference of the times as in tn_gap_cause.before; if it is below TN_GAP_NEGLIGIBLE, the
 * array is empty. Returns NULL and *error if interrupted. Transfer full. */
GArray *tn_gap_causes(const struct tn_study *study, const double *truth,
                      enum tn_objective objective, struct tn_trials *trials, double *ret_before,
                      GError **error);

#endif
