/* Finds the memory domain that holds the buffers of each processing unit. */
#include "topology_source.h"

#include <string.h>

hwloc_obj_t tn_topology_core(hwloc_topology_t topology, int i)
{
  return hwloc_get_obj_by_type(
      topology, tn_topology_has_cores(topology) ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU, (unsigned)i);
}

hwloc_obj_t tn_topology_llc(hwloc_obj_t core)
{
  hwloc_obj_t found = NULL;
  for (hwloc_obj_t o = core->parent; o; o = o->parent) {
    if (hwloc_obj_type_is_dcache(o->type))
      found = o;
  }
  return found;
}

/* Makes each domain (if `plain`, each DRAM domain) the home of those of its processing units that
 * have no home yet. */
static void homes_cover(hwloc_topology_t topology, hwloc_obj_t *homes, int *load, bool plain)
{
  hwloc_obj_t domain = NULL;
  while ((domain = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, domain))) {
    hwloc_obj_t pu = NULL;
    if (plain && domain->subtype && strcmp(domain->subtype, "DRAM") != 0)
      continue;
    while ((pu = hwloc_get_next_obj_inside_cpuset_by_type(topology, domain->cpuset, HWLOC_OBJ_PU,
                                                          pu))) {
      if (homes[pu->logical_index])
        continue;
      homes[pu->logical_index] = domain;
      load[domain->logical_index]++;
    }
  }
}

/* Returns the domain nearest to a unit without one: below the closest ancestor with domains, the
 * one to which the fewest units are assigned. Returns NULL if no domain exists. */
static hwloc_obj_t homes_nearest(hwloc_topology_t topology, hwloc_obj_t pu, const int *load)
{
  hwloc_obj_t found = NULL;
  for (hwloc_obj_t above = pu->parent; above && !found; above = above->parent) {
    hwloc_obj_t domain = NULL;
    while ((domain = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, domain))) {
      const int n = load[domain->logical_index];
      if (n > 0 && hwloc_bitmap_intersects(above->cpuset, domain->cpuset) &&
          (!found || n < load[found->logical_index]))
        found = domain;
    }
  }
  return found;
}

hwloc_obj_t *tn_topology_homes(hwloc_topology_t topology)
{
  const int n_pus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
  hwloc_obj_t *homes = g_new0(hwloc_obj_t, (gsize)MAX(n_pus, 1)), group = NULL, home = NULL;
  g_autofree int *load =
      g_new0(int, (gsize)MAX(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE), 1));
  homes_cover(topology, homes, load, true);
  homes_cover(topology, homes, load, false);
  for (int i = 0; i < n_pus; i++) {
    hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i);
    hwloc_obj_t cache = tn_topology_llc(pu);
    if (homes[i])
      continue;
    /* Processing units of one LLC share a domain. */
    if (!home || !cache || cache != group)
      home = homes_nearest(topology, pu, load);
    group = cache;
    homes[i] = home;
    if (home)
      load[home->logical_index]++;
  }
  return homes;
}
