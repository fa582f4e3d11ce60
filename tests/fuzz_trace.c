/* The readers of other programs' measurements take any bytes; what they took can be compared. */
#include "compare/compare_trace.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GError) error = NULL;
  struct tn_trace trace = { .file = "fuzz",
                            .text = (const char *)data,
                            .length = size,
                            .columns = "algorithm=algorithm,ranks=cores,size_bytes=size,"
                                       "avg_us=latency",
                            .rows = rows,
                            .notes = notes };
  tn_trace_parse(&trace, &error);
  for (guint i = 0; i < rows->len; i++)
    tn_trace_name_algorithm(rows->pdata[i]);
  return 0;
}
