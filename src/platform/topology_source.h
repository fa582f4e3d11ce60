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
 * if it is not understood or exceeds the limits of topology.h. */
bool tn_topology_source(hwloc_topology_t topology, const char *text, const char *folder,
                        GError **error);

/* Returns true if a loaded topology has processing units, also in every core, and sizes within the
 * limits; otherwise sets *error. */
bool tn_topology_sound(hwloc_topology_t topology, GError **error);

/* Returns true if the topology has Core objects. Otherwise each processing unit is a core. */
bool tn_topology_has_cores(hwloc_topology_t topology);

/* Returns core i, or processing unit i if there are no Core objects. */
hwloc_obj_t tn_topology_core(hwloc_topology_t topology, int i);

/* Returns the outermost data cache above the core, or NULL. */
hwloc_obj_t tn_topology_llc(hwloc_obj_t core);

/* Returns the memory domain that holds the buffers of each processing unit, by its logical index.
 * Among several domains of a unit DRAM is preferred, then the first. Units without a domain get the
 * nearest one. Transfer full; NULL entries if the topology has no domain with units. */
hwloc_obj_t *tn_topology_homes(hwloc_topology_t topology);

/* Fills *ret, except `devices` and `fabric`, from a loaded topology. `is_stated`: true if page and
 * line sizes are a machine's, not hwloc's defaults for a synthetic string. */
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

/* Does the same as tn_topology_near_card in a loaded topology. */
bool tn_topology_card_end(hwloc_topology_t topology, const struct tn_topology *t, unsigned domain,
                          unsigned bus, unsigned slot, struct tn_place_id *ret);

#endif
