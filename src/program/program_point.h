/* A call of a program as a point of a study. */
#ifndef TN_PROGRAM_PROGRAM_POINT_H
#define TN_PROGRAM_PROGRAM_POINT_H

#include "replay.h"

/* Conditions of a replayed call: after an untimed call, which leaves the caches as earlier calls
 * do. */
extern const struct tn_conditions tn_replay_conditions;

static inline double tn_replay_first_entry(int n, const double *entry)
{
  double first = entry[0];
  for (int r = 1; r < n; r++)
    first = MIN(first, entry[r]);
  return first;
}

/* Sets *ret to the point that simulates call i with this choice. Returns false and *error
 * (TN_STUDY_ERROR) on failure. */
bool tn_replay_point(const struct tn_replay *replay, struct tn_study *study, guint i,
                     const struct tn_choice *choice, struct tn_point *ret, GError **error);

#endif
