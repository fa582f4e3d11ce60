/* Between the files of timelines: what is recorded, and the formats that it is written in. */
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
  GArray *path;          /* struct tn_slice, last first */
  GHashTable *contended; /* locks that ever had two callers */
  double zero;
};

/* Of a lock of a rank, in `contended`. */
static inline gint64 tn_timeline_lock_key(int rank, int index)
{
  return (gint64)rank << 32 | (gint64)index;
}

/* In picoseconds after the zero, so that what meets still does when it is written. */
static inline long long tn_timeline_picoseconds(const struct tn_timeline *t, double time)
{
  return llround((time - t->zero) * 1e12);
}

/* The formats; slices are sorted by lane and time. */
void tn_timeline_perfetto(FILE *f, const struct tn_timeline *t, const struct tn_places *places);
void tn_timeline_goal(FILE *f, const struct tn_timeline *t, const struct tn_places *places);

#endif
