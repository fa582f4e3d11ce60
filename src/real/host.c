#include "host.h"

#include <hwloc.h>

#include "base/process.h"

struct tn_host {
  hwloc_topology_t topology;
};

struct tn_host *tn_host_new(GError **error)
{
  struct tn_host *host = g_new0(struct tn_host, 1);
  tn_process_hold_forks();
  const bool is_begun = hwloc_topology_init(&host->topology) == 0;
  const bool is_loaded = is_begun && hwloc_topology_load(host->topology) == 0;
  if (is_begun && !is_loaded)
    hwloc_topology_destroy(host->topology);
  tn_process_release_forks();
  if (is_loaded)
    return host;
  g_free(host);
  g_set_error_literal(error, TN_PLATFORM_ERROR, 0, "hwloc cannot detect this machine's topology");
  return NULL;
}

void tn_host_free(struct tn_host *host)
{
  if (!host)
    return;
  tn_process_hold_forks();
  hwloc_topology_destroy(host->topology);
  tn_process_release_forks();
  g_free(host);
}

static hwloc_obj_t pu_at(const struct tn_host *host, int pu)
{
  return hwloc_get_obj_by_type(host->topology, HWLOC_OBJ_PU, (unsigned)pu);
}

int tn_host_n_pus(const struct tn_host *host)
{
  return hwloc_get_nbobjs_by_type(host->topology, HWLOC_OBJ_PU);
}

bool tn_host_pin(const struct tn_host *host, int pu)
{
  return hwloc_set_cpubind(host->topology, pu_at(host, pu)->cpuset, HWLOC_CPUBIND_THREAD) == 0;
}

int tn_host_nearest_idle(const struct tn_host *host, const struct tn_places *places, int pu)
{
  const int n = tn_host_n_pus(host);
  g_autofree hwloc_obj_t *others = g_new(hwloc_obj_t, n);
  const int n_found =
      (int)hwloc_get_closest_objs(host->topology, pu_at(host, pu), others, (unsigned)n);
  for (int i = 0; i < n_found; i++) {
    const int other = (int)others[i]->logical_index;
    int r = 0;
    while (r < places->n && places->pu[r] != other)
      r++;
    if (r == places->n)
      return other;
  }
  return pu;
}

int tn_host_pu_of_core(const struct tn_host *host, int core)
{
  const int n_cores = hwloc_get_nbobjs_by_type(host->topology, HWLOC_OBJ_CORE);
  if (core < 0 || core >= (n_cores > 0 ? n_cores : tn_host_n_pus(host)))
    return -1;
  if (n_cores <= 0)
    return core;
  hwloc_obj_t object = hwloc_get_obj_by_type(host->topology, HWLOC_OBJ_CORE, (unsigned)core);
  hwloc_obj_t pu =
      hwloc_get_obj_inside_cpuset_by_type(host->topology, object->cpuset, HWLOC_OBJ_PU, 0);
  return pu ? (int)pu->logical_index : -1;
}
