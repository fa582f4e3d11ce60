/* Computes on which platform parameters a choice depends: how each parameter changes the winner's
 * lead, and the value at which another choice wins. */
#ifndef TN_TUNE_SENSITIVITY_H
#define TN_TUNE_SENSITIVITY_H

#include "perturb/trials.h"
#include "study/row.h"

/* Relative change of a parameter without a stated error. */
#define TN_INFLUENCE_STEP 0.1

/* A parameter that changes the lead. */
struct tn_influence {
  enum tn_param param;
  double value, error; /* the platform's value; its relative error as stated, otherwise
                        * TN_INFLUENCE_STEP */
  bool is_stated;
  double down, up; /* lead with the parameter moved down and up by the error; NAN if it cannot be
                    * moved */
  bool flips;      /* true if another choice wins within the stated error */
  double flip;     /* nearest value found at which another choice wins; NAN if none was found */
  guint flip_to;   /* point that wins at that value */
};

/* The choice among the points of one context and size. Its members that are indexes refer to points
 * of the study. */
struct tn_decision_point {
  guint winner, rival;     /* rival: fastest point with another algorithm or, if all points have
                            * one algorithm, with other parameters */
  GArray *rivals;          /* guint: all competitors of the winner, the fastest first */
  double time, rival_time; /* times of winner and rival in seconds */
  double lead;             /* rival's time divided by the winner's time, minus 1 */
  GArray *influences;      /* struct tn_influence: first those at which another choice wins, then by
                            * their effect on the lead; parameters without effect are not listed */
  double expected_loss;    /* expected loss of the winner against the rival, from all stated
                            * errors of parameters and the model's own error (base/loss.h) */
};

/* Returns the decisions (struct tn_decision_point, owned by the array) among the points of a
 * finished study, in the order of their first points. If a winner has no rival, there is no
 * decision. `trials` belong to the study. Returns NULL and *error if interrupted. Transfer full. */
GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error);

#endif
