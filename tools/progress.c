#include "progress.h"

#include <stdio.h>
#include <unistd.h>

/* us between messages, and before the first. */
enum { TERMINAL_PERIOD = 200000, TERMINAL_FIRST = 500000, LINE_PERIOD = 30000000 };

static gint64 shown; /* us; 0: no message yet */

/* Returns "24 of 48 points, 3.1/s, 8 s left"; without rate and rest before the first point.
 * Transfer full. */
static char *words(guint n_known, guint n_points, double seconds)
{
  const double rate = n_known / seconds;
  if (n_known == 0)
    return g_strdup_printf("0 of %u points after %.0f s", n_points, seconds);
  return g_strdup_printf("%u of %u points, %.*f/s, %.0f s left", n_known, n_points,
                         rate < 0.1 ? 3 : 1, rate, (n_points - n_known) / rate);
}

/* Returns true if a period has passed since the last message of the run from `start`. */
static bool is_due(gint64 now, gint64 start, bool is_terminal)
{
  const gint64 period = is_terminal ? TERMINAL_PERIOD : LINE_PERIOD;
  return now - MAX(shown, start) >= period && !(is_terminal && now - start < TERMINAL_FIRST);
}

void tn_progress_show(guint n_known, guint n_points, gint64 start)
{
  const gint64 now = g_get_monotonic_time();
  const bool is_terminal = isatty(STDERR_FILENO);
  if (!is_due(now, start, is_terminal) || (is_terminal && n_known == 0))
    return;
  g_autofree char *text = words(n_known, n_points, (double)(now - start) / 1e6);
  shown = now;
  if (is_terminal)
    fprintf(stderr, "\r\033[K[%3u %%] %s", n_known * 100 / n_points, text);
  else
    fprintf(stderr, "turnstile: %s\n", text);
}

void tn_progress_plan(const char *what, guint n_done, guint n, gint64 start)
{
  const gint64 now = g_get_monotonic_time();
  const bool is_terminal = isatty(STDERR_FILENO);
  if (!is_due(now, start, is_terminal))
    return;
  shown = now;
  if (is_terminal)
    fprintf(stderr, "\r\033[Kplanning %s: %u of %u calls", what, n_done, n);
  else
    fprintf(stderr, "turnstile: planning %s: %u of %u calls\n", what, n_done, n);
}

void tn_progress_wipe(void)
{
  if (shown && isatty(STDERR_FILENO))
    fputs("\r\033[K", stderr);
}
