/* The reader of ROWS takes any bytes, and what it took can be tuned. */
#include "tune.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GError) error = NULL;
  tn_rows_parse(rows, "fuzz", (const char *)data, size, &error);
  GArray *ranges = tn_tune(rows, "avg_us", NULL);
  g_clear_pointer(&ranges, g_array_unref);
  return 0;
}
