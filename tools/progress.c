#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* us between messages, and before the first. */
enum { TERMINAL_PERIOD = 200000, TERMINAL_FIRST = 500000, LINE_PERIOD = 30000000 };

/* Estimates up to this multiple of the last one are noise. */
#define NOISE 1.1

static gint64 shown; /* us; 0: no message yet */
static struct {
  const char *phase; /* NULL: the command has one run at a time, each with its own estimate */
  double later;      /* as in tn_progress_phase */
  gint64 start;      /* us: start of the last run */
  double least;      /* seconds: the last time left that was shown */
} work = { .least = INFINITY };

void tn_progress_phase(const char *name, double later)
{
  shown = 0;
  work.phase = name;
  work.later = later;
}

/* Returns ", 8 s left", at most what was returned before; "" if later work is unknown. Transfer
 * full. */
static char *time_left(double share, double seconds)
{
  const double left = seconds * (1.0 - share + work.later) / share;
  if (!isfinite(left))
    return g_strdup("");
  const bool rises = left > NOISE * work.least;
  work.least = MIN(work.least, left);
  return g_strdup_printf(", %s%.0f s left", rises ? "more than " : "", work.least);
}

/* Returns "predicting: 24 of 48 points, 3.1/s, 8 s left"; without rate and rest before the first
 * point. Transfer full. */
static char *words(guint n_known, guint n_points, double share, double seconds)
{
  const double rate = n_known / seconds;
  const char *phase = work.phase ? work.phase : "", *colon = work.phase ? ": " : "";
  if (n_known == 0)
    return g_strdup_printf("%s%s0 of %u points after %.0f s", phase, colon, n_points, seconds);
  g_autofree char *left = time_left(share, seconds);
  return g_strdup_printf("%s%s%u of %u points, %.*f/s%s", phase, colon, n_known, n_points,
                         rate < 0.1 ? 3 : 1, rate, left);
}

/* Returns true if a period has passed since the last message of the run from `start`. */
static bool is_due(gint64 now, gint64 start, bool is_terminal)
{
  const gint64 period = is_terminal ? TERMINAL_PERIOD : LINE_PERIOD;
  return now - MAX(shown, start) >= period && !(is_terminal && now - start < TERMINAL_FIRST);
}

void tn_progress_show(guint n_known, guint n_points, double share, gint64 start)
{
  const gint64 now = g_get_monotonic_time();
  const bool is_terminal = isatty(STDERR_FILENO);
  if (!is_due(now, start, is_terminal) || (is_terminal && n_known == 0))
    return;
  if (!work.phase && start != work.start)
    work.least = INFINITY;
  work.start = start;
  g_autofree char *text = words(n_known, n_points, share, (double)(now - start) / 1e6);
  shown = now;
  if (is_terminal)
    fprintf(stderr, "\r\033[K[%3u %%] %s", (guint)(100 * share), text);
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
