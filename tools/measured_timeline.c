#include "measured_timeline.h"

#include <string.h>

#include "sim/timeline.h"
#include "study/study_point.h"

/* Event in which `rank` raised a flag. */
struct post {
  int rank;
  const struct tn_real_phase *phase;
};

/* Wait of `rank` that another rank's post ended; drawn as an arrow. */
struct link {
  int rank;
  const struct tn_real_phase *wait;
  struct post post;
};

static bool is_post(const struct tn_real_phase *phase)
{
  return strcmp(phase->name, "post") == 0;
}

static int by_flag_and_time(const void *a, const void *b)
{
  const struct tn_real_phase *x = ((const struct post *)a)->phase;
  const struct tn_real_phase *y = ((const struct post *)b)->phase;
  if (x->peer != y->peer)
    return x->peer < y->peer ? -1 : 1;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

static int by_time_seen(const void *a, const void *b)
{
  const struct link *x = a, *y = b;
  return (x->wait->to > y->wait->to) - (x->wait->to < y->wait->to);
}

/* Returns the event that ended a wait: the first that raised the awaited flag to the value. Returns
 * NULL if it was not recorded. */
static const struct post *post_for(const GArray *posts, const struct tn_real_phase *wait)
{
  guint low = 0, high = posts->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const struct tn_real_phase *p = g_array_index(posts, struct post, middle).phase;
    if (p->peer < wait->peer || (p->peer == wait->peer && p->slot < wait->slot))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < posts->len; low++) {
    const struct post *p = &g_array_index(posts, struct post, low);
    if (p->phase->peer != wait->peer || p->phase->slot != wait->slot || p->phase->from > wait->to)
      break;
    if (p->phase->value >= wait->value)
      return p;
  }
  return NULL;
}

/* Adds a rank's phases. Appends its waits that other ranks ended to `links` (struct link). */
static void add_rank(struct tn_timeline *t, const struct tn_real_times *times, int rank,
                     const GArray *posts, GArray *links)
{
  for (int i = 0; i < times->n_phases[rank]; i++) {
    const struct tn_real_phase *phase = &times->phases[rank][i];
    const struct post *post = phase->slot >= 0 ? post_for(posts, phase) : NULL;
    const struct tn_slice slice = { .lane = { rank, 0 },
                                    .name = phase->name,
                                    .from = phase->from,
                                    .to = phase->to,
                                    .bytes = phase->bytes,
                                    .peer = post ? post->rank : phase->peer };
    if (is_post(phase))
      continue;
    tn_timeline_add(t, &slice);
    if (post && post->rank != rank && post->phase->from > phase->from) {
      const struct link link = { rank, phase, *post };
      g_array_append_val(links, link);
    }
  }
}

bool tn_measured_timeline_write(const struct tn_real_times *times, const struct tn_point *point,
                                const char *file, GError **error)
{
  const int end = times->n_calls - 1, first = times->meets_once ? 0 : end;
  g_autoptr(GArray) posts = g_array_new(FALSE, FALSE, sizeof(struct post));
  for (int r = 0; r < times->n_ranks; r++)
    for (int i = 0; i < times->n_phases[r]; i++) {
      const struct post p = { r, &times->phases[r][i] };
      if (is_post(p.phase))
        g_array_append_val(posts, p);
    }
  g_array_sort(posts, by_flag_and_time);
  g_autoptr(GArray) links = g_array_new(FALSE, FALSE, sizeof(struct link));
  double zero = 0.0;
  int last = 0;
  for (int r = 0; r < times->n_ranks; r++) {
    zero = MAX(zero, times->entry[r * times->n_calls + first]);
    if (times->exit[r * times->n_calls + end] > times->exit[last * times->n_calls + end])
      last = r;
  }
  struct tn_timeline *t = tn_timeline_new(zero);
  for (int r = 0; r < times->n_ranks; r++)
    add_rank(t, times, r, posts, links);
  g_array_sort(links, by_time_seen);
  for (guint i = 0; i < links->len; i++) {
    const struct link *l = &g_array_index(links, struct link, i);
    tn_timeline_link(t, (struct tn_lane){ l->rank, 0 }, l->wait->to,
                     (struct tn_lane){ l->post.rank, 0 }, l->post.phase->from, "flag");
  }
  tn_timeline_end(t, (struct tn_lane){ last, 0 }, times->exit[last * times->n_calls + end]);
  g_autofree char *title = tn_point_describe(point),
                  *measured = g_strconcat(title, ", measured", NULL);
  const bool ok = tn_timeline_write(t, point->places, measured, file, error);
  tn_timeline_free(t);
  return ok;
}
