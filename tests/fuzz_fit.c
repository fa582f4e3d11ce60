/* The readers of point tables and core-to-core matrices take any bytes. */
#include "compare/compare_trace.h"
#include "comparison/fit_read.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  static struct tn_platform *pf;
  if (!pf)
    pf = tn_platform_load("synthetic:Package:2 L3:2(size=4MiB) Core:2 PU:1", "broadwell", NULL);
  if (!pf)
    return 0;
  struct tn_fit_source source = { "distance=mapby,peer=recv,bytes=size", pf, false, NULL, NULL };
  static const char *const more[] = { "distance", "home", "peer", "children", NULL };
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  g_autoptr(GString) summary = g_string_new(NULL);
  for (int is_tree = 0; is_tree < 2; is_tree++)
    for (int is_said = 0; is_said < 2; is_said++) {
      g_autoptr(GPtrArray) rows = tn_rows_new();
      g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
      struct tn_trace trace = { .file = "fuzz",
                                .text = (const char *)data,
                                .length = size,
                                .columns = source.columns,
                                .more = more,
                                .messages = !is_tree,
                                .rows = rows,
                                .notes = notes };
      source.is_tree = is_tree;
      if (!tn_trace_parse(&trace, NULL) || rows->len == 0)
        continue;
      for (guint i = 0; is_said && i < rows->len; i++)
        tn_row_add_foreign(rows->pdata[i], "distance", "llc");
      tn_fit_points_take(points, &source, rows, summary, NULL);
    }
  if (tn_fit_pairs_parse(pairs, pf, "fuzz", (const char *)data, size, NULL))
    tn_fit_lines(pf, pairs);
  return 0;
}
