/* Commands that are missing in a build with -Dsatellites=disabled: they report an error. */
#include "commands.h"
#include "exports/export.h"
#include "trace/trace.h"

static GError *missing_satellite(const char *what)
{
  return g_error_new(TN_USAGE_ERROR, 0, "%s: this build lacks it (-Dsatellites=disabled)", what);
}

#define TN_COMMAND(...)
#define TN_PART(...)
#define TN_SATELLITE(function, name, ...)                                                          \
  bool tn_cmd_##function(struct tn_options *s, GError **error)                                     \
  {                                                                                                \
    (void)s;                                                                                       \
    g_propagate_error(error, missing_satellite(name));                                             \
    return false;                                                                                  \
  }
#include "commands.def"

bool tn_export_rules(const struct tn_options *s, GError **error)
{
  g_propagate_error(error, missing_satellite(tn_options_where(s, TN_OPT_FOR)));
  return false;
}

struct tn_program *tn_trace_load(const char *path, GPtrArray *notes, GError **error)
{
  (void)path;
  (void)notes;
  g_propagate_error(error, missing_satellite("reading traces"));
  return NULL;
}
