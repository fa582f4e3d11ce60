#include "advise/worlds.h"

#include <math.h>
#include <string.h>

#include "study/axis.h"

struct tn_worlds {
  GPtrArray
      *names; /* const struct tn_values *: the overrides of each, of the predicted one first */
  GArray *ranks, *sizes; /* axes (study/axis.h) */
  GHashTable *courses;   /* char * -> double [worlds * ranks * sizes]: logarithms of times, NAN */
};

char *tn_choice_key(const struct tn_row *row)
{
  return g_strjoin(" ", row->collective, row->algorithm, row->params->text, row->mechanism,
                   row->transport, NULL);
}

static char *course_key(const struct tn_row *row)
{
  g_autofree char *choice = tn_choice_key(row);
  return g_strjoin(" ", choice, row->buffers, NULL);
}

/* No bytes are as one. */
static int64_t at_least_1(int64_t n)
{
  return MAX(n, 1);
}

static double octaves(int64_t n)
{
  return log2((double)n);
}

/* The last place of an axis whose value is not above, and how far towards the next one `value` is, in
 * octaves. */
static guint find(const GArray *axis, int64_t value, double *ret_part)
{
  guint i = 0;
  while (i + 1 < axis->len && tn_axis_at(axis, i + 1) <= value)
    i++;
  *ret_part = 0;
  if (i + 1 < axis->len) {
    const double low = octaves(tn_axis_at(axis, i)), high = octaves(tn_axis_at(axis, i + 1));
    *ret_part = CLAMP((octaves(value) - low) / (high - low), 0, 1);
  }
  return i;
}

static guint world_of(const struct tn_worlds *w, const struct tn_row *row)
{
  guint i = 0;
  while (i < w->names->len && w->names->pdata[i] != row->overrides)
    i++;
  return i;
}

static gsize place_of(const struct tn_worlds *w, guint world, guint ranks, guint size)
{
  return ((gsize)world * w->ranks->len + ranks) * w->sizes->len + size;
}

static void enter(struct tn_worlds *w, const struct tn_row *row, guint world)
{
  const guint ranks = tn_axis_find(w->ranks, at_least_1(row->ranks));
  const guint size = tn_axis_find(w->sizes, at_least_1(row->size));
  if (ranks == w->ranks->len || size == w->sizes->len)
    return;
  g_autofree char *key = course_key(row);
  double *course = g_hash_table_lookup(w->courses, key);
  if (!course) {
    const gsize n = place_of(w, w->names->len, 0, 0);
    course = g_new(double, n);
    for (gsize i = 0; i < n; i++)
      course[i] = NAN;
    g_hash_table_insert(w->courses, g_strdup(key), course);
  }
  course[place_of(w, world, ranks, size)] = log(row->avg);
}

struct tn_worlds *tn_worlds_new(const GPtrArray *rows, const GPtrArray *moved)
{
  struct tn_worlds *w = g_new(struct tn_worlds, 1);
  *w = (struct tn_worlds){ g_ptr_array_new(), tn_axis_new(), tn_axis_new(),
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) };
  g_ptr_array_add(w->names, (void *)((const struct tn_row *)rows->pdata[0])->overrides);
  for (guint i = 0; i < moved->len; i++) {
    const struct tn_row *row = moved->pdata[i];
    if (world_of(w, row) == w->names->len)
      g_ptr_array_add(w->names, (void *)row->overrides);
    tn_axis_add(w->ranks, at_least_1(row->ranks));
    tn_axis_add(w->sizes, at_least_1(row->size));
  }
  for (guint i = 0; i < rows->len; i++)
    enter(w, rows->pdata[i], 0);
  for (guint i = 0; i < moved->len; i++)
    enter(w, moved->pdata[i], world_of(w, moved->pdata[i]));
  return w;
}

void tn_worlds_free(struct tn_worlds *w)
{
  g_ptr_array_unref(w->names);
  g_array_unref(w->ranks);
  g_array_unref(w->sizes);
  g_hash_table_unref(w->courses);
  g_free(w);
}

int tn_worlds_n(const struct tn_worlds *w)
{
  return (int)w->names->len - 1;
}

void tn_worlds_of(const struct tn_worlds *w, const struct tn_row *row, double *ret)
{
  const int n = tn_worlds_n(w);
  g_autofree char *key = course_key(row);
  const double *course = g_hash_table_lookup(w->courses, key);
  double rank_part, size_part;
  for (int i = 0; i < n; i++)
    ret[i] = 0;
  if (!course)
    return;
  const guint r = find(w->ranks, at_least_1(row->ranks), &rank_part);
  const guint s = find(w->sizes, at_least_1(row->size), &size_part);
  for (int i = 0; i < n; i++)
    for (guint corner = 0; corner < 4; corner++) {
      const guint up = corner & 1, right = corner >> 1;
      const double weight = (up ? rank_part : 1 - rank_part) * (right ? size_part : 1 - size_part);
      if (!(weight > 0))
        continue;
      const double off = course[place_of(w, (guint)i + 1, r + up, s + right)] -
                         course[place_of(w, 0, r + up, s + right)];
      ret[i] += isfinite(off) ? weight * off : 0;
    }
}
