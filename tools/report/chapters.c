#include "chapters.h"

#include <math.h>

#include "base/names.h"
#include "study/axis.h"

static void chapter_free(void *data)
{
  struct tn_chapter *c = data;
  g_free(c->context);
  g_ptr_array_unref(c->rows);
  g_array_unref(c->ranks);
  g_array_unref(c->sizes);
  g_ptr_array_unref(c->algorithms);
  g_hash_table_unref(c->numbers);
  g_hash_table_unref(c->winners);
  g_hash_table_unref(c->best);
  g_free(c);
}

static struct tn_chapter *chapter_new(const struct tn_row *first, const struct tn_tune_terms *terms)
{
  struct tn_chapter *c = g_new0(struct tn_chapter, 1);
  c->first = first;
  c->rows = g_ptr_array_new();
  c->terms = *terms;
  c->ranks = tn_axis_new();
  c->sizes = tn_axis_new();
  c->algorithms = g_ptr_array_new();
  c->numbers = g_hash_table_new(NULL, NULL);
  c->winners = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  c->best = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  return c;
}

int64_t tn_chapter_ranks(const struct tn_chapter *c, guint r)
{
  return tn_axis_at(c->ranks, r);
}

int64_t tn_chapter_size(const struct tn_chapter *c, guint s)
{
  return tn_axis_at(c->sizes, s);
}

/* Place (a, r, s) of a table that is too sparse to be an array: every row may have a size and a
 * number of ranks of its own. */
static gint64 place_of(const struct tn_chapter *c, guint a, guint r, guint s)
{
  return ((gint64)a * c->ranks->len + r) * c->sizes->len + s;
}

const struct tn_winner *tn_chapter_winner(const struct tn_chapter *c, guint r, guint s)
{
  const gint64 place = place_of(c, 0, r, s);
  return g_hash_table_lookup(c->winners, &place);
}

double tn_chapter_time(const struct tn_chapter *c, const struct tn_row *row)
{
  return tn_row_time(row, c->terms.objective);
}

const struct tn_row *tn_chapter_best(const struct tn_chapter *c, const char *algorithm, guint r,
                                     guint s)
{
  gpointer a;
  if (!g_hash_table_lookup_extended(c->numbers, algorithm, NULL, &a))
    return NULL;
  const gint64 place = place_of(c, GPOINTER_TO_UINT(a), r, s);
  return g_hash_table_lookup(c->best, &place);
}

static void put(GHashTable *table, gint64 place, gpointer value)
{
  g_hash_table_replace(table, g_memdup2(&place, sizeof place), value);
}

static bool decide(struct tn_chapter *c, GError **error)
{
  struct tn_tune_terms terms = c->terms;
  terms.is_by_size = true;
  g_autoptr(GArray) winners = tn_tune_by(c->rows, &terms, error);
  for (guint i = 0; winners && i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    put(c->winners,
        place_of(c, 0, tn_axis_find(c->ranks, w->first->ranks),
                 tn_axis_find(c->sizes, w->first->size)),
        g_memdup2(w, sizeof *w));
  }
  return winners != NULL;
}

static void find_best(struct tn_chapter *c)
{
  for (guint i = 0; i < c->rows->len; i++) {
    const struct tn_row *row = c->rows->pdata[i];
    gpointer a;
    if (!g_hash_table_lookup_extended(c->numbers, row->algorithm, NULL, &a)) {
      a = GUINT_TO_POINTER(c->algorithms->len);
      g_hash_table_insert(c->numbers, (void *)row->algorithm, a);
      g_ptr_array_add(c->algorithms, (void *)row->algorithm);
    }
    const gint64 place = place_of(c, GPOINTER_TO_UINT(a), tn_axis_find(c->ranks, row->ranks),
                                  tn_axis_find(c->sizes, row->size));
    const struct tn_row *known = g_hash_table_lookup(c->best, &place);
    if (!known || tn_chapter_time(c, row) < tn_chapter_time(c, known))
      put(c->best, place, (void *)row);
  }
}

static bool finish(struct tn_chapter *c, GError **error)
{
  find_best(c);
  return decide(c, error);
}

/* Whether the column may tell chapters of one platform and collective apart. */
static bool may_tell(int column)
{
  static const char *const others[] = { "platform", "collective", "ranks", NULL };
  return tn_row_columns[column].role == TN_ROLE_CONTEXT &&
         tn_name_find(others, tn_row_columns[column].name) < 0;
}

