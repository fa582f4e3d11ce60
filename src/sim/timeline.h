/* What ranks did in one call, as a file for viewers and other simulators; of simulated and of real
 * ranks alike. */
#ifndef TN_SIM_TIMELINE_H
#define TN_SIM_TIMELINE_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_timeline;

/* A strand: of its rank, 0 is the rank itself, others are its agent and those that it spawned. */
struct tn_lane {
  int rank, index;
};

/* What a strand did between two times. Slices of a strand must not overlap. */
struct tn_slice {
  struct tn_lane lane;
  const char *name; /* borrowed */
  double from, to;  /* nothing is kept when they are equal */
  int peer;         /* the rank that it copied from or to, or waited for; -1: none */
  size_t bytes;     /* that were to be moved; 0: none, or not known */
  int callers;      /* of the page lock, the most at a time, itself included; 0: no lock */
};

/* Times are seconds on any clock; they are written relative to `zero`. */
struct tn_timeline *tn_timeline_new(double zero);
void tn_timeline_free(struct tn_timeline *t); /* NULL: nothing */

void tn_timeline_add(struct tn_timeline *t, const struct tn_slice *slice);

/* Noise that takes the rank's core: on a track of its own, since slices need not enclose it. */
void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to);

/* The number of callers of lock `index` of `rank` from `time` on. */
void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers);
/* The most that it has been told of this lock from `since` on; 0: nothing. */
int tn_timeline_most_callers(const struct tn_timeline *t, int rank, int index, double since);

/* The critical path of `to` leads over `from`: what that had done by `posted` let `to` go on at
 * `seen`, not before `posted`; `way`, borrowed, names what lies between. In the order in which it
 * was noticed. */
void tn_timeline_link(struct tn_timeline *t, struct tn_lane to, double seen, struct tn_lane from,
                      double posted, const char *way);
/* The critical path ends with `last` at `end`; without this, no path is written. */
void tn_timeline_end(struct tn_timeline *t, struct tn_lane last, double end);

struct tn_sim_path;
/* Copies the critical path; after tn_timeline_end. */
void tn_timeline_path(const struct tn_timeline *t, struct tn_sim_path *ret);

/* Writes the file, in the format that its name ends with: .goal is a schedule (LogGOPSim), any other
 * Chrome's and Perfetto's JSON; false and *error when it cannot be written. Slices of one track neither
 * overlap nor, on that of the critical path, leave gaps: those add up to its length. */
bool tn_timeline_write(struct tn_timeline *t, const struct tn_places *places, const char *path,
                       GError **error);

#endif
