/* Progress of a long run on stderr. */
#ifndef TN_TOOLS_PROGRESS_H
#define TN_TOOLS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/* Begins a phase of a command with several runs. `later`: work of the phases after it, as a multiple
 * of its own; NAN if unknown. Then the time left is that of all phases. */
void tn_progress_phase(const char *name, double later);

/* Shows n_known of n_points since `start` (g_get_monotonic_time, µs): on a terminal one line, at
 * most five times a second; else a line every 30 s. `share`: share of the run's work that is done,
 * 0 to 1, from which the time left follows. The time left never rises: if the estimate does, the
 * line then prints "more than" before the last one. */
void tn_progress_show(guint n_known, guint n_points, double share, gint64 start);

/* Shows work before the points: item n_done of n, called `what`. */
void tn_progress_plan(const char *what, guint n_done, guint n, gint64 start);

/* Clears a terminal's progress line; call it before other output. */
void tn_progress_wipe(void);

#endif
