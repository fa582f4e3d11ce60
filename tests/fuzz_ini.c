/* Any bytes as a scenario file: accepted, or refused with one line; never a crash. */
#include <string.h>

#include "plan/options.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  struct tn_options *s = tn_options_new();
  GError *error = NULL;
  const bool ok = tn_scenario_read(s, "fuzz.ini", (const char *)data, size, &error);
  g_assert(ok == (error == NULL));
  if (error)
    g_assert(!strchr(error->message, '\n'));
  g_clear_error(&error);
  tn_options_free(s);
  return 0;
}
