/* A race: candidates that cannot be the fastest are stopped, the times that matter are exact. */
#ifndef TN_STUDY_RACE_H
#define TN_STUDY_RACE_H

#include "study.h"

struct tn_race {
  /* The fastest of so many different algorithms have exact times in each heat. */
  int n_exact;
  /* Returns which candidates the point competes with: those of the same number (0 or more) that differ
   * from it in algorithm, its parameters and mechanism alone. Negative: it is never stopped. */
  int (*side)(void *data, guint point);
  void *data;
  const double *hints; /* [points] seconds: candidates that take less come first; NULL: as listed */
};

/* Runs the points whose outcome is TN_PENDING as tn_study_run does, but stops a candidate once its
 * mean time over the ranks is above a limit: TN_RACE_MARGIN over the slowest of the n_exact fastest
 * algorithms. Every candidate within the limit is exact:
 * where messages are cut into very many fragments, a coarse run decides first who is near it. A stopped one is TN_DONE with is_stopped, and
 * its result's avg is the limit. Sizes ascend; the fastest candidates of one size run first at the
 * next. A candidate does not start where its time at a smaller size is above the limit already. The
 * same for any number of jobs. */
bool tn_study_race(struct tn_study *study, const struct tn_race *race, const struct tn_watch *watch,
                   GError **error);

/* Limits as multiples of the time to beat: of timed calls, of those of a coarse run, whose time may be
 * off by a few percent, and of the first call. */
#define TN_RACE_MARGIN 1.05
#define TN_RACE_COARSE_MARGIN 1.1
#define TN_RACE_WARM_UP 1.25

#endif
