/* Points of a study that one simulation serves. */
#ifndef TN_STUDY_MEMO_H
#define TN_STUDY_MEMO_H

#include "study.h"

/* Returns true if the two points differ in nothing but algorithm, its parameters, mechanism and
 * precision. */
bool tn_points_compete(const struct tn_point *a, const struct tn_point *b);

/* Finds the points with equal conditions and schedules (tn_sim_schedule) among n points of the study:
 * ret_same[n] is the index of the first such point, that of the point itself where there is none.
 * Points that carry data or write files stand for themselves. */
void tn_memo_find(const struct tn_study *study, guint n, const guint *points, guint *ret_same);

#endif
