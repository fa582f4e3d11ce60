/* Builds the platform of the machine on which this program runs. Ranks can be placed on the
 * platform. */
#include "machine.h"

#include "params.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

struct tn_platform *tn_platform_host(GError **error)
{
  struct tn_topology topology;
  if (!tn_topology_init_host(&topology, NULL, error))
    return NULL;
  struct tn_platform *pf = tn_machine_new();
  pf->topology = topology;
  pf->name = g_strdup(g_get_host_name());
  pf->zone = g_strdup("host");
  pf->kernel = TN_KERNEL_LINUX6;
  pf->backing = TN_BASE;
  pf->values[TN_P_PAGE_SIZE] = (double)sysconf(_SC_PAGESIZE);
  pf->provenance[TN_P_PAGE_SIZE].source = g_strdup("measured");
  memcpy(pf->filled, pf->values, sizeof pf->filled);
  tn_params_fill(pf->filled, topology.n_cores);
  return pf;
}

bool tn_platform_is_host(const struct tn_platform *pf, GError **error)
{
  struct tn_topology host;
  if (!tn_topology_init_host(&host, NULL, error))
    return false;
  const bool same = tn_topology_same(&pf->topology, &host);
  if (!same)
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "%s is not this machine (%d cores with %d processing units, here %d with %d; the "
                "trees must agree)",
                pf->name, pf->topology.n_cores, pf->topology.n_pus, host.n_cores, host.n_pus);
  tn_topology_finish(&host);
  return same;
}
