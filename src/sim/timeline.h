/* Timeline of the ranks in one call, simulated or real, as a file for viewers. */
#ifndef TN_SIM_TIMELINE_H
#define TN_SIM_TIMELINE_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_timeline;

/* A strand of a rank: index 0 is the rank, others its agents and the strands that it spawned. */
struct tn_lane {
  int rank, index;
};

/* One action of a strand. Actions of one strand must not overlap. */
struct tn_slice {
  struct tn_lane lane;
  const char *name; /* borrowed */
  double from, to;  /* seconds; a slice of length 0 is not stored */
  int peer;         /* rank from or to which the strand copies, or that it awaits; -1: none */
  size_t bytes;     /* bytes to move; 0: none or unknown */
  /* most callers of the page lock at one time, this strand included; 0: no lock */
  int callers;
};

/* Creates a timeline. Times are seconds on any clock; those in the file are relative to `zero`. */
struct tn_timeline *tn_timeline_new(double zero);
void tn_timeline_free(struct tn_timeline *t);

void tn_timeline_add(struct tn_timeline *t, const struct tn_slice *slice);

/* Adds noise on the rank's core, on its own track: it may begin or end within a slice. */
void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to);

/* Sets the number of callers of lock `index` of `rank` from `time` on. */
void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers);
/* Returns the most callers recorded for this lock from `since` on; 0: no record. */
int tn_timeline_most_callers(const struct tn_timeline *t, int rank, int index, double since);

/* Adds a link of the critical path: lane `from` worked until `posted`, and lane `to` could
 * therefore continue at `seen` (not before `posted`). `way` names the link and is borrowed. Add
 * links in the order of `seen`. */
void tn_timeline_link(struct tn_timeline *t, struct tn_lane to, double seen, struct tn_lane from,
                      double posted, const char *way);
/* Ends the critical path on lane `last` at time `end`. Without this call the file has no critical
 * path. */
void tn_timeline_end(struct tn_timeline *t, struct tn_lane last, double end);

struct tn_sim_path;
/* Copies the critical path to *ret. Call it after tn_timeline_end. */
void tn_timeline_path(const struct tn_timeline *t, struct tn_sim_path *ret);

/* Writes a schedule (LogGOPSim) if the suffix is .goal, otherwise Chrome's and Perfetto's JSON.
 * `title`: of the JSON; may be NULL. Slices of the critical path have no gaps, and their sum is the
 * length of the path. Returns false and *error on failure. */
bool tn_timeline_write(struct tn_timeline *t, const struct tn_places *places, const char *title,
                       const char *path, GError **error);

#endif
