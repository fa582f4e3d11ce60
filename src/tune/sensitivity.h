/* Which parameters of a platform a choice hangs on: what each does to the lead of the winner, and
 * at what value another one wins. */
#ifndef TN_TUNE_SENSITIVITY_H
#define TN_TUNE_SENSITIVITY_H

#include "perturb/trials.h"
#include "study/row.h"

/* By this a parameter is moved whose error nobody states. */
#define TN_LEVER_STEP 0.1

/* A parameter that changes the lead. */
struct tn_lever {
  enum tn_param param;
  double value, error; /* relative: as stated, or TN_LEVER_STEP */
  bool is_stated;
  double down, up; /* the lead with it moved by the error; NAN: it cannot be moved there */
  bool flips;      /* within its stated error */
  double flip;     /* the nearest value found with which another one wins; NAN: none */
  guint flip_to;   /* the point that wins then */
};

/* The choice among the points of one context and size. */
struct tn_decision_point {
  guint winner, rival;     /* points of the study; the best of another algorithm or, where all have
                              one, of other parameters */
  GArray *rivals;          /* guint: all that compete with the winner, the fastest first */
  double time, rival_time; /* seconds */
  double lead;             /* the rival's time over the winner's, less 1 */
  GArray *levers;          /* struct tn_lever: those that flip first, then by what they take of the
                              lead; none without any effect */
  double expected_loss; /* of the winner against the rival: all stated errors of parameters at once
                              and the model's own error (base/loss.h) */
};

/* The choices among the points of a study that has run, in the order of their first points; those
 * without a rival are left out. `trials` are of the study. NULL and *error where they were
 * interrupted. Transfer full: struct tn_decision_point, owned by the array. */
GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error);

#endif
