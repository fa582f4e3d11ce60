/* What real ranks did in their last call, as a timeline. */
#ifndef TN_TOOLS_MEASURED_TIMELINE_H
#define TN_TOOLS_MEASURED_TIMELINE_H

#include "platform/platform.h"
#include "real/processes.h"

/* Writes the phases of `times` (which has some), with who raised the flags that were waited for, and
 * the critical path that follows from that; 0 is the last entry. False and *error when the file
 * cannot be written. */
bool tn_measured_timeline_write(const struct tn_real_times *times, const struct tn_places *places,
                                const char *file, GError **error);

#endif
