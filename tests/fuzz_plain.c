/* The reader of SimGrid's time-independent traces takes any text. */
#include <string.h>

#include "trace/plain.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *text = g_strndup((const char *)data, size);
  g_autoptr(GError) error = NULL;
  if (tn_ti_is(text, strlen(text)))
    tn_program_free(tn_ti_load("/nowhere/fuzz", text, 1e9, notes, &error));
  return 0;
}
