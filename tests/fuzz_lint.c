/* Files of decisions may hold anything: each release's reader takes any bytes. */
#include "rules/lint.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autofree char *text = g_strndup("", size);
  for (size_t i = 0; i < size; i++)
    text[i] = (char)data[i];
  for (int t = 0; t < TN_N_TARGETS; t++)
    g_array_unref(tn_lint((enum tn_target)t, text, size));
  return 0;
}
