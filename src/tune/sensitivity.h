/* Platform parameters on which a choice depends: their effect on the winner's lead, and the value
 * at which another choice wins. */
#ifndef TN_TUNE_SENSITIVITY_H
#define TN_TUNE_SENSITIVITY_H

#include "perturb/trials.h"
#include "study/row.h"

/* Relative change of a parameter without a stated error. */
#define TN_INFLUENCE_STEP 0.1

struct tn_influence {
  enum tn_param param;
  double value, error; /* the platform's value; its relative error, TN_INFLUENCE_STEP if not
                        * stated */
  bool is_stated;
  double down, up; /* lead with the parameter moved by the error; NAN if it cannot be moved */
  bool flips;      /* true if another choice wins within the error */
  double flip;     /* nearest value at which another choice wins; NAN if none was found */
  guint flip_to;   /* point that wins there */
};

/* The choice among the points of one context and size; indexes are points of the study. */
struct tn_decision_point {
  guint winner, rival;     /* rival: fastest point with another algorithm, or with other parameters
                            * of a single one */
  GArray *rivals;          /* guint: all competitors, the fastest first */
  double time, rival_time; /* times of winner and rival in seconds */
  double lead;             /* rival's time divided by the winner's time, minus 1 */
  GArray *influences;      /* struct tn_influence with an effect: those that flip first, then by
                            * effect on the lead */
  double expected_loss;    /* expected loss against the rival, from parameters' stated errors and
                            * the model's own (base/loss.h) */
};

/* Returns the decisions (struct tn_decision_point, owned by the array) of a finished study, in the
 * order of first points, without winners that have no rival. `trials` belong to the study. Returns
 * NULL and *error if interrupted. Transfer full. */
GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error);

#endif
