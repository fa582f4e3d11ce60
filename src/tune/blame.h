/* Finds the single parameters that, with another value, explain the difference between the times
 * of a study and given times (a measurement or another platform file). */
#ifndef TN_TUNE_BLAME_H
#define TN_TUNE_BLAME_H

#include "perturb/trials.h"
#include "study/row.h"

struct tn_suspect {
  enum tn_param param;
  double value, fits;   /* value: the platform's value; fits: the value with the smallest difference
                         * of times */
  double error;         /* stated error of the parameter; 0 if not stated */
  double before, after; /* root mean square of the relative differences with `value` and with
                         * `fits` */
  bool is_like_first;   /* true if the given times do not distinguish this suspect from the first
                         * one */
};

/* A suspect is like the first if the rest of its difference is at most this fraction larger. */
#define TN_BLAME_TELLS 0.05

/* Smaller differences count as zero: rows have times in picoseconds. */
#define TN_BLAME_NOTHING 1e-5

/* Returns the suspects (struct tn_suspect), the best first. truth[points of the study] holds the
 * given times in seconds; NAN if not known. `trials` belong to the study. *ret_before: the
 * difference of the times as in tn_suspect.before; the array is empty if it is below
 * TN_BLAME_NOTHING. Returns NULL and *error if interrupted. Transfer full. */
GArray *tn_blame(const struct tn_study *study, const double *truth, enum tn_objective objective,
                 struct tn_trials *trials, double *ret_before, GError **error);

#endif
