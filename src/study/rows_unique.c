/* Rows that are there more than once. */
#include <inttypes.h>

#include "row.h"
#include "usage.h"

/* Where a row was read, for errors. Transfer full. */
static char *place_of(const struct tn_row *row, guint index)
{
  return *row->file ? g_strdup_printf("%s:%d", row->file, row->line)
                    : g_strdup_printf("row %u", index + 1);
}

/* Two rows of one point, at most once each: refuses them unless all columns agree. */
static bool check_twice(const struct tn_row *first, guint before, const struct tn_row *row, guint i,
                        GError **error)
{
  g_autofree char *here = place_of(row, i), *there = place_of(first, before);
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_same(first, row, c))
      continue;
    g_autofree char *x = tn_row_text(first, c), *y = tn_row_text(row, c);
    return tn_usage(error,
                    "%s: %s%s%s of %" PRId64 " bytes is there twice, and "
                    "differs from %s in %s (\"%s\", \"%s\"; rows that are alike may be repeated)",
                    here, row->algorithm, row->params->n ? " " : "", row->params->text, row->size,
                    there, tn_row_columns[c].name, y, x);
  }
  return true;
}

static gint by_average(gconstpointer x, gconstpointer y)
{
  const struct tn_row *a = *(struct tn_row *const *)x, *b = *(struct tn_row *const *)y;
  return (a->avg > b->avg) - (a->avg < b->avg);
}

/* Swaps the median of measured repeats with the first of them, which is the one that stays. */
static void unique_median(GPtrArray *rows, GHashTable *known, GPtrArray *repeats)
{
  const guint first = GPOINTER_TO_UINT(g_hash_table_lookup(known, repeats->pdata[0]));
  struct tn_row *was = rows->pdata[first];
  guint at;
  g_ptr_array_sort(repeats, by_average);
  struct tn_row *median = repeats->pdata[(repeats->len - 1) / 2];
  if (g_ptr_array_find(rows, median, &at)) {
    rows->pdata[at] = was;
    rows->pdata[first] = median;
  }
}

bool tn_rows_unique(GPtrArray *rows, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  g_autoptr(GHashTable) repeats = g_hash_table_new_full(tn_row_point_hash, tn_row_point_equal, NULL,
                                                        (GDestroyNotify)g_ptr_array_unref);
  GHashTableIter points;
  gpointer several;
  bool ok = true;
  for (guint i = 0; ok && i < rows->len; i++) {
    gpointer first, before;
    struct tn_row *row = rows->pdata[i];
    GPtrArray *all = g_hash_table_lookup(repeats, row);
    if (!g_hash_table_lookup_extended(known, row, &first, &before)) {
      g_hash_table_insert(known, row, GUINT_TO_POINTER(i));
    } else if (row->source >= TN_SOURCE_MEASURED) {
      if (!all) {
        all = g_ptr_array_new();
        g_ptr_array_add(all, first);
        g_hash_table_insert(repeats, first, all);
      }
      g_ptr_array_add(all, row);
    } else
      ok = check_twice(first, GPOINTER_TO_UINT(before), row, i, error);
  }
  if (!ok)
    return false;
  g_hash_table_iter_init(&points, repeats);
  while (g_hash_table_iter_next(&points, NULL, &several))
    unique_median(rows, known, several);
  g_hash_table_remove_all(repeats);
  guint n = 0;
  for (guint i = 0; i < rows->len; i++)
    if (GPOINTER_TO_UINT(g_hash_table_lookup(known, rows->pdata[i])) == i) {
      void *const first = rows->pdata[i];
      rows->pdata[i] = rows->pdata[n];
      rows->pdata[n++] = first;
    }
  g_hash_table_remove_all(known); /* its keys are among the rows */
  g_ptr_array_set_size(rows, (int)n);
  return true;
}
