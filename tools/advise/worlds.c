#include "advise/worlds.h"

#include <math.h>

#include "study/values.h"

/* Time over that of the fastest choice above which a choice is not repeated in the worlds. The
 * logarithm of 4 is 3.5 standard deviations of the model's own error of two choices. */
#define SLOW 4.0
/* Ranks and sizes in the worlds. */
enum { SOME_RANKS = 3, SOME_SIZES = 4 };

struct worlds {
  GHashTable *rows;      /* const struct tn_row; the key identifies a point */
  GHashTable *twins;     /* const struct tn_row: the first of each set of equal predictions */
  GPtrArray *overrides;  /* const struct tn_values of each world */
  const char *buffers;   /* state of the buffers in the worlds */
  GArray *ranks, *sizes; /* int64_t: ranks and sizes of the rows, ascending (axes of
                          * study/values.h) */
};

static guint twin_hash(const void *key)
{
  const struct tn_row *row = key;
  return g_double_hash(&row->avg) * 31 + g_double_hash(&row->span);
}

/* Returns true if the predictions have the same digits, because the same code ran. Their times are
 * then equal in each world, too. */
static gboolean twin_equal(const void *x, const void *y)
{
  const struct tn_row *a = x, *b = y;
  return a->collective == b->collective && a->transport == b->transport &&
         a->buffers == b->buffers && a->ranks == b->ranks && a->size == b->size &&
         a->avg == b->avg && a->span == b->span && a->min == b->min && a->max == b->max &&
         a->transfers == b->transfers;
}

static GHashTable *twins_new(const GPtrArray *rows)
{
  GHashTable *twins = g_hash_table_new(twin_hash, twin_equal);
  for (guint i = 0; i < rows->len; i++)
    if (!g_hash_table_contains(twins, rows->pdata[i]))
      g_hash_table_add(twins, rows->pdata[i]);
  return twins;
}

static guint cell_hash(const void *key)
{
  return tn_row_context_hash(key) * 31 + g_int64_hash(&((const struct tn_row *)key)->size);
}

static gboolean cell_equal(const void *x, const void *y)
{
  return tn_row_agrees(x, y, TN_ROLE_CONTEXT | TN_ROLE_SIZE, -1);
}

/* Returns the state of the buffers in which the worlds are simulated, the first of the rows. In
 * another state the times change alike: by 0.02 more or less (root mean square of the logarithms of
 * broadcasts on epyc-7763), while the model's own errors of two states differ by 0.17. */
static const char *buffers_of(const GPtrArray *rows)
{
  return rows->len > 0 ? ((const struct tn_row *)rows->pdata[0])->buffers : "";
}

/* Returns at most `most` distinct numbers of ranks (or sizes) of the rows, always with the smallest
 * and the largest. Transfer full. */
static GArray *some_of(const GPtrArray *rows, bool is_size, guint most)
{
  g_autoptr(GArray) all = tn_axis_new();
  GArray *some = tn_axis_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    tn_axis_add(all, is_size ? row->size : row->ranks);
  }
  const guint n = MIN(most, all->len);
  for (guint i = 0; i < n; i++)
    tn_axis_add(some, tn_axis_at(all, n > 1 ? i * (all->len - 1) / (n - 1) : 0));
  return some;
}

/* Returns the octaves of a number of ranks or bytes. */
static double octaves(int64_t value)
{
  return log2((double)MAX(value, 1));
}

/* Returns the index of the last value of an axis that is at most `value`. *ret_part: the distance
 * from there towards the next value, as a fraction of the distance in octaves. */
static guint worlds_place(const GArray *axis, int64_t value, double *ret_part)
{
  guint i = 0;
  while (i + 1 < axis->len && tn_axis_at(axis, i + 1) <= value)
    i++;
  *ret_part = 0;
  if (i + 1 < axis->len) {
    const double low = octaves(tn_axis_at(axis, i)), high = octaves(tn_axis_at(axis, i + 1));
    *ret_part = high > low ? CLAMP((octaves(value) - low) / (high - low), 0, 1) : 0;
  }
  return i;
}

/* Returns the row's identity with these buffers, ranks and size. */
static struct tn_row worlds_point(const struct tn_row *row, const char *buffers, int64_t ranks,
                                  int64_t size)
{
  struct tn_row at = *row;
  at.buffers = buffers;
  at.ranks = ranks;
  at.size = size;
  return at;
}

/* Returns the logarithm of the time in a world relative to the predicted time, of the row's choice
 * with other ranks and size; NAN if the world lacks the point. */
static double worlds_change(const struct worlds *w, const struct tn_row *row, int64_t ranks,
                            int64_t size, guint world)
{
  struct tn_row at = worlds_point(row, w->buffers, ranks, size);
  const struct tn_row *own = g_hash_table_lookup(w->rows, &at);
  if (!own)
    return NAN;
  at = *(const struct tn_row *)g_hash_table_lookup(w->twins, own);
  at.overrides = w->overrides->pdata[world];
  const struct tn_row *moved = g_hash_table_lookup(w->rows, &at);
  return moved ? log(moved->avg / own->avg) : NAN;
}

