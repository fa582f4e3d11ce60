/* How far a long run has come, on stderr. */
#ifndef TN_TOOLS_PROGRESS_H
#define TN_TOOLS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/* Shows that n_known of n_points are known since `start` (g_get_monotonic_time): on a terminal in
 * one place, at most five times a second; elsewhere as a line every 30 s. */
void tn_progress_show(guint n_known, guint n_points, gint64 start);

/* The same of what precedes the points: that it is at `what`, number n_done of n. */
void tn_progress_plan(const char *what, guint n_done, guint n, gint64 start);

/* Wipes what a terminal shows, as anything else that is printed needs. */
void tn_progress_wipe(void);

#endif
