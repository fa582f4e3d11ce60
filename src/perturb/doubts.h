/* Computes ranges of times that result from the errors of parameters. */
#ifndef TN_PERTURB_DOUBTS_H
#define TN_PERTURB_DOUBTS_H

#include "trials.h"

/* Range of a time that results from one parameter. */
struct tn_doubt {
  enum tn_param param;
  double low, high; /* average time in seconds: smallest and largest over the unchanged and the
                     * moved values */
};

/* The ranges of the average times of a study's points. */
struct tn_doubts;

/* Prepares moves for all completed points of the study. If `by_errors`, each parameter is moved by
 * its error. In n_jitter further moves, all parameters are jittered (tn_setup_jittered). The study
 * must outlive the result. Free it with tn_doubts_free. */
struct tn_doubts *tn_doubts_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_doubts_free(struct tn_doubts *doubts); /* `doubts` may be NULL */
/* Returns the study of the moved points, which the caller runs. It is owned by `doubts`. */
struct tn_study *tn_doubts_study(const struct tn_doubts *doubts);
/* Fills `low` and `high`, or `jitter_low` and `jitter_high`, in the outcomes of the study of
 * tn_doubts_new, after the moves have run. If a move of a point failed, they stay unknown for the
 * point. */
void tn_doubts_settle(struct tn_doubts *doubts);
/* Returns the effect of each parameter on the time of a point (struct tn_doubt), the largest first.
 * Transfer full. */
GArray *tn_doubts_of(const struct tn_doubts *doubts, guint point);

/* Combines the effects of several parameters on a time (struct tn_doubt), whose errors are
 * independent: the squares of the relative excesses are added, separately for longer and for
 * shorter times. */
void tn_doubts_join(const GArray *doubts, double time, double *ret_low, double *ret_high);

#endif
