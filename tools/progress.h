/* Progress of a long run on stderr. */
#ifndef TN_TOOLS_PROGRESS_H
#define TN_TOOLS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/* Shows that n_known of n_points are finished since `start` (g_get_monotonic_time, µs). On a
 * terminal one line is updated at most five times a second; other outputs get a line every 30 s. */
void tn_progress_show(guint n_known, guint n_points, gint64 start);

/* Shows the progress of work before the points: item n_done of n, with the name `what`. */
void tn_progress_plan(const char *what, guint n_done, guint n, gint64 start);

/* Clears the progress line of a terminal. Call it before any other output. */
void tn_progress_wipe(void);

#endif
