/* Noise in the engine. What ends by a timer is lengthened when the timer is set; transfers and
 * pinning under a lock, whose ends depend on others, are stopped and taken up again by events that
 * exist only meanwhile. Noises of one rank never overlap: one that meets another follows it.
 *
 * Strands on one core have its noise in common. One that puts a noise off, to end its page, does so
 * for all; those that it has stopped already stay away until its new end. */
#include <float.h>

#include "noise.h"

struct interval {
  double start, end; /* seconds */
  bool irq;
};

/* A source on a rank, and its next noise. */
struct stream {
  struct tn_noise_stream draw;
  double start, duration; /* start infinite: no more */
};

/* Of all ranks in one call: a run ends when there are more, however the noise was asked for. */
#define MOST_NOISES (1 << 24)

struct rank_noise {
  struct tn_engine *engine;
  GArray *intervals; /* struct interval, in order, as far as drawn */
  GArray *streams;   /* struct stream */
};

struct tn_noise {
  int n_drawn;
  struct rank_noise of_rank[]; /* [n_ranks] */
};

static void draw(struct stream *s)
{
  if (!tn_noise_stream_next(&s->draw, &s->start, &s->duration))
    s->start = INFINITY;
}

void tn_noise_init(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  if (point->n_noise == 0)
    return;
  g_assert(!point->ideal);
  e->noise =
    g_malloc0(sizeof(struct tn_noise) + sizeof(struct rank_noise) * (size_t)e->n_ranks);
  for (int r = 0; r < e->n_ranks; r++) {
    struct rank_noise *n = &e->noise->of_rank[r];
    n->engine = e;
    n->intervals = g_array_new(FALSE, FALSE, sizeof(struct interval));
    n->streams = g_array_new(FALSE, FALSE, sizeof(struct stream));
    for (int i = 0; i < point->n_noise; i++) {
      const struct tn_noise_source *source = &point->noise[i];
      if (r < source->first_rank || r > source->last_rank)
        continue;
      struct stream s = { .draw = tn_noise_stream_make(source, i, point->seed, r) };
      draw(&s);
      g_array_append_val(n->streams, s);
    }
  }
}

void tn_noise_finish(struct tn_engine *e)
{
  for (int r = 0; e->noise && r < e->n_ranks; r++) {
    g_array_unref(e->noise->of_rank[r].intervals);
    g_array_unref(e->noise->of_rank[r].streams);
  }
  g_free(e->noise);
}

/* NULL: the strand has no noise. */
static struct rank_noise *noise_of(const struct tn_engine *e, const struct tn_sim_strand *s)
{
  return e->noise && s->noise_rank >= 0 ? &e->noise->of_rank[s->noise_rank] : NULL;
}

/* Counts one more noise; false when there were too many, and the run has failed. */
static bool may_draw(struct tn_engine *e)
{
  if (e->noise->n_drawn < MOST_NOISES) {
    e->noise->n_drawn++;
    return true;
  }
  tn_engine_fail(e, "more than %d noises by %.6g s (less often, or less of the time)", MOST_NOISES,
                 e->now);
  return false;
}

/* Appends the next noise of any stream; false when there is none left. */
static bool draw_interval(struct rank_noise *n)
{
  struct stream *first = NULL;
  for (guint i = 0; i < n->streams->len; i++) {
    struct stream *s = &g_array_index(n->streams, struct stream, i);
    if (isfinite(s->start) && (!first || s->start < first->start))
      first = s;
  }
  if (!first || !may_draw(n->engine))
    return false;
  double start = first->start;
  if (n->intervals->len > 0)
    start = MAX(start, g_array_index(n->intervals, struct interval, n->intervals->len - 1).end);
  const struct interval own = { start, start + first->duration, first->draw.source->irq };
  g_array_append_val(n->intervals, own);
  draw(first);
  return true;
}

/* Noise number i, NULL when there are not so many. */
static struct interval *interval_at(struct rank_noise *n, guint i)
{
  while (i >= n->intervals->len)
    if (!draw_interval(n))
      return NULL;
  return &g_array_index(n->intervals, struct interval, i);
}

/* Number of the first noise that ends after `time`. */
static guint first_after(struct rank_noise *n, double time)
{
  guint low = 0, high = n->intervals->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (g_array_index(n->intervals, struct interval, middle).end > time)
      high = middle;
    else
      low = middle + 1;
  }
  const struct interval *found;
  while ((found = interval_at(n, low)) && found->end <= time)
    low++;
  return low;
}

double tn_noise_end_under(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                          double seconds)
{
  struct rank_noise *n = noise_of(e, s);
  double time = from, left = seconds;
  if (!n)
    return from + seconds;
  const struct interval *noise;
  for (guint i = first_after(n, from); (noise = interval_at(n, i)); i++) {
    if (noise->start >= time + left && noise->start > from)
      break;
    left -= MAX(noise->start - time, 0.0);
    time = noise->end;
  }
  return time + left;
}

double tn_noise_lost_under(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                           double to)
{
  struct rank_noise *n = noise_of(e, s);
  double lost = 0.0;
  if (!n)
    return 0.0;
  const struct interval *noise;
  for (guint i = first_after(n, from); (noise = interval_at(n, i)) && noise->start < to; i++)
    lost += MIN(noise->end, to) - MAX(noise->start, from);
  return lost;
}

