/* Computes which platform parameters a choice depends on: the effect of each parameter on the
 * winner's lead, and the value at which another choice wins. */
#ifndef TN_TUNE_SENSITIVITY_H
#define TN_TUNE_SENSITIVITY_H

#include "perturb/trials.h"
#include "study/row.h"

/* Relative change of a parameter without a stated error. */
#define TN_LEVER_STEP 0.1

/* A parameter that changes the lead. */
struct tn_lever {
  enum tn_param param;
  double value, error; /* error: relative, as stated, otherwise TN_LEVER_STEP */
  bool is_stated;
  double down, up; /* lead with the parameter moved down and up by the error; NAN if it cannot be
                    * moved */
  bool flips;      /* true if another choice wins within the stated error */
  double flip;     /* nearest value found with which another choice wins; NAN if not found */
  guint flip_to;   /* winner at that value */
};

/* The choice among the points of one context and size. Numbers are points of the study. */
struct tn_decision_point {
  guint winner, rival;     /* rival: best point of another algorithm or, if all points have one
                            * algorithm, of other parameters */
  GArray *rivals;          /* guint: all competitors of the winner, the fastest first */
  double time, rival_time; /* seconds */
  double lead;             /* rival's time over the winner's time, minus 1 */
  GArray *levers;          /* struct tn_lever: first those that flip, then by their effect on the
                            * lead; levers without effect are not listed */
  double expected_loss;    /* expected loss of the winner against the rival with all stated
                            * parameter errors and the model's own error (base/loss.h) */
};

/* Returns the decisions (struct tn_decision_point, owned by the array) among the points of a
 * finished study, in the order of their first points. Points without a rival have no decision.
 * `trials` belong to the study. Returns NULL and *error if interrupted. Transfer full. */
GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error);

#endif