/* Returns the change at the point of the world that is nearest in octaves, 0 if there is none. */
static double worlds_nearest(const struct worlds *w, const struct tn_row *row, int64_t ranks,
                             int64_t size, guint world)
{
  double least = INFINITY, change = 0;
  for (guint r = 0; r < w->ranks->len; r++)
    for (guint s = 0; s < w->sizes->len; s++) {
      const int64_t n = tn_axis_at(w->ranks, r), bytes = tn_axis_at(w->sizes, s);
      const double distance =
          fabs(octaves(n) - octaves(ranks)) + fabs(octaves(bytes) - octaves(size));
      const double own = distance < least ? worlds_change(w, row, n, bytes, world) : NAN;
      change = isfinite(own) ? own : change;
      least = isfinite(own) ? distance : least;
    }
  return change;
}

/* A point of the worlds, and its part in the interpolation. */
struct corner {
  int64_t ranks, size;
  double weight;
};

/* Sets ret_corners[4] to the points of the axes around the row's ranks and size. */
static void corners_of(const struct tn_row *row, const GArray *ranks, const GArray *sizes,
                       struct corner *ret_corners)
{
  double rank_part, size_part;
  const guint r = worlds_place(ranks, row->ranks, &rank_part);
  const guint s = worlds_place(sizes, row->size, &size_part);
  for (guint i = 0; i < 4; i++) {
    const guint up = i & 1, right = i >> 1;
    ret_corners[i] = (struct corner){
      tn_axis_at(ranks, MIN(r + up, ranks->len - 1)),
      tn_axis_at(sizes, MIN(s + right, sizes->len - 1)),
      (up ? rank_part : 1 - rank_part) * (right ? size_part : 1 - size_part),
    };
  }
}

GPtrArray *tn_worlds_rows(const GPtrArray *rows)
{
  GPtrArray *needed = g_ptr_array_new();
  g_autoptr(GArray) ranks = some_of(rows, false, SOME_RANKS);
  g_autoptr(GArray) sizes = some_of(rows, true, SOME_SIZES);
  g_autoptr(GHashTable) table = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  g_autoptr(GHashTable) twins = twins_new(rows), fastest = g_hash_table_new(cell_hash, cell_equal);
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i], *best = g_hash_table_lookup(fastest, row);
    g_hash_table_add(table, rows->pdata[i]);
    if (!best || row->avg < best->avg)
      g_hash_table_replace(fastest, rows->pdata[i], rows->pdata[i]);
  }
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i], *best = g_hash_table_lookup(fastest, row);
    struct corner corners[4];
    corners_of(row, ranks, sizes, corners);
    for (int c = 0; c < 4 && row->avg <= SLOW * best->avg; c++) {
      const struct tn_row at =
          worlds_point(row, buffers_of(rows), corners[c].ranks, corners[c].size);
      const struct tn_row *own = corners[c].weight > 0 ? g_hash_table_lookup(table, &at) : NULL;
      struct tn_row *twin = own ? g_hash_table_lookup(twins, own) : NULL;
      if (twin && g_hash_table_add(seen, twin))
        g_ptr_array_add(needed, twin);
    }
  }
  return needed;
}

/* Sets ret[worlds] to the logarithms of the row's time in each world relative to its predicted
 * time. */
static void worlds_fill(const struct worlds *w, const struct tn_row *row, double *ret)
{
  struct corner corners[4];
  if (w->overrides->len == 0)
    return;
  corners_of(row, w->ranks, w->sizes, corners);
  for (guint i = 0; i < w->overrides->len; i++)
    for (int c = 0; c < 4; c++) {
      const struct corner *at = &corners[c];
      if (!(at->weight > 0))
        continue;
      const double change = worlds_change(w, row, at->ranks, at->size, i);
      ret[i] +=
          at->weight * (isfinite(change) ? change : worlds_nearest(w, row, at->ranks, at->size, i));
    }
}

double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n)
{
  g_autoptr(GHashTable) table = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  g_autoptr(GHashTable) twins = twins_new(rows);
  g_autoptr(GPtrArray) overrides = g_ptr_array_new();
  g_autoptr(GArray) ranks = tn_axis_new(), sizes = tn_axis_new();
  const struct worlds w = { table, twins, overrides, buffers_of(rows), ranks, sizes };
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_add(table, rows->pdata[i]);
  for (guint i = 0; i < moved->len; i++) {
    const struct tn_row *row = moved->pdata[i];
    g_hash_table_add(table, moved->pdata[i]);
    if (!g_ptr_array_find(overrides, row->overrides, NULL))
      g_ptr_array_add(overrides, (void *)row->overrides);
    tn_axis_add(ranks, row->ranks);
    tn_axis_add(sizes, row->size);
  }
  *ret_n = (int)overrides->len;
  double *off = tn_numbers_new((int)p->items->len, *ret_n + 1);
  for (int i = 0; i < (int)p->items->len; i++)
    worlds_fill(&w, tn_problem_item(p, tn_problem_item(p, i)->like)->row, off + i * *ret_n);
  return off;
}
