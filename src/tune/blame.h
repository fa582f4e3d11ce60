/* Which single parameter, with another value, would explain the difference between the times of a
 * study and those of somebody else: a measurement, or another platform file. */
#ifndef TN_TUNE_BLAME_H
#define TN_TUNE_BLAME_H

#include "perturb/trials.h"
#include "study/row.h"

struct tn_suspect {
  enum tn_param param;
  double value, fits;   /* as it is; with which the times come nearest */
  double error;         /* as stated, 0: none */
  double before, after; /* root mean square of the relative differences, as it is and then */
  bool is_like_first;   /* these times cannot tell it from the first suspect */
};

/* A suspect is like the first when it leaves at most so much more of the difference. */
#define TN_BLAME_TELLS 0.05

/* A smaller difference is none: rows have their times in picoseconds. */
#define TN_BLAME_NOTHING 1e-5

/* The suspects, the best first, from truth[points of the study], seconds; NAN: not known. `trials`
 * are of the study. *ret_before: how much the times differ, as tn_suspect.before; there are no
 * suspects where that is less than TN_BLAME_NOTHING. NULL and *error: interrupted. Transfer full:
 * struct tn_suspect. */
GArray *tn_blame(const struct tn_study *study, const double *truth, enum tn_objective objective,
                 struct tn_trials *trials, double *ret_before, GError **error);

#endif
