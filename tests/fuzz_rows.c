/* The reader of ROWS takes any bytes, and what it took can be tuned and written as a page. */
#include <stdlib.h>

#include "tune/contest.h"
#include "tune/tune.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void write_pages(const GPtrArray *rows, const GArray *ranges)
{
  g_autoptr(GPtrArray) contests = tn_contests_new(rows, "avg_us");
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  tn_tune_write_text(file, ranges, "avg_us");
  tn_contests_write(file, contests);
  fclose(file);
  free(text);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GError) error = NULL;
  tn_rows_parse(rows, "fuzz", (const char *)data, size, &error);
  GArray *ranges = tn_tune(rows, "avg_us", NULL);
  if (ranges)
    write_pages(rows, ranges);
  g_clear_pointer(&ranges, g_array_unref);
  return 0;
}
