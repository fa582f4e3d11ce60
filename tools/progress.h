/* How far a long run has come, on a terminal only. */
#ifndef TN_TOOLS_PROGRESS_H
#define TN_TOOLS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/* Shows on stderr that n_known of n_points are known since `start` (g_get_monotonic_time), at most
 * five times a second. `last` wipes it, as anything else that is printed needs. */
void tn_progress_show(guint n_known, guint n_points, gint64 start, bool last);

#endif
