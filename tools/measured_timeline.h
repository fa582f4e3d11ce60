/* Timeline of the last measured call of real ranks. */
#ifndef TN_TOOLS_MEASURED_TIMELINE_H
#define TN_TOOLS_MEASURED_TIMELINE_H

#include "real/processes.h"
#include "sim/point.h"

/* Writes the phases of `times` (at least one), arrows from ranks that raised awaited flags, and the
 * resulting critical path. Time 0 is the last rank's entry into the call. Returns false and *error
 * if the file cannot be written. */
bool tn_measured_timeline_write(const struct tn_real_times *times, const struct tn_point *point,
                                const char *file, GError **error);

#endif
