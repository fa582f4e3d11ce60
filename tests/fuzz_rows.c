/* The reader of ROWS takes any bytes, and what it took can be tuned and written as a page. */
#include <stdlib.h>

#include "study/rows.h"
#include "tuning/tune_text.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void write_pages(const GPtrArray *rows, const GArray *winners)
{
  g_autoptr(GPtrArray) rivals = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  struct tn_other_states *states = tn_other_states_new(rows, NULL, TN_OBJECTIVE_AVG);
  const struct tn_tune_page page = { .reference = "a", .states = states };
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  tn_tune_write(d, winners, NULL, &page, remarks);
  if (rivals)
    tn_rivals_write(d, rivals, states, false, remarks);
  tn_tune_write_columns(d, winners, "buffers", TN_OBJECTIVE_AVG);
  char *text = tn_document_text(d);
  tn_other_states_free(states);
  free(text);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GError) error = NULL;
  tn_rows_parse(rows, "fuzz", (const char *)data, size, &error);
  const struct tn_tune_terms terms = { .reference = "a" };
  GArray *winners = tn_tune_by(rows, &terms, NULL);
  if (winners)
    write_pages(rows, winners);
  g_clear_pointer(&winners, g_array_unref);
  return 0;
}
