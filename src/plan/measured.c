#include "points.h"

#include <string.h>

#include "measure/real_cases.h"

static const char host[] = "host";

/* Largest number of ranks per processing unit; with many more ranks, their start takes minutes. */
enum { MAX_PER_UNIT = 256 };

/* Loads the platform of -p, which must describe this machine, or makes one for it. */
static struct tn_platform *platform_of(const struct tn_options *s, GError **error)
{
  const char *text = s->platform;
  if (!text || strcmp(text, host) == 0) {
    struct tn_platform *here = tn_platform_host(error);
    if (!here)
      tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
    return here;
  }
  struct tn_platform *pf = tn_platform_load(text, NULL, error);
  if (pf && tn_platform_is_host(pf, error))
    return pf;
  tn_platform_free(pf);
  tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
  return NULL;
}

/* Returns true if n ranks fit: one per core or, with a mapping to processing units, one per unit.
 * With --oversubscribe several ranks share a unit. */
static bool fits(const struct tn_options *s, const struct tn_platform *pf, const char *mapping,
                 int n, GError **error)
{
  const bool names_units = tn_mapping_names_units(mapping);
  const int n_units = names_units ? tn_platform_n_pus(pf) : tn_platform_n_cores(pf);
  if (s->oversubscribe) {
    const int most = MAX_PER_UNIT * tn_platform_n_pus(pf);
    if (n <= most)
      return true;
    return tn_usage(error, "%d ranks (%d can share the %d processing units)", n, most,
                    tn_platform_n_pus(pf));
  }
  if (n <= n_units)
    return true;
  const bool has_threads = !names_units && tn_platform_n_pus(pf) > n_units;
  return tn_usage(error, "%d ranks on %d %s (--oversubscribe lets them share%s)", n, n_units,
                  names_units ? "processing units" : "cores",
                  has_threads ? ", --mapping pu takes hardware threads" : "");
}

const struct tn_plan_kind tn_plan_measured = {
  .platform = platform_of,
  .fits = fits,
  .has = tn_real_has,
  .memory_refusal = "not for real processes: their buffers are on the host (run simulates devices)",
  .strands_share = true,
  .most_calls = TN_MEASURE_CALLS
};
