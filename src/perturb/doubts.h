/* Ranges of times due to the errors of parameters. */
#ifndef TN_PERTURB_DOUBTS_H
#define TN_PERTURB_DOUBTS_H

#include "trials.h"

/* Range of a time due to one parameter. */
struct tn_doubt {
  enum tn_param param;
  double low, high; /* seconds of avg: smallest and largest of the unchanged and the moved value */
};

/* The ranges of the average times of a study's points. */
struct tn_doubts;

/* Prepares moves for all completed points of the study: each parameter by its error if `by_errors`,
 * and n_jitter times all parameters jittered (tn_setup_jittered). The study must outlive the
 * result. Freed by tn_doubts_free. */
struct tn_doubts *tn_doubts_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_doubts_free(struct tn_doubts *doubts); /* NULL is allowed */
/* Returns the study of the moves, which the caller runs. Owned by the doubts. */
struct tn_study *tn_doubts_study(const struct tn_doubts *doubts);
/* Fills `low` and `high`, or `jitter_low` and `jitter_high`, of the first study's outcomes after
 * the moves have run. They stay unknown for points with a failed move. */
void tn_doubts_settle(struct tn_doubts *doubts);
/* Returns the effect of each parameter on a point (struct tn_doubt), the largest first. Transfer full. */
GArray *tn_doubts_of(const struct tn_doubts *doubts, guint point);

/* Combines the effects of parameters with independent errors on a time. The relative excesses are
 * added as squares, separately for longer and shorter times. `doubts` has struct tn_doubt. */
void tn_doubts_join(const GArray *doubts, double time, double *ret_low, double *ret_high);

#endif