static bool differ(const GPtrArray *chapters, int column)
{
  const struct tn_chapter *first = chapters->pdata[0];
  for (guint i = 1; i < chapters->len; i++)
    if (!tn_row_same(first->first, ((const struct tn_chapter *)chapters->pdata[i])->first, column))
      return true;
  return false;
}

/* Sets the contexts of the chapters of one platform and collective. */
static void tell_apart(const GPtrArray *chapters)
{
  for (guint i = 0; i < chapters->len; i++) {
    struct tn_chapter *c = chapters->pdata[i];
    c->context = g_strdup("");
  }
  for (int column = 0; column < tn_row_n_columns; column++) {
    if (!may_tell(column) || !differ(chapters, column))
      continue;
    for (guint i = 0; i < chapters->len; i++) {
      struct tn_chapter *c = chapters->pdata[i];
      g_autofree char *value = tn_row_text(c->first, column), *before = c->context;
      c->context = *value ? g_strdup_printf("%s%s%s %s", before, *before ? ", " : "",
                                            tn_row_columns[column].name, value)
                          : g_strdup(before);
    }
  }
}

/* Chapters by platform and, if so asked, collective, in the order in which these come first: arrays
 * of struct tn_chapter *. Transfer full. */
static GPtrArray *alike(const GPtrArray *chapters, bool by_collective)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < chapters->len; i++) {
    const struct tn_row *row = ((const struct tn_chapter *)chapters->pdata[i])->first;
    g_autofree char *key =
        g_strdup_printf("%s\n%s", row->platform, by_collective ? row->collective : "");
    GPtrArray *group = g_hash_table_lookup(known, key);
    if (!group) {
      group = g_ptr_array_new();
      g_ptr_array_add(groups, group);
      g_hash_table_insert(known, g_steal_pointer(&key), group);
    }
    g_ptr_array_add(group, chapters->pdata[i]);
  }
  return groups;
}

GPtrArray *tn_chapters_new(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error)
{
  g_autoptr(GPtrArray) chapters = g_ptr_array_new_with_free_func(chapter_free);
  g_autoptr(GHashTable) known =
      g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const struct tn_row_key key = { row, TN_ROLE_CONTEXT, tn_row_column("ranks") };
    struct tn_chapter *c = g_hash_table_lookup(known, &key);
    if (!c) {
      c = chapter_new(row, terms);
      g_ptr_array_add(chapters, c);
      g_hash_table_insert(known, g_memdup2(&key, sizeof key), c);
    }
    g_ptr_array_add(c->rows, (void *)row);
    tn_axis_add(c->ranks, row->ranks);
    tn_axis_add(c->sizes, row->size);
  }
  for (guint i = 0; i < chapters->len; i++)
    if (!finish(chapters->pdata[i], error))
      return NULL;
  g_autoptr(GPtrArray) groups = alike(chapters, true), platforms = alike(chapters, false);
  for (guint i = 0; i < groups->len; i++)
    tell_apart(groups->pdata[i]);
  guint n = 0;
  for (guint p = 0; p < platforms->len; p++) {
    const GPtrArray *group = platforms->pdata[p];
    for (guint i = 0; i < group->len; i++)
      chapters->pdata[n++] = group->pdata[i];
  }
  return g_steal_pointer(&chapters);
}

bool tn_chapter_has_ranges(const struct tn_chapter *c)
{
  for (guint i = 0; i < c->rows->len; i++)
    if (!isnan(((const struct tn_row *)c->rows->pdata[i])->low))
      return true;
  return false;
}

bool tn_winner_is_sure(const struct tn_winner *w)
{
  return w->differs && w->n_noise == 0 && w->n_error == 0;
}

GArray *tn_chapter_runs(const struct tn_chapter *c, guint r)
{
  GArray *runs = g_array_new(FALSE, FALSE, sizeof(struct tn_run));
  for (guint s = 0; s < c->sizes->len; s++) {
    const struct tn_winner *w = tn_chapter_winner(c, r, s);
    struct tn_run *last = runs->len ? &g_array_index(runs, struct tn_run, runs->len - 1) : NULL;
    if (!w)
      continue;
    if (last && last->last + 1 == s && last->algorithm == w->first->algorithm) {
      last->last = s;
      last->is_tie = last->is_tie && !w->differs;
      last->is_sure = last->is_sure || tn_winner_is_sure(w);
      continue;
    }
    const struct tn_run run = { s, s, w->first->algorithm, !w->differs, tn_winner_is_sure(w) };
    g_array_append_val(runs, run);
  }
  return runs;
}
