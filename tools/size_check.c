/* Which sizes a point may have. */
#include "algos/reduction.h"
#include "expand.h"

/* More than any node holds: a mistyped unit, not a wish. */
#define MAX_BYTES ((size_t)1 << 40)

bool tn_size_check(const struct tn_plan *plan, const struct tn_point *point, GError **error)
{
  const char *where = tn_settings_where(plan->settings, TN_OPT_SIZE);
  const size_t bytes = point->call.block, ranks = (size_t)point->call.n_ranks;
  const size_t element = tn_type_size(point->call.type);
  if (bytes > MAX_BYTES / ranks) {
    g_set_error(error, TN_USAGE_ERROR, 0,
                "%s: %zu bytes on %zu ranks are more than 1 TiB (smaller sizes are accepted)",
                where, bytes, ranks);
    return false;
  }
  if (tn_collective_reduces(point->call.collective) && bytes % element != 0) {
    g_set_error(error, TN_USAGE_ERROR, 0,
                "%s: %zu bytes are no whole number of %s (multiples of %zu are accepted)", where,
                bytes, tn_type_names[point->call.type], element);
    return false;
  }
  return true;
}
