/* Recorded data of a timeline, and writers of the formats. Internal to the timeline files. */
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
  GHashTable *contended; /* keys of page locks that had two or more callers at a time */
  double zero;
};

static inline gint64 tn_timeline_lock_key(int rank, int index)
{
  return (gint64)rank << 32 | (gint64)index;
}

/* Returns picoseconds after `zero`, as integers so that adjacent slices still meet in the file. */
static inline long long tn_timeline_picoseconds(const struct tn_timeline *t, double time)
{
  return llround((time - t->zero) * 1e12);
}

/* Write the timeline in one of the formats; slices must be sorted by lane and time. */
void tn_timeline_perfetto(FILE *f, const struct tn_timeline *t, const struct tn_places *places,
                          const char *title);
void tn_timeline_goal(FILE *f, const struct tn_timeline *t, const struct tn_places *places);

#endif
