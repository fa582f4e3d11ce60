#include "run_points.h"

#include "progress.h"
#include "signals.h"

struct run {
  struct tn_results *results;
  struct tn_writer *writer; /* NULL: no rows are written */
  guint n_points, n_kept, n_written;
  gint64 start;
};

/* Up to `end`; of these the finished ones. */
static void write_rows(struct run *r, guint end)
{
  if (end > r->n_written && r->writer && r->writer->rows)
    r->writer->rows(r->writer, r->results, r->n_written, end);
  r->n_written = end;
}

static void on_known(void *data, guint point)
{
  struct run *r = data;
  const char *why = r->results->outcome[point].message;
  guint end = r->n_written;
  if (why) {
    g_autofree char *what =
      tn_point_describe(tn_study_point(r->results->plan->study, point));
    tn_progress_wipe();
    fprintf(stderr, "turnstile: %s: %s\n", what, why);
  }
  while (end < r->n_points && r->results->outcome[end].state != TN_PENDING)
    end++;
  write_rows(r, end);
}

static bool goes_on(void *data, guint n_known)
{
  const struct run *r = data;
  tn_progress_show(n_known - r->n_kept, r->n_points - r->n_kept, r->start);
  return !tn_signal_caught && !(r->writer && ferror(r->writer->file));
}

bool tn_run_points(struct tn_results *results, struct tn_writer *w)
{
  struct run r = { .results = results, .writer = w, .n_points = results->plan->points->len,
                   .start = g_get_monotonic_time() };
  const struct tn_watch watch = { .data = &r, .known = on_known, .goes_on = goes_on };
  g_autoptr(GError) error = NULL;
  bool ok = true;
  for (guint i = 0; i < r.n_points; i++)
    r.n_kept += results->outcome[i].state == TN_KEPT;
  tn_signals_catch();
  if (!tn_study_run(results->plan->study, &watch, &error)) {
    tn_progress_wipe();
    fprintf(stderr, "turnstile: %s\n", error->message);
  }
  tn_progress_wipe();
  write_rows(&r, r.n_points);
  for (guint i = 0; i < r.n_points; i++)
    ok = ok && (results->outcome[i].state == TN_DONE || results->outcome[i].state == TN_KEPT);
  return ok;
}
