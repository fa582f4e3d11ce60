/* Recorded events of a call, and the critical path through them. */
#include "timeline_record.h"

#include <errno.h>
#include <string.h>

#include "sim.h"
#include "sim_error.h"
#include "table/save.h"

struct tn_timeline *tn_timeline_new(double zero)
{
  struct tn_timeline *t = g_new0(struct tn_timeline, 1);
  t->slices = g_array_new(FALSE, FALSE, sizeof(struct tn_slice));
  t->noises = g_array_new(FALSE, FALSE, sizeof(struct tn_timeline_noise));
  t->callers = g_array_new(FALSE, FALSE, sizeof(struct tn_timeline_callers));
  t->links = g_array_new(FALSE, FALSE, sizeof(struct tn_timeline_link));
  t->path = g_array_new(FALSE, FALSE, sizeof(struct tn_slice));
  t->contended = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  t->zero = zero;
  return t;
}

void tn_timeline_free(struct tn_timeline *t)
{
  if (!t)
    return;
  g_array_unref(t->slices);
  g_array_unref(t->noises);
  g_array_unref(t->callers);
  g_array_unref(t->links);
  g_array_unref(t->path);
  g_hash_table_unref(t->contended);
  g_free(t);
}

void tn_timeline_add(struct tn_timeline *t, const struct tn_slice *slice)
{
  if (slice->to > slice->from)
    g_array_append_val(t->slices, *slice);
}

void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to)
{
  const struct tn_timeline_noise n = { rank, from, to };
  g_array_append_val(t->noises, n);
}

void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers)
{
  const struct tn_timeline_callers c = { rank, index, callers, time };
  g_array_append_val(t->callers, c);
  if (callers > 1) {
    const gint64 key = tn_timeline_lock_key(rank, index);
    g_hash_table_add(t->contended, g_memdup2(&key, sizeof key));
  }
}

int tn_timeline_most_callers(const struct tn_timeline *t, int rank, int index, double since)
{
  int most = 0;
  for (guint i = t->callers->len; i > 0; i--) {
    const struct tn_timeline_callers *c =
        &g_array_index(t->callers, struct tn_timeline_callers, i - 1);
    if (c->time < since)
      break;
    if (c->rank == rank && c->index == index)
      most = MAX(most, c->n);
  }
  return most;
}

void tn_timeline_link(struct tn_timeline *t, struct tn_lane to, double seen, struct tn_lane from,
                      double posted, const char *way)
{
  const struct tn_timeline_link l = { to, from, seen, posted, way };
  g_array_append_val(t->links, l);
}

static int compare_lanes(struct tn_lane a, struct tn_lane b)
{
  return a.rank != b.rank ? (a.rank > b.rank) - (a.rank < b.rank)
                          : (a.index > b.index) - (a.index < b.index);
}

static int by_lane_and_time(const void *a, const void *b)
{
  const struct tn_slice *x = a, *y = b;
  const int lanes = compare_lanes(x->lane, y->lane);
  return lanes ? lanes : (x->from > y->from) - (x->from < y->from);
}

/* Returns how many of the sorted slices are in lanes before `lane`, or in `lane` and begin before
 * `time`. */
static guint slices_before(const GArray *slices, struct tn_lane lane, double time)
{
  const struct tn_slice wanted = { .lane = lane, .from = time };
  guint low = 0, high = slices->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (by_lane_and_time(&g_array_index(slices, struct tn_slice, middle), &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void prepend(struct tn_timeline *t, struct tn_slice slice, double from, double to)
{
  slice.from = MAX(from, t->zero);
  slice.to = to;
  if (slice.to > slice.from)
    g_array_append_val(t->path, slice);
}

/* Adds the lane's slices between `from` and `to` to the critical path. */
static void follow_lane(struct tn_timeline *t, struct tn_lane lane, double from, double to)
{
  const struct tn_slice idle = { .lane = lane, .name = "idle", .peer = -1 };
  for (guint i = slices_before(t->slices, lane, to); i > 0 && to > from; i--) {
    const struct tn_slice *s = &g_array_index(t->slices, struct tn_slice, i - 1);
    if (compare_lanes(s->lane, lane) != 0 || s->to <= from)
      break;
    prepend(t, idle, MAX(from, s->to), to);
    prepend(t, *s, MAX(from, s->from), MIN(to, s->to));
    to = MIN(to, s->from);
  }
  prepend(t, idle, from, to);
}

/* Follows the path back from its end. Links are sorted by time. */
void tn_timeline_end(struct tn_timeline *t, struct tn_lane last, double end)
{
  double time = end;
  g_array_sort(t->slices, by_lane_and_time);
  for (guint i = t->links->len; i > 0 && time > t->zero; i--) {
    const struct tn_timeline_link *l = &g_array_index(t->links, struct tn_timeline_link, i - 1);
    if (compare_lanes(l->to, last) != 0 || l->seen > time || l->seen <= t->zero)
      continue;
    const struct tn_slice flag = { .lane = l->from, .name = l->way, .peer = last.rank };
    follow_lane(t, last, l->seen, time);
    prepend(t, flag, l->posted, l->seen);
    last = l->from;
    time = l->posted;
  }
  follow_lane(t, last, t->zero, time);
}

void tn_timeline_path(const struct tn_timeline *t, struct tn_sim_path *ret)
{
  ret->n = t->path->len;
  for (size_t i = 0; i < MIN(ret->n, ret->room); i++) {
    const struct tn_slice *s = &g_array_index(t->path, struct tn_slice, ret->n - 1 - i);
    double noise = 0.0; /* seconds on the rank's core */
    for (guint k = 0; k < t->noises->len && s->lane.index == 0; k++) {
      const struct tn_timeline_noise *n = &g_array_index(t->noises, struct tn_timeline_noise, k);
      if (n->rank == s->lane.rank && n->from < s->to && n->to > s->from)
        noise += MIN(n->to, s->to) - MAX(n->from, s->from);
    }
    ret->step[i] = (struct tn_path_step){ .from = s->from - t->zero,
                                          .to = s->to - t->zero,
                                          .noise = noise,
                                          .name = s->name,
                                          .rank = s->lane.rank,
                                          .strand = s->lane.index,
                                          .peer = s->peer,
                                          .callers = s->callers,
                                          .bytes = s->bytes };
  }
}

bool tn_timeline_write(struct tn_timeline *t, const struct tn_places *places, const char *title,
                       const char *path, GError **error)
{
  struct tn_save save;
  g_array_sort(t->slices, by_lane_and_time);
  if (!tn_save_open(&save, path, error))
    return false;
  if (g_str_has_suffix(path, ".goal"))
    tn_timeline_goal(save.file, t, places);
  else
    tn_timeline_perfetto(save.file, t, places, title);
  const bool is_bad = ferror(save.file);
  if (is_bad)
    g_set_error(error, TN_SIM_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
  return tn_save_close(&save, is_bad ? TN_SAVE_DISCARD : TN_SAVE_REPLACE, is_bad ? NULL : error) &&
         !is_bad;
}
