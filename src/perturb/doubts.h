/* How well a time is known: the range that the errors of its parameters leave. */
#ifndef TN_PERTURB_DOUBTS_H
#define TN_PERTURB_DOUBTS_H

#include "trials.h"

/* What a time is off by at most, by one parameter. */
struct tn_doubt {
  enum tn_param param;
  double low,
      high; /* seconds of avg: the least and the most with the parameter moved, and as it is */
};

/* How far the average times of a study's points are off, by the errors of their parameters. */
struct tn_doubts;

/* For all points of the study that are done, each parameter moved by its error where `by_errors`, and
 * all jittered n_jitter times (tn_setup_jittered). The study must outlive the result.
 * tn_doubts_free. */
struct tn_doubts *tn_doubts_new(struct tn_study *study, bool by_errors, guint n_jitter);
void tn_doubts_free(struct tn_doubts *doubts); /* NULL: nothing */
/* The study of the moves, which the caller runs. Owned by the doubts. */
struct tn_study *tn_doubts_study(const struct tn_doubts *doubts);
/* After that has run: fills `low` and `high`, `jitter_low` and `jitter_high` of the first study's
 * outcomes, as was asked for; those of a point one of whose moves failed stay unknown. */
void tn_doubts_settle(struct tn_doubts *doubts);
/* What each parameter does to a point (struct tn_doubt), the most first. Transfer full. */
GArray *tn_doubts_of(const struct tn_doubts *doubts, guint point);

/* Combines what parameters do to a time, which errors of theirs are independent: the factors'
 * excess over 1 is added as squares, that of longer and of shorter times apart. With one parameter
 * the range is the one that it gives. `doubts` is struct tn_doubt. */
void tn_doubts_join(const GArray *doubts, double time, double *ret_low, double *ret_high);

#endif
