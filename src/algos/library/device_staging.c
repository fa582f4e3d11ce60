#include "device_staging.h"

#include <string.h>

#include "library.h"

static const struct {
  const char *name;
  enum tn_collective collective;
  size_t most; /* bytes */
  enum tn_staging staging;
} rows[] = {
#define TN_STAGING(release, of, most, what)                                                        \
  { TN_LIBRARY_PREFIX release, TN_##of, most, TN_STAGE_##what },
#include "device_staging.def"
};

enum tn_staging tn_library_staging(const char *name, const struct tn_call *call)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].collective == call->collective && call->block <= rows[i].most &&
        strcmp(rows[i].name, name) == 0)
      return rows[i].staging;
  return TN_STAGE_NOTHING;
}