/* Waits for the next noise that ends after the present instant. */
void tn_noise_watch_under(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct rank_noise *n = noise_of(e, s);
  if (!n)
    return;
  s->pause.index = (int)first_after(n, e->now + tn_engine_instant(e));
  const struct interval *noise = interval_at(n, (guint)s->pause.index);
  tn_events_set(&e->events, &s->pause.event, noise ? MAX(noise->start, e->now) : INFINITY);
}

/* The noise begins only now, and pushes those behind it. */
static void postpone(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct rank_noise *n = noise_of(e, s);
  double free_from = e->now;
  for (guint i = (guint)s->pause.index; i < n->intervals->len; i++) {
    struct interval *noise = &g_array_index(n->intervals, struct interval, i);
    if (noise->start >= free_from)
      break;
    noise->end += free_from - noise->start;
    noise->start = free_from;
    free_from = noise->end;
  }
  s->pause.deferred = false;
}

void tn_noise_unwatch_under(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (!noise_of(e, s))
    return;
  s->pause.due = false;
  tn_events_remove(&e->events, &s->pause.event);
  if (s->pause.deferred)
    postpone(e, s);
}

/* Whether a caller of a lock has first to finish its page, under which nothing preempts it. */
static bool finishes_page(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pagelock *lock = s->copying.lock;
  struct tn_pause *p = &s->pause;
  if (e->locks.queued) {
    p->deferred = lock->holder == s;
    return p->deferred;
  }
  const double rate = lock->work.rate, left = tn_pagelock_pages(lock, e->now, s->order);
  const double slack = 4.0 * tn_engine_instant(e) * rate + DBL_EPSILON * (left + lock->work.done);
  if (!p->deferred)
    p->stop_at = floor(left + slack);
  if (left - p->stop_at <= slack)
    return false;
  p->deferred = true;
  if (p->stop_at > 0.0) /* else the pinning ends there anyhow */
    tn_events_set(&e->events, &p->event, e->now + (left - p->stop_at) / rate);
  return true;
}

static void stop(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pause *p = &s->pause;
  const bool pins = s->phase == TN_PINNING;
  const struct interval *noise = interval_at(noise_of(e, s), (guint)p->index);
  if (pins && !noise->irq && finishes_page(e, s))
    return;
  if (p->deferred)
    postpone(e, s);
  if (pins) {
    p->left = tn_pagelock_suspend(&e->locks, s->copying.lock, e->now, s->order, s);
    if (!noise->irq)
      tn_pagelock_left(&e->locks, s->copying.lock, e->point->places->package[s->rank]);
    tn_engine_log_callers(e, s->copying.lock);
  } else {
    p->left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
  }
  p->away = true;
  tn_events_set(&e->events, &p->event, noise->end);
}

static void go_on(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pause *p = &s->pause;
  const bool irq = interval_at(noise_of(e, s), (guint)p->index)->irq;
  p->away = false;
  if (s->phase == TN_COPYING)
    tn_flows_add(&e->flows, s->flow, p->left, e->now, s->order, s);
  else if (irq)
    tn_pagelock_resume(&e->locks, s->copying.lock, p->left, e->now, s->order, s);
  else
    tn_pagelock_add(&e->locks, s->copying.lock, p->left, e->point->places->package[s->rank],
                    e->now, s->order, s);
  if (s->phase == TN_PINNING)
    tn_engine_log_callers(e, s->copying.lock);
  tn_noise_watch(e, s);
}

void tn_noise_event(struct tn_engine *e, struct tn_sim_strand *s)
{
  s->pause.due = false;
  if (s->pause.away)
    go_on(e, s);
  else
    stop(e, s);
}

void tn_noise_log(struct tn_engine *e, double from, double to)
{
  for (int r = 0; e->noise && r < e->n_ranks; r++) {
    struct rank_noise *n = &e->noise->of_rank[r];
    const struct interval *noise;
    for (guint i = first_after(n, from); (noise = interval_at(n, i)) && noise->start < to; i++)
      tn_timeline_noise(e->timeline, r, MAX(noise->start, from), MIN(noise->end, to));
  }
}

/* Strands that are under way from call to call keep their places in what is left. */
static void renumber(struct tn_engine *e, int rank, guint gone)
{
  for (guint i = 0; i < e->strands->len; i++) {
    struct tn_sim_strand *s = e->strands->pdata[i];
    if (s->noise_rank == rank)
      s->pause.index = MAX(s->pause.index - (int)gone, 0);
  }
}

void tn_noise_forget(struct tn_engine *e)
{
  if (e->noise)
    e->noise->n_drawn = 0;
  for (int r = 0; e->noise && r < e->n_ranks; r++) {
    struct rank_noise *n = &e->noise->of_rank[r];
    const guint gone = first_after(n, e->now);
    if (gone > 1) { /* the last of them stays: the next one drawn must not overlap it */
      g_array_remove_range(n->intervals, 0, gone - 1);
      renumber(e, r, gone - 1);
    }
  }
}
