/* Timeline of the ranks in one call, simulated or real, as a file for viewers and other
 * simulators. */
#ifndef TN_SIM_TIMELINE_H
#define TN_SIM_TIMELINE_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_timeline;

/* A strand of a rank. Index 0 is the rank itself; others are its agents and the strands that it
 * spawned. */
struct tn_lane {
  int rank, index;
};

/* One action of a strand. Slices of a strand must not overlap. */
struct tn_slice {
  struct tn_lane lane;
  const char *name; /* borrowed */
  double from, to;  /* an empty slice is not stored */
  int peer;         /* rank that it copied from or to, or waited for; -1: no peer */
  size_t bytes;     /* bytes to move; 0: no bytes, or unknown */
  int callers;      /* largest number of callers of the page lock, itself included; 0: no lock */
};

/* Creates a timeline. Times are seconds on any clock; the file has times relative to `zero`. */
struct tn_timeline *tn_timeline_new(double zero);
void tn_timeline_free(struct tn_timeline *t);

void tn_timeline_add(struct tn_timeline *t, const struct tn_slice *slice);

/* Adds noise that occupies the rank's core. It has a track of its own because slices need not
 * enclose it. */
void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to);

/* Sets the number of callers of lock `index` of `rank` from `time` on. */
void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers);
/* Returns the largest number of callers recorded for this lock from `since` on; 0: no record. */
int tn_timeline_most_callers(const struct tn_timeline *t, int rank, int index, double since);

/* Adds a link of the critical path from lane `from` to lane `to`: the work of `from` until `posted`
 * let `to` continue at `seen`, at or after `posted`. `way`, borrowed, names the link. Links are
 * added in the order in which they are seen. */
void tn_timeline_link(struct tn_timeline *t, struct tn_lane to, double seen, struct tn_lane from,
                      double posted, const char *way);
/* Ends the critical path with lane `last` at `end`. Without this call the file has no critical
 * path. */
void tn_timeline_end(struct tn_timeline *t, struct tn_lane last, double end);

struct tn_sim_path;
/* Copies the critical path; call it after tn_timeline_end. */
void tn_timeline_path(const struct tn_timeline *t, struct tn_sim_path *ret);

/* Writes the file: a schedule (LogGOPSim) if its suffix is .goal, otherwise Chrome's and Perfetto's
 * JSON. Returns false and *error on failure. Slices of a track do not overlap; those of the
 * critical path have no gaps and add up to its length. */
bool tn_timeline_write(struct tn_timeline *t, const struct tn_places *places, const char *path,
                       GError **error);

#endif
