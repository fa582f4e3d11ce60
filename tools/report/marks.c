#include "marks.h"

#include "chapters.h"
#include "figure/figure_words.h"

/* An algorithm of a collective with its mark. Names are interned, so that equal names are equal
 * pointers. */
struct entry {
  const char *algorithm;
  guint n_wins, order;
};

struct tn_marks {
  GHashTable *collectives; /* name of a collective -> GArray of struct entry, in the order of the
                            * letters */
};

static struct entry *entry_of(GArray *entries, const char *algorithm)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_array_index(entries, struct entry, i).algorithm == algorithm)
      return &g_array_index(entries, struct entry, i);
  const struct entry fresh = { algorithm, 0, entries->len };
  g_array_append_val(entries, fresh);
  return &g_array_index(entries, struct entry, fresh.order);
}

static void count(struct tn_marks *marks, const struct tn_chapter *c)
{
  GArray *entries = g_hash_table_lookup(marks->collectives, c->first->collective);
  GHashTableIter iter;
  gpointer winner;
  if (!entries) {
    entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_hash_table_insert(marks->collectives, (void *)c->first->collective, entries);
  }
  for (guint a = 0; a < c->algorithms->len; a++)
    entry_of(entries, c->algorithms->pdata[a]);
  g_hash_table_iter_init(&iter, c->winners);
  while (g_hash_table_iter_next(&iter, NULL, &winner))
    entry_of(entries, ((const struct tn_winner *)winner)->first->algorithm)->n_wins++;
}

static int by_wins(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  const int a_library = tn_is_library(a->algorithm), b_library = tn_is_library(b->algorithm);
  if (a->n_wins != b->n_wins)
    return a->n_wins > b->n_wins ? -1 : 1;
  if (a_library != b_library)
    return b_library - a_library;
  return a->order < b->order ? -1 : a->order > b->order;
}

struct tn_marks *tn_marks_new(const GPtrArray *chapters)
{
  struct tn_marks *marks = g_new(struct tn_marks, 1);
  GHashTableIter iter;
  gpointer entries;
  marks->collectives = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < chapters->len; i++)
    count(marks, chapters->pdata[i]);
  g_hash_table_iter_init(&iter, marks->collectives);
  while (g_hash_table_iter_next(&iter, NULL, &entries))
    g_array_sort(entries, by_wins);
  return marks;
}

void tn_marks_free(struct tn_marks *marks)
{
  g_hash_table_unref(marks->collectives);
  g_free(marks);
}

struct tn_mark tn_mark_of(const struct tn_marks *marks, const char *collective,
                          const char *algorithm)
{
  const GArray *entries = g_hash_table_lookup(marks->collectives, collective);
  guint i = 0;
  while (i < entries->len && g_array_index(entries, struct entry, i).algorithm != algorithm)
    i++;
  if (i >= TN_N_MARKS)
    return (struct tn_mark){ .hue = TN_N_HUES - 1 };
  return (struct tn_mark){ { (char)('A' + i) },
                           (int)i % TN_N_HUES,
                           (int)i / TN_N_HUES % TN_N_PATTERNS };
}

void tn_mark_series(struct tn_series *series, const struct tn_mark *mark)
{
  series->hue = mark->hue;
  series->letter = mark->letter;
  series->mark = mark->hue + mark->pattern;
}

char *tn_mark_key(const struct tn_marks *marks, const char *collective, const char *algorithm)
{
  const struct tn_mark mark = tn_mark_of(marks, collective, algorithm);
  return *mark.letter ? g_strdup_printf("%s %d %d", mark.letter, mark.hue, mark.pattern) : NULL;
}
