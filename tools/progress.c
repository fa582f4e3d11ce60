#include "progress.h"

#include <stdio.h>
#include <unistd.h>

void tn_progress_show(guint n_known, guint n_points, gint64 start, bool last)
{
  static gint64 shown;
  const gint64 now = g_get_monotonic_time();
  const double seconds = (double)(now - start) / 1e6;
  if (!isatty(STDERR_FILENO))
    return;
  if (last) {
    if (shown)
      fputs("\r\033[K", stderr);
    return;
  }
  if (now - shown < 200000 || seconds < 0.5 || n_known == 0)
    return;
  const double rate = n_known / seconds;
  shown = now;
  fprintf(stderr, "\r\033[K[%3u %%] %u of %u points, %.1f/s, %.0f s left",
          n_known * 100 / n_points, n_known, n_points, rate,
          (n_points - n_known) / rate);
}
