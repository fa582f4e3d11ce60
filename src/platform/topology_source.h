/* Loads topologies of other people, unless hwloc would need minutes or gigabytes. */
#ifndef TN_PLATFORM_TOPOLOGY_SOURCE_H
#define TN_PLATFORM_TOPOLOGY_SOURCE_H

#include <glib.h>
#include <hwloc.h>
#include <stdbool.h>

struct tn_fabric;
struct tn_place_id;
struct tn_topology;
struct tn_topology_facts;

/* Makes hwloc load `text`: a synthetic string, or an XML file (.xml, relative to `folder`). Fails
 * if hwloc rejects it, or if it exceeds the limits of topology.h. */
bool tn_topology_source(hwloc_topology_t topology, const char *text, const char *folder,
                        GError **error);

/* Returns true if each core of a loaded topology has processing units, and its sizes are within the
 * limits; otherwise false and *error. */
bool tn_topology_sound(hwloc_topology_t topology, GError **error);

/* Returns true if the topology has Core objects. Otherwise each processing unit is a core. */
bool tn_topology_has_cores(hwloc_topology_t topology);

/* Returns core i, or processing unit i if there are no Core objects. */
hwloc_obj_t tn_topology_core(hwloc_topology_t topology, int i);

/* Returns the outermost data cache above the core, or NULL. */
hwloc_obj_t tn_topology_llc(hwloc_obj_t core);

/* Returns the memory domain that holds the buffers of each processing unit, by the unit's logical
 * index. Of several domains near a unit this is the first with DRAM, else the first. A unit without
 * a domain gets the nearest one. Transfer full; all entries are NULL if no domain has units. */
hwloc_obj_t *tn_topology_homes(hwloc_topology_t topology);

/* Fills *ret, except `devices` and `fabric`, from a loaded topology. `is_stated`: true if page and
 * line sizes are a machine's, false if hwloc's defaults for a synthetic string. */
void tn_topology_describe(hwloc_topology_t topology, const struct tn_topology *t, bool is_stated,
                          struct tn_topology_facts *ret);

/* Writes the text for `devices` (topology.h) into ret[room], from a loaded topology and its
 * arrays. */
void tn_topology_devices(hwloc_topology_t topology, const struct tn_topology *t, char *ret,
                         gsize room);

/* Builds `fabric` (topology.h); free with tn_fabric_finish. Fails, with nothing to free, on too
 * many GPUs or an invalid speed. */
bool tn_topology_gpus(hwloc_topology_t topology, const struct tn_topology *t, struct tn_fabric *ret,
                      GError **error);

/* Does the same as tn_topology_near_card (topology.h), in a topology that is loaded already. */
bool tn_topology_card_end(hwloc_topology_t topology, const struct tn_topology *t, unsigned domain,
                          unsigned bus, unsigned slot, struct tn_place_id *ret);

#endif
