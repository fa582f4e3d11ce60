/* Platform parameters on which a choice depends: how a change affects the winner's lead over its
 * rival, and the value at which another choice wins. */
#ifndef TN_TUNE_SENSITIVITY_H
#define TN_TUNE_SENSITIVITY_H

#include "perturb/trials.h"
#include "study/row.h"

/* Relative change of a parameter that has no stated error. */
#define TN_INFLUENCE_STEP 0.1

struct tn_influence {
  enum tn_param param;
  /* the platform's value of the parameter, and its relative error (TN_INFLUENCE_STEP if not
   * stated) */
  double value, error;
  bool is_stated;
  /* winner's lead (see below) with the parameter lowered or raised by `error`; NAN if the parameter
   * cannot have this value */
  double down, up;
  bool flips; /* true if a change within the stated error makes another choice win */
  /* value of the parameter, nearest to `value`, at which another choice wins; NAN if none was
   * found */
  double flip;
  guint flip_to; /* point that wins at `flip` */
};

/* Decision: the fastest point among those of one context and size. Numbers of points are the
 * study's. */
struct tn_decision_point {
  /* the fastest point; the fastest one with another algorithm or, if all have the same algorithm,
   * with other parameters */
  guint winner, rival;
  /* guint: points compared with the winner, the fastest first */
  GArray *rivals;
  double time, rival_time; /* times of winner and rival in seconds */
  double lead;             /* rival's time divided by the winner's time, minus 1 */
  /* struct tn_influence of each parameter that changes the lead: first those that make another
   * choice win, then by effect on the lead */
  GArray *influences;
  /* loss expected with the winner, from parameters' stated errors and the model's own
   * (base/loss.h) */
  double expected_loss;
};

/* Returns the decisions (struct tn_decision_point, owned by the array) of a finished study, in the
 * order of their first points. Omits decisions without a rival. `trials` belong to the study.
 * Returns NULL and *error if interrupted. Transfer full. */
GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error);

#endif
