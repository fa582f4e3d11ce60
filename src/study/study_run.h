/* Points of a study that are simulated at one time. Inside src/study only. */
#ifndef TN_STUDY_STUDY_RUN_H
#define TN_STUDY_STUDY_RUN_H

#include "study.h"

/* Returns true if the two points differ in nothing but algorithm, its parameters, mechanism and
 * precision. */
bool tn_points_compete(const struct tn_point *a, const struct tn_point *b);

/* Finds the points with equal conditions and schedules (tn_sim_schedule) among n points of the study:
 * ret_same[n] is the index of the first such point, that of the point itself where there is none.
 * Points that carry data or write files stand for themselves. */
void tn_memo_find(const struct tn_study *study, guint n, const guint *points, guint *ret_same);

/* Points to simulate on worker processes. Everything is borrowed. */
struct tn_study_batch {
  guint n;
  const guint *points;             /* [n] numbers in the study */
  const struct tn_sim_race *races; /* [n] how each is raced; NULL: none is */
  void *data;
  /* Receives the result of points[i] or, where that is NULL, the reason of the failure. */
  void (*known)(void *data, guint i, const struct tn_sim_result *result, const char *why);
  bool (*goes_on)(void *data); /* asked at least twice a second; false ends the run */
};

/* Simulates the points. Returns false and sets *error if no worker can be started. */
bool tn_study_run_batch(struct tn_study *study, const struct tn_study_batch *batch, GError **error);

/* The points of a study whose outcome is TN_PENDING. */
struct tn_pending {
  struct tn_study *study;
  const struct tn_watch *watch; /* NULL: none */
  guint n, *points;             /* [n] their numbers in the study; owned */
  guint *same;                  /* [n] index of the point whose simulation serves it; owned */
  guint n_known;                /* points of the study whose outcome is known */
};

void tn_pending_find(struct tn_pending *ret, struct tn_study *study, const struct tn_watch *watch);
void tn_pending_clear(struct tn_pending *pending);

/* Sets the outcomes of points[i] and of all points that it serves: the result, or the reason of the
 * failure where that is NULL. Calls the watch for each. */
void tn_pending_know(struct tn_pending *pending, guint i, const struct tn_sim_result *result,
                     const char *why);

/* Returns false if the watch ends the run. */
bool tn_pending_goes_on(const struct tn_pending *pending);

#endif
