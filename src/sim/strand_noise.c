#include "strand_noise.h"

#include <glib.h>
#include <math.h>

/* Source of noise on a rank, and its next interruption. */
struct stream {
  struct tn_noise_stream draw;
  double start, duration; /* seconds; start is INFINITY if the source has no more noise */
};

struct rank_noise {
  int *n_drawn;      /* number of noises drawn since tn_noise_recount, for all ranks together */
  GArray *intervals; /* struct tn_noise_interval: the noises drawn so far, in order of time */
  GArray *streams;   /* struct stream */
};

struct tn_noise {
  int n_ranks;
  int n_drawn;                 /* number of noises drawn since tn_noise_recount */
  struct rank_noise of_rank[]; /* [n_ranks] */
};

static void draw(struct stream *s)
{
  if (!tn_noise_stream_next(&s->draw, &s->start, &s->duration))
    s->start = INFINITY;
}

struct tn_noise *tn_noise_new(int n_ranks, int n_sources, const struct tn_noise_source *sources,
                              uint64_t seed)
{
  struct tn_noise *noise = g_malloc0(sizeof *noise + sizeof noise->of_rank[0] * (size_t)n_ranks);
  noise->n_ranks = n_ranks;
  for (int r = 0; r < n_ranks; r++) {
    struct rank_noise *n = &noise->of_rank[r];
    n->n_drawn = &noise->n_drawn;
    n->intervals = g_array_new(FALSE, FALSE, sizeof(struct tn_noise_interval));
    n->streams = g_array_new(FALSE, FALSE, sizeof(struct stream));
    for (int i = 0; i < n_sources; i++) {
      if (r < sources[i].first_rank || r > sources[i].last_rank)
        continue;
      struct stream s = { .draw = tn_noise_stream_make(&sources[i], i, seed, r) };
      draw(&s);
      g_array_append_val(n->streams, s);
    }
  }
  return noise;
}

void tn_noise_free(struct tn_noise *noise)
{
  for (int r = 0; noise && r < noise->n_ranks; r++) {
    g_array_unref(noise->of_rank[r].intervals);
    g_array_unref(noise->of_rank[r].streams);
  }
  g_free(noise);
}

bool tn_noise_is_too_much(const struct tn_noise *noise)
{
  return noise->n_drawn > TN_MAX_NOISES;
}

void tn_noise_recount(struct tn_noise *noise)
{
  noise->n_drawn = 0;
}

/* Appends the earliest noise not drawn yet. Returns false if there is none or too much has been
 * drawn. */
static bool draw_interval(struct rank_noise *n)
{
  struct stream *first = NULL;
  for (guint i = 0; i < n->streams->len; i++) {
    struct stream *s = &g_array_index(n->streams, struct stream, i);
    if (isfinite(s->start) && (!first || s->start < first->start))
      first = s;
  }
  if (!first || *n->n_drawn > TN_MAX_NOISES)
    return false;
  ++*n->n_drawn;
  double start = first->start;
  if (n->intervals->len > 0)
    start = MAX(start,
                g_array_index(n->intervals, struct tn_noise_interval, n->intervals->len - 1).end);
  const struct tn_noise_interval own = { start, start + first->duration, first->draw.source->irq };
  g_array_append_val(n->intervals, own);
  draw(first);
  return true;
}

static struct tn_noise_interval *interval_at(struct rank_noise *n, guint i)
{
  while (i >= n->intervals->len)
    if (!draw_interval(n))
      return NULL;
  return &g_array_index(n->intervals, struct tn_noise_interval, i);
}

/* Returns the index of the first interval that ends after `time`; draws noise up to it. */
static guint first_after(struct rank_noise *n, double time)
{
  guint low = 0, high = n->intervals->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (g_array_index(n->intervals, struct tn_noise_interval, middle).end > time)
      high = middle;
    else
      low = middle + 1;
  }
  const struct tn_noise_interval *found;
  while ((found = interval_at(n, low)) && found->end <= time)
    low++;
  return low;
}

double tn_noise_end(struct tn_noise *noise, int rank, double from, double seconds)
{
  struct rank_noise *n = &noise->of_rank[rank];
  double time = from, left = seconds;
  const struct tn_noise_interval *at;
  for (guint i = first_after(n, from); (at = interval_at(n, i)); i++) {
    if (at->start >= time + left && at->start > from)
      break;
    left -= MAX(at->start - time, 0.0);
    time = at->end;
  }
  return time + left;
}

double tn_noise_lost(struct tn_noise *noise, int rank, double from, double to)
{
  struct rank_noise *n = &noise->of_rank[rank];
  double lost = 0.0;
  const struct tn_noise_interval *at;
  for (guint i = first_after(n, from); (at = interval_at(n, i)) && at->start < to; i++)
    lost += MIN(at->end, to) - MAX(at->start, from);
  return lost;
}

const struct tn_noise_interval *tn_noise_at(struct tn_noise *noise, int rank, int i)
{
  return interval_at(&noise->of_rank[rank], (guint)i);
}

int tn_noise_after(struct tn_noise *noise, int rank, double time)
{
  return (int)first_after(&noise->of_rank[rank], time);
}

void tn_noise_postpone(struct tn_noise *noise, int rank, int i, double now)
{
  const GArray *intervals = noise->of_rank[rank].intervals;
  double free_from = now;
  for (; i < (int)intervals->len; i++) {
    struct tn_noise_interval *at = &g_array_index(intervals, struct tn_noise_interval, i);
    if (at->start >= free_from)
      break;
    at->end += free_from - at->start;
    at->start = free_from;
    free_from = at->end;
  }
}

/* Keeps the last noise that has ended, because the next one must not overlap it. */
int tn_noise_forget(struct tn_noise *noise, int rank, double now)
{
  struct rank_noise *n = &noise->of_rank[rank];
  const guint gone = first_after(n, now);
  if (gone <= 1)
    return 0;
  g_array_remove_range(n->intervals, 0, gone - 1);
  return (int)gone - 1;
}
