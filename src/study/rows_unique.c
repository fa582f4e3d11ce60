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

bool tn_rows_unique(GPtrArray *rows, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  g_autoptr(GPtrArray) kept = tn_rows_new();
  bool ok = true;
  for (guint i = 0; ok && i < rows->len; i++) {
    gpointer first, before;
    struct tn_row *row = rows->pdata[i];
    if (!g_hash_table_lookup_extended(known, row, &first, &before))
      g_hash_table_insert(known, row, GUINT_TO_POINTER(i));
    else
      ok = check_twice(first, GPOINTER_TO_UINT(before), row, i, error);
  }
  if (!ok || g_hash_table_size(known) == rows->len)
    return ok;
  for (guint i = 0; i < rows->len; i++) {
    gpointer before;
    struct tn_row *row = rows->pdata[i];
    if (g_hash_table_lookup_extended(known, row, NULL, &before) && GPOINTER_TO_UINT(before) == i) {
      g_ptr_array_add(kept, row);
      rows->pdata[i] = NULL;
    }
  }
  g_hash_table_remove_all(known);
  g_ptr_array_set_size(rows, 0);
  for (guint i = 0; i < kept->len; i++)
    g_ptr_array_add(rows, g_steal_pointer(&kept->pdata[i]));
  return true;
}
