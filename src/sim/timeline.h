/* What ranks did in one call, as a Chrome/Perfetto file; of simulated and of real ranks alike. */
#ifndef TN_SIM_TIMELINE_H
#define TN_SIM_TIMELINE_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_timeline;

/* Times are seconds on any clock; they are written relative to `zero`. */
struct tn_timeline *tn_timeline_new(double zero);
void tn_timeline_free(struct tn_timeline *t); /* NULL: nothing */

/* What `rank` did between two times; nothing when they are equal. `name` is borrowed. */
void tn_timeline_phase(struct tn_timeline *t, int rank, const char *name, double from, double to);

/* Noise that takes the rank's core: on a track of its own, since phases need not enclose it. */
void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to);

/* The number of callers of lock `index` of `rank` from `time` on. */
void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers);

/* Writes the file; false and *error when it cannot be written. */
bool tn_timeline_write(const struct tn_timeline *t, const struct tn_places *places,
                       const char *path, GError **error);

#endif
