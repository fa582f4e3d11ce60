/* Rows that are there more than once. */
#include <inttypes.h>

#include "row.h"
#include "usage.h"

/* Where row i was read, for errors. Transfer full. */
static char *place_of(const struct tn_row *row, guint i)
{
  return *row->file ? g_strdup_printf("%s:%d", row->file, row->line)
                    : g_strdup_printf("row %u", i + 1);
}

/* Refuses row i, which is of the same point as a row before it, unless all columns agree. */
static bool check_twice(const GPtrArray *rows, const struct tn_row *first, guint i, GError **error)
{
  const struct tn_row *row = rows->pdata[i];
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_same(first, row, c))
      continue;
    guint before = 0;
    while (rows->pdata[before] != first)
      before++;
    g_autofree char *here = place_of(row, i), *there = place_of(first, before);
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

bool tn_rows_unique(GPtrArray *rows, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(tn_row_point_hash, tn_row_point_equal, NULL,
                                                      (GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GPtrArray) points =
      g_ptr_array_new(); /* the rows of each point, the first ones first */
  for (guint i = 0; i < rows->len; i++) {
    struct tn_row *row = rows->pdata[i];
    GPtrArray *all = g_hash_table_lookup(known, row);
    if (!all) {
      all = g_ptr_array_new();
      g_hash_table_insert(known, row, all);
      g_ptr_array_add(points, all);
    } else if (row->source < TN_SOURCE_MEASURED && !check_twice(rows, all->pdata[0], i, error))
      return false;
    g_ptr_array_add(all, row);
  }
  g_ptr_array_set_free_func(rows, NULL);
  g_ptr_array_set_size(rows, 0);
  for (guint i = 0; i < points->len; i++) {
    GPtrArray *all = points->pdata[i];
    guint median = 0;
    if (((const struct tn_row *)all->pdata[0])->source >= TN_SOURCE_MEASURED) {
      g_ptr_array_sort(all, by_average);
      median = (all->len - 1) / 2;
    }
    for (guint k = 0; k < all->len; k++)
      if (k == median)
        g_ptr_array_add(rows, all->pdata[k]);
      else
        tn_row_free(all->pdata[k]);
  }
  g_ptr_array_set_free_func(rows, (GDestroyNotify)tn_row_free);
  return true;
}
