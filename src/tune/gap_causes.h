/* Finds causes of a gap: single changes that would explain the difference between a study's times
 * and given times (a measurement, or another platform file). A change is another kind of pages,
 * another kernel profile or another value of a parameter. */
#ifndef TN_TUNE_GAP_CAUSES_H
#define TN_TUNE_GAP_CAUSES_H

#include "perturb/trials.h"
#include "study/row.h"

struct tn_gap_cause {
  const char *option;       /* "--backing" or "--kernel"; NULL: a parameter */
  const char *const *words; /* names of the option's values; NULL: a parameter */
  enum tn_param param;      /* unused with `option` */
  /* the platform's value, and the value that fits the times best; with `option` indexes of
   * `words` */
  double value, fits;
  double error;    /* stated relative error of the parameter; 0 if none is stated */
  bool is_outside; /* true if `fits` is outside the stated error */
  /* root mean square relative difference between simulated and given times, with `value` and with
   * `fits` */
  double before, after;
  bool is_like_first; /* true if the given times cannot distinguish this cause from the best one */
};

/* A cause cannot be distinguished from the best one if its `after` exceeds the best one's by at
 * most this fraction of `before`. */
#define TN_GAP_DISTINCT 0.05

/* Root mean square differences below this count as zero, because rows have times in picoseconds. */
#define TN_GAP_NEGLIGIBLE 1e-5

/* Returns the causes (struct tn_gap_cause), the best first. Parameters that the system reports, such
 * as page_size, are known and no causes. truth[points of the study] has the
 * given times in seconds; NAN: unknown. `trials` belong to the study. *ret_before: as
 * tn_gap_cause.before; below TN_GAP_NEGLIGIBLE the array is empty. Returns NULL and *error if
 * interrupted. Transfer full. */
GArray *tn_gap_causes(const struct tn_study *study, const double *truth,
                      enum tn_objective objective, struct tn_trials *trials, double *ret_before,
                      GError **error);

#endif
