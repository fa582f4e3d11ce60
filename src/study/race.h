/* Race: simulates competing points, and stops those that cannot be among the fastest. The other
 * times are exact. */
#ifndef TN_STUDY_RACE_H
#define TN_STUDY_RACE_H

#include "study.h"

struct tn_race {
  /* number of fastest algorithms of each heat that need exact times */
  int n_exact;
  /* Returns the number of the point's heat, 0 or more. Points of a heat compete: they differ only
   * in algorithm, its parameters and mechanism. Negative: the point is never stopped. */
  int (*side)(void *data, guint point);
  void *data;
  /* [points] expected seconds, by which runs are ordered; may be NULL */
  const double *hints;
};

/* Runs the points that are TN_PENDING like tn_study_run, but stops a candidate when its mean time
 * over the ranks exceeds the limit: TN_RACE_MARGIN times the slowest of the n_exact fastest
 * algorithms. All times within the limit are exact. With very many fragments a coarse run first
 * selects candidates near the limit. A stopped candidate is TN_DONE with is_stopped, and its avg is
 * the limit. Sizes ascend; the fastest of one size run first at the next, and a candidate whose
 * time at a smaller size exceeds the limit does not start. The outcome is the same for any number
 * of jobs. */
bool tn_study_race(struct tn_study *study, const struct tn_race *race, const struct tn_watch *watch,
                   GError **error);

/* Limits as multiples of the best time, for timed calls, for coarse runs (exact to a few percent)
 * and for first calls. */
#define TN_RACE_MARGIN 1.05
#define TN_RACE_COARSE_MARGIN 1.1
#define TN_RACE_WARM_UP 1.25

#endif
