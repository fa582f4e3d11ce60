/* The recorded data of a timeline, and the writers of the formats. Internal to the timeline
 * files. */
#ifndef TN_SIM_TIMELINE_RECORD_H
#define TN_SIM_TIMELINE_RECORD_H

#include <math.h>
#include <stdio.h>

#include "timeline.h"

struct tn_timeline_noise {
  int rank;
  double from, to;
};

struct tn_timeline_callers {
  int rank, index, n;
  double time;
};

struct tn_timeline_link {
  struct tn_lane to, from;
  double seen, posted;
  const char *way;
};

struct tn_timeline {
  GArray *slices, *noises, *callers, *links;
  GArray *path;          /* struct tn_slice, in reverse order */
  GHashTable *contended; /* keys of page locks that had two or more callers at the same time */
  double zero;
};

/* Returns the key of a rank's lock in `contended`. */
static inline gint64 tn_timeline_lock_key(int rank, int index)
{
  return (gint64)rank << 32 | (gint64)index;
}

/* Returns the time in picoseconds after `zero`. Integers ensure that adjacent slices still meet in
 * the file. */
static inline long long tn_timeline_picoseconds(const struct tn_timeline *t, double time)
{
  return llround((time - t->zero) * 1e12);
}

/* Writers of the formats. Slices must be sorted by lane and time. */
void tn_timeline_perfetto(FILE *f, const struct tn_timeline *t, const struct tn_places *places);
void tn_timeline_goal(FILE *f, const struct tn_timeline *t, const struct tn_places *places);

#endif
