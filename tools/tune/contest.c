#include "contest.h"

#include <math.h>
#include <string.h>

#include "tune.h"

static void contest_free(void *data)
{
  struct tn_contest *c = data;
  g_ptr_array_unref(c->rows);
  g_ptr_array_unref(c->mechanisms);
  g_array_unref(c->sizes);
  g_ptr_array_unref(c->best);
  g_free(c);
}

static struct tn_contest *contest_of(GPtrArray *contests, char *const *row, const char *time)
{
  for (guint i = 0; i < contests->len; i++) {
    struct tn_contest *c = contests->pdata[i];
    if (tn_same_context(c->rows->pdata[0], row))
      return c;
  }
  struct tn_contest *c = g_new0(struct tn_contest, 1);
  c->rows = g_ptr_array_new();
  c->time = time;
  c->mechanisms = g_ptr_array_new();
  c->sizes = g_array_new(FALSE, FALSE, sizeof(double));
  c->best = g_ptr_array_new();
  g_ptr_array_add(contests, c);
  return c;
}

static guint mechanism_of(const struct tn_contest *c, const char *name)
{
  for (guint m = 0; m < c->mechanisms->len; m++)
    if (strcmp(c->mechanisms->pdata[m], name) == 0)
      return m;
  return TN_NO_MECHANISM;
}

static guint size_of(const struct tn_contest *c, double bytes)
{
  guint i = 0;
  while (i < c->sizes->len && g_array_index(c->sizes, double, i) < bytes)
    i++;
  return i;
}

static void add_row(struct tn_contest *c, char *const *row)
{
  const double bytes = tn_cell_number(row, "size_bytes");
  const guint size = size_of(c, bytes);
  const char *mechanism = tn_cell(row, "mechanism");
  g_ptr_array_add(c->rows, (void *)row);
  if (mechanism_of(c, mechanism) == TN_NO_MECHANISM)
    g_ptr_array_add(c->mechanisms, (void *)mechanism);
  if (size == c->sizes->len || g_array_index(c->sizes, double, size) > bytes)
    g_array_insert_val(c->sizes, size, bytes);
}

static void find_best(struct tn_contest *c)
{
  const guint n = c->mechanisms->len;
  g_ptr_array_set_size(c->best, (gint)(c->sizes->len * n));
  for (guint i = 0; i < c->rows->len; i++) {
    char *const *row = c->rows->pdata[i];
    const guint size = size_of(c, tn_cell_number(row, "size_bytes"));
    const guint cell = size * n + mechanism_of(c, tn_cell(row, "mechanism"));
    char *const *known = c->best->pdata[cell];
    if (!known || tn_cell_number(row, c->time) < tn_cell_number(known, c->time))
      c->best->pdata[cell] = (void *)row;
  }
}

GPtrArray *tn_contests_new(const GPtrArray *rows, const char *time)
{
  GPtrArray *contests = g_ptr_array_new_with_free_func(contest_free);
  for (guint i = 0; i < rows->len; i++)
    add_row(contest_of(contests, rows->pdata[i], time), rows->pdata[i]);
  for (guint i = 0; i < contests->len; i++)
    find_best(contests->pdata[i]);
  return contests;
}

double tn_contest_size(const struct tn_contest *c, guint size)
{
  return g_array_index(c->sizes, double, size);
}

char *const *tn_contest_best(const struct tn_contest *c, guint size, guint mechanism)
{
  return c->best->pdata[size * c->mechanisms->len + mechanism];
}

double tn_contest_time(const struct tn_contest *c, guint size, guint mechanism)
{
  char *const *row = tn_contest_best(c, size, mechanism);
  return row ? tn_cell_number(row, c->time) : INFINITY;
}

guint tn_contest_winner(const struct tn_contest *c, guint size, guint without)
{
  guint winner = TN_NO_MECHANISM;
  for (guint m = 0; m < c->mechanisms->len; m++) {
    if (m == without || !tn_contest_best(c, size, m))
      continue;
    if (winner == TN_NO_MECHANISM || tn_contest_time(c, size, m) < tn_contest_time(c, size, winner))
      winner = m;
  }
  return winner;
}

/* Whether two rows are of one algorithm with the same parameters. */
static bool same_choice(char *const *a, char *const *b)
{
  return strcmp(tn_cell(a, "algorithm"), tn_cell(b, "algorithm")) == 0 &&
         strcmp(tn_cell(a, "params"), tn_cell(b, "params")) == 0;
}

bool tn_contest_same(const struct tn_contest *c, guint size, guint a, guint b)
{
  char *const *x = tn_contest_best(c, size, a), *const *y = tn_contest_best(c, size, b);
  const double difference = tn_contest_time(c, size, a) - tn_contest_time(c, size, b);
  return x && y && same_choice(x, y) && !(fabs(difference) > 0);
}

static bool all_same(const struct tn_contest *c, guint size)
{
  for (guint m = 1; m < c->mechanisms->len; m++)
    if (!tn_contest_same(c, size, 0, m))
      return false;
  return c->mechanisms->len > 1;
}

GArray *tn_contest_bands(const struct tn_contest *c)
{
  GArray *bands = g_array_new(FALSE, FALSE, sizeof(struct tn_band));
  for (guint size = 0; size < c->sizes->len; size++) {
    const guint m = tn_contest_winner(c, size, TN_NO_MECHANISM);
    const struct tn_band band = { size, size, m, all_same(c, size) };
    struct tn_band *last =
      bands->len ? &g_array_index(bands, struct tn_band, bands->len - 1) : NULL;
    if (last && last->mechanism == m && last->any == band.any &&
        same_choice(tn_contest_best(c, last->last, m), tn_contest_best(c, size, m)))
      last->last = size;
    else
      g_array_append_val(bands, band);
  }
  return bands;
}
