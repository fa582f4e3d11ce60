/* Stub of otf2.c in builds without OTF2. */
#include "files.h"
#include "study/usage.h"

bool tn_otf2_read(const char *path, GPtrArray *ret, char **ret_unused, GPtrArray *notes,
                  GError **error)
{
  (void)ret;
  (void)ret_unused;
  (void)notes;
  return tn_usage(error,
                  "%s: an OTF2 trace, which this build does not read: build it again with "
                  "libotf2-trace-dev installed (-Dotf2=enabled)",
                  path);
}
