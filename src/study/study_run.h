/* Runs points of a study on worker processes. Internal to src/study. */
#ifndef TN_STUDY_STUDY_RUN_H
#define TN_STUDY_STUDY_RUN_H

#include "study.h"

/* Returns true if the points differ only in algorithm, its parameters, mechanism and precision. */
bool tn_points_compete(const struct tn_point *a, const struct tn_point *b);

/* Finds points with equal conditions and schedules (tn_sim_schedule), which one simulation serves:
 * ret_same[n] is the first of the equal points. Points that carry data or write files have their
 * own index. ret_costs[n] is the estimated duration of each simulation as by tn_point_cost, or more
 * if the schedule has more operations. */
void tn_memo_find(const struct tn_study *study, guint n, const guint *points, guint *ret_same,
                  double *ret_costs);

/* Points to simulate. Pointers are borrowed. */
struct tn_study_batch {
  guint n;
  const guint *points;             /* [n] numbers of points in the study */
  const struct tn_sim_race *races; /* [n] limits of each point's race; NULL: no race */
  const double *costs;             /* [n] estimated durations; NULL: those of tn_point_cost */
  void *data;
  /* Receives the result of points[i] or, if it failed, NULL and the reason. */
  void (*known)(void *data, guint i, const struct tn_sim_result *result, const char *why);
  /* Called at least twice a second; returns false to end the run. */
  bool (*may_continue)(void *data);
};

bool tn_study_run_batch(struct tn_study *study, const struct tn_study_batch *batch, GError **error);

struct tn_pending {
  struct tn_study *study;
  const struct tn_watch *watch; /* may be NULL */
  guint n, *points;             /* [n] numbers of points in the study; owned */
  /* [n] point whose simulation also gives point i's result; owned */
  guint *same;
  double *costs;     /* [n] estimated durations; owned */
  double done, work; /* sums of the durations: of completed points, of all */
  guint n_known;     /* number of points of the study whose outcome is known */
};

void tn_pending_find(struct tn_pending *ret, struct tn_study *study, const struct tn_watch *watch);
void tn_pending_clear(struct tn_pending *pending);

/* Sets the outcomes of points[i] and of the points that share its simulation to `result` or, if
 * NULL, to a failure. Calls the watch for each. */
void tn_pending_complete(struct tn_pending *pending, guint i, const struct tn_sim_result *result,
                         const char *why);

bool tn_pending_may_continue(const struct tn_pending *pending);

#endif
