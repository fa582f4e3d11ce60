#include "tune.h"

#include <math.h>
#include <string.h>

const char *const tn_context_columns[] = {
  "source", "platform", "kernel",   "backing", "ranks", "mapping", "root",      "in_place",
  "collective", "law",  "protocol", "buffers", "noise", "seed",    "overrides", NULL
};
static const char *const choice_columns[] = { "algorithm", "params", "mechanism", NULL };

/* Whether two rows agree in all columns but `except` (may be NULL). */
static bool same(char *const *a, char *const *b, const char *const *columns, const char *except)
{
  for (; *columns; columns++)
    if (g_strcmp0(*columns, except) != 0 && strcmp(tn_cell(a, *columns), tn_cell(b, *columns)) != 0)
      return false;
  return true;
}

bool tn_same_context(char *const *a, char *const *b)
{
  return same(a, b, tn_context_columns, NULL);
}

bool tn_same_context_but(char *const *a, char *const *b, const char *name)
{
  return same(a, b, tn_context_columns, name);
}

/* A row with what sorting needs. */
struct entry {
  char *const *row;
  guint context, order;
  double size, time;
};

static int by_context_and_size(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->size < b->size || a->size > b->size)
    return a->size < b->size ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

static char *joined(char *const *row, const char *const *columns)
{
  GString *text = g_string_new(NULL);
  for (; *columns; columns++)
    g_string_append_printf(text, "%s\n", tn_cell(row, *columns));
  return g_string_free(text, FALSE);
}

static bool fill_entries(GArray *entries, const GPtrArray *rows, const char *column,
                         GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < rows->len; i++) {
    char *const *row = rows->pdata[i];
    struct entry e = { .row = row, .order = i, .size = tn_cell_number(row, "size_bytes"),
                       .time = tn_cell_number(row, column) };
    gpointer context;
    if (isnan(e.time)) {
      g_set_error(error, TN_USAGE_ERROR, 0, "row %u (%s): no %s", i + 1,
                  tn_cell(row, "algorithm"), column);
      return false;
    }
    char *key = joined(row, tn_context_columns);
    if (!g_hash_table_lookup_extended(known, key, NULL, &context)) {
      context = GUINT_TO_POINTER(g_hash_table_size(known));
      g_hash_table_insert(known, key, context);
    } else {
      g_free(key);
    }
    e.context = GPOINTER_TO_UINT(context);
    g_array_append_val(entries, e);
  }
  g_array_sort(entries, by_context_and_size);
  return true;
}

static bool check_unique(const struct entry *e, guint n, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++) {
    if (g_hash_table_add(known, joined(e[i].row, choice_columns)))
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "rows %u and earlier: %s %s of %s bytes is there twice",
                e[i].order + 1, tn_cell(e[i].row, "algorithm"), tn_cell(e[i].row, "params"),
                tn_cell(e[i].row, "size_bytes"));
    return false;
  }
  return true;
}

/* The winner among the n entries of one size, as a range of that size alone. */
static struct tn_range decide(const struct entry *e, guint n)
{
  const struct entry *best = e, *second = NULL;
  for (guint i = 1; i < n; i++)
    if (e[i].time < best->time)
      best = &e[i];
  for (guint i = 0; i < n; i++) {
    const bool rival =
      strcmp(tn_cell(e[i].row, "algorithm"), tn_cell(best->row, "algorithm")) != 0;
    if (rival && (!second || e[i].time < second->time))
      second = &e[i];
  }
  double margin = NAN;
  if (second)
    margin = best->time > 0 ? second->time / best->time - 1 : second->time > 0 ? INFINITY : 0;
  return (struct tn_range){ .first = best->row,
                            .last = best->row,
                            .second = second ? second->row : NULL,
                            .margin_min = margin,
                            .margin_max = margin,
                            .same_second = true,
                            .differs = !(margin < TN_TUNE_TIE),
                            .n_sizes = 1,
                            .n_candidates = (int)n };
}

static bool joins(const struct tn_range *range, const struct tn_range *next)
{
  return tn_same_context(range->first, next->first) &&
         same(range->first, next->first, choice_columns, NULL) && range->differs == next->differs;
}

static void add(GArray *ranges, const struct tn_range *next)
{
  struct tn_range *last =
    ranges->len ? &g_array_index(ranges, struct tn_range, ranges->len - 1) : NULL;
  if (!last || !joins(last, next)) {
    g_array_append_vals(ranges, next, 1);
    return;
  }
  last->last = next->last;
  last->margin_min = fmin(last->margin_min, next->margin_min);
  last->margin_max = fmax(last->margin_max, next->margin_max);
  if (last->second && next->second)
    last->same_second = last->same_second && strcmp(tn_cell(last->second, "algorithm"),
                                                    tn_cell(next->second, "algorithm")) == 0;
  last->second = last->second ? last->second : next->second;
  last->n_sizes++;
  last->n_candidates = MIN(last->n_candidates, next->n_candidates);
}

GArray *tn_tune(const GPtrArray *rows, const char *column, GError **error)
{
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
  g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(struct tn_range));
  if (!fill_entries(entries, rows, column, error))
    return NULL;
  for (guint begin = 0, end; begin < entries->len; begin = end) {
    const struct entry *e = &g_array_index(entries, struct entry, begin);
    end = begin + 1;
    while (end < entries->len && e[end - begin].context == e->context &&
           !(e[end - begin].size > e->size))
      end++;
    if (!check_unique(e, end - begin, error))
      return NULL;
    const struct tn_range next = decide(e, end - begin);
    add(ranges, &next);
  }
  return g_steal_pointer(&ranges);
}
