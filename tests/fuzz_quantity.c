/* Every parser of quantities on the same text; what a parser reads, its formatter writes back. */
#include "platform/quantity.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup((const char *)data, size);
  size_t bytes, again;
  double value, back;
  int64_t whole;
  GArray *list = NULL;
  if (tn_parse_size(text, &bytes, NULL)) {
    g_autofree char *shortest = tn_format_size(bytes);
    if (!tn_parse_size(shortest, &again, NULL) || again != bytes)
      abort();
  }
  if (tn_parse_time(text, &value, NULL)) {
    g_autofree char *shortest = tn_format_time(value);
    if (!tn_parse_time(shortest, &back, NULL))
      abort();
  }
  if (tn_parse_rate(text, &value, NULL)) {
    g_autofree char *shortest = tn_format_rate(value);
    if (!tn_parse_rate(shortest, &back, NULL))
      abort();
  }
  tn_parse_number(text, &value, NULL);
  tn_parse_int(text, INT64_MIN, INT64_MAX, &whole, NULL);
  if (tn_parse_ints(text, INT64_MIN, INT64_MAX, 8, &list, NULL))
    g_array_unref(list);
  if (tn_parse_sizes(text, &list, NULL))
    g_array_unref(list);
  return 0;
}
