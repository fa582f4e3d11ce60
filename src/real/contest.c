#include "contest.h"

#include <math.h>

#include "sampler.h"
#include "shared.h"

/* Largest number of members that one member watches. It reads the cache lines that they write;
 * reading the lines of all others would disturb the contest. */
enum { MAX_WATCHED = 8 };

/* PATIENCE: a member with too few samples continues for up to this many times its planned seconds.
 * LEAST_SAMPLES: least number of samples for a median. */
enum { PATIENCE = 10, LEAST_SAMPLES = 8 };

/* Upper limit of calls that another member makes during one call of this member, if both run all
 * the time. */
enum { MAX_CALLS = 4 };

struct watch {
  int n;
  const struct tn_contest_lane *lanes[MAX_WATCHED];
  unsigned n_calls[MAX_WATCHED];
};

/* Returns true if three quarters of the watched members finished a call since the last check, and
 * none finished more than MAX_CALLS. Equal calls may end just before and after the check. More
 * calls show that this member was not running. */
static bool others_progressed(const struct watch *w)
{
  int n = 0;
  for (int i = 0; i < w->n; i++) {
    const unsigned n_calls =
        atomic_load_explicit(&w->lanes[i]->n_calls, memory_order_relaxed) - w->n_calls[i];
    if (n_calls > MAX_CALLS)
      return false;
    n += n_calls > 0;
  }
  return 4 * n >= 3 * w->n;
}

static bool all_done(const struct tn_member *m, const struct tn_contest *contest)
{
  for (int r = 0; r < m->team->n; r++)
    if (contest->plays[r] && !atomic_load(&contest->lanes[r].is_done))
      return false;
  return true;
}

double tn_contest_median(struct tn_member *m, const struct tn_contest *contest, double seconds)
{
  struct tn_contest_lane *mine = &contest->lanes[m->rank];
  struct tn_sampler s;
  struct watch w;
  const double last = tn_clock_now() + PATIENCE * (seconds + 0.01);
  w.n = 0;
  /* Watch the next members that take part, in the order of ranks from this member on. */
  for (int i = 1; i < m->team->n && w.n < MAX_WATCHED; i++) {
    const int other = (m->rank + i) % m->team->n;
    if (contest->plays[other])
      w.lanes[w.n++] = &contest->lanes[other];
  }
  tn_sampler_init(&s, 1, seconds);
  while (!all_done(m, contest)) {
    for (int i = 0; i < w.n; i++)
      w.n_calls[i] = atomic_load_explicit(&w.lanes[i]->n_calls, memory_order_relaxed);
    const double sample = contest->operate(m, contest->context);
    atomic_fetch_add_explicit(&mine->n_calls, 1, memory_order_relaxed);
    if (others_progressed(&w))
      tn_sampler_add(&s, 0, sample);
    const double now = tn_clock_now();
    if ((now >= s.end && s.n_samples[0] >= LEAST_SAMPLES) || s.n_samples[0] == TN_SAMPLES ||
        now >= last)
      atomic_store(&mine->is_done, 1);
  }
  const double median = s.n_samples[0] >= LEAST_SAMPLES ? tn_sampler_median(&s, 0) : NAN;
  tn_sampler_finish(&s);
  return median;
}
