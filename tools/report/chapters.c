#include "chapters.h"

#include <math.h>

#include "base/names.h"
#include "study/values.h"

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

/* Returns the key for algorithm a, ranks r and size s in a sparse table; every row may have its own
 * size and number of ranks. */
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

/* Returns true if chapters of a platform and collective can differ in the column. */
static bool can_distinguish(int column)
{
  static const char *const others[] = { "platform", "collective", "ranks", NULL };
  return tn_row_columns[column].role == TN_ROLE_CONTEXT &&
         tn_name_find(others, tn_row_columns[column].name) < 0;
}

/* Sets the conditions in which chapters of a platform and collective differ. */
static void write_apart(const GPtrArray *chapters)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_assert(tn_row_n_columns <= 64);
  for (guint i = 0; i < chapters->len; i++) {
    struct tn_chapter *c = chapters->pdata[i];
    g_autofree char *key = g_strdup_printf("%s\n%s", c->first->platform, c->first->collective);
    c->alike = g_hash_table_lookup(known, key);
    if (!c->alike)
      g_hash_table_insert(known, g_steal_pointer(&key), c->alike = c);
    for (int k = 0; k < tn_row_n_columns; k++)
      if (can_distinguish(k) && !tn_row_same(c->alike->first, c->first, k))
        c->alike->differs |= G_GUINT64_CONSTANT(1) << k;
  }
  for (guint i = 0; i < chapters->len; i++) {
    struct tn_chapter *c = chapters->pdata[i];
    g_autoptr(GString) text = g_string_new(NULL);
    for (int k = 0; k < tn_row_n_columns; k++) {
      g_autofree char *value = c->alike->differs >> k & 1 ? tn_row_text(c->first, k) : g_strdup("");
      if (*value)
        g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", tn_row_columns[k].name,
                               value);
    }
    c->context = g_strdup(text->str);
  }
}

static gint by_platform(gconstpointer x, gconstpointer y, gpointer order)
{
  const struct tn_chapter *a = *(struct tn_chapter *const *)x, *b = *(struct tn_chapter *const *)y;
  return GPOINTER_TO_INT(g_hash_table_lookup(order, a->first->platform)) -
         GPOINTER_TO_INT(g_hash_table_lookup(order, b->first->platform));
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
  for (guint i = 0; i < chapters->len; i++) {
    find_best(chapters->pdata[i]);
    if (!decide(chapters->pdata[i], error))
      return NULL;
  }
  write_apart(chapters);
  g_autoptr(GHashTable) order = g_hash_table_new(NULL, NULL);
  for (guint i = chapters->len; i > 0; i--)
    g_hash_table_insert(order,
                        (void *)((struct tn_chapter *)chapters->pdata[i - 1])->first->platform,
                        GUINT_TO_POINTER(i));
  g_ptr_array_sort_with_data(chapters, by_platform, order); /* this sort is stable */
  return g_steal_pointer(&chapters);
}

bool tn_chapter_has_ranges(const struct tn_chapter *c)
{
  for (guint i = 0; i < c->rows->len; i++)
    if (!isnan(((const struct tn_row *)c->rows->pdata[i])->low))
      return true;
  return false;
}

GPtrArray *tn_chapter_params(const GPtrArray *rows)
{
  enum { MAX_NAMES = 32 };
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  const struct tn_values *last = NULL;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_values *params = ((const struct tn_row *)rows->pdata[i])->params;
    for (int k = 0; params != last && k < params->n && names->len < MAX_NAMES; k++)
      if (!g_ptr_array_find_with_equal_func(names, params->at[k].name, g_str_equal, NULL))
        g_ptr_array_add(names, g_strdup(params->at[k].name));
    last = params;
  }
  return names;
}

bool tn_winner_is_sure(const struct tn_winner *w)
{
  return w->differs && w->n_noise == 0 && w->n_error == 0;
}
