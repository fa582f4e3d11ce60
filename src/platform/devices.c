/* What a topology knows of network adapters and accelerators. */
#include "topology.h"
#include "topology_source.h"

#include <string.h>

/* The word for a kind of OS device, NULL: none that moves data of ranks. */
static const char *kind_of(hwloc_obj_osdev_type_t type)
{
  switch (type) {
  case HWLOC_OBJ_OSDEV_GPU:
    return "gpu";
  case HWLOC_OBJ_OSDEV_NETWORK:
    return "network";
  case HWLOC_OBJ_OSDEV_OPENFABRICS:
    return "openfabrics";
  case HWLOC_OBJ_OSDEV_COPROC:
    return "coproc";
  default:
    return NULL;
  }
}

/* The PCI device of an OS device, else the device itself. */
static hwloc_obj_t card_of(hwloc_topology_t topology, hwloc_obj_t device)
{
  hwloc_obj_t card = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PCI_DEVICE, device);
  return card ? card : device;
}

/* Whether another name of its card says more: that of its verbs, of its programs. */
static bool is_outdone(hwloc_topology_t topology, hwloc_obj_t device)
{
  hwloc_obj_t other = NULL;
  while ((other = hwloc_get_next_osdev(topology, other))) {
    const int more = (int)other->attr->osdev.type - (int)device->attr->osdev.type;
    if (card_of(topology, other) == card_of(topology, device) && kind_of(other->attr->osdev.type) &&
        (more > 0 || (more == 0 && other->logical_index < device->logical_index)))
      return true;
  }
  return false;
}

/* "numa-1", "package-0" or "node": the least of these that has all units near the device. */
static char *locality_of(hwloc_topology_t topology, const struct tn_topology *t, hwloc_obj_t device)
{
  hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology, device), pu = NULL;
  int numa = -1, package = -1;
  bool is_numa = true, is_package = true;
  while (
      (pu = hwloc_get_next_obj_inside_cpuset_by_type(topology, near->cpuset, HWLOC_OBJ_PU, pu))) {
    const int core = t->core_of_pu[pu->logical_index];
    is_numa = is_numa && (numa < 0 || numa == t->numa_of[core]);
    is_package = is_package && (package < 0 || package == t->package_of[core]);
    numa = t->numa_of[core];
    package = t->package_of[core];
  }
  if (numa < 0 || !is_package)
    return g_strdup("node");
  return is_numa ? g_strdup_printf("numa-%d", numa) : g_strdup_printf("package-%d", package);
}

void tn_topology_devices(hwloc_topology_t topology, const struct tn_topology *t, char *ret,
                         gsize room)
{
  hwloc_obj_t device = NULL;
  *ret = '\0';
  while ((device = hwloc_get_next_osdev(topology, device))) {
    const char *kind = kind_of(device->attr->osdev.type), *name = device->name ? device->name : "";
    const bool is_plain =
        *name && strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.") == strlen(name);
    if (!kind || !is_plain || is_outdone(topology, device))
      continue;
    hwloc_obj_t card = card_of(topology, device);
    const float speed = card == device ? 0.0F : card->attr->pcidev.linkspeed;
    g_autofree char *near = locality_of(topology, t, device);
    g_autofree char *rate = g_strdup_printf(":%.3gGB/s", (double)speed);
    g_autofree char *text =
        g_strconcat(*ret ? " " : "", name, ":", kind, ":", near, speed > 0.0F ? rate : NULL, NULL);
    if (strlen(ret) + strlen(text) < room)
      g_strlcat(ret, text, room);
  }
}
