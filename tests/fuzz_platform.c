/* A platform file of any bytes is either a platform or has at least one mistake. */
#include "platform/machine.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct tn_file *file = tn_file_read((const char *)data, size);
  struct tn_platform *pf = tn_platform_read(file, ".", false);
  if ((pf == NULL) != (file->mistakes->len > 0))
    abort();
  tn_platform_free(pf);
  tn_file_free(file);
  return 0;
}
