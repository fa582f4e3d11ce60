/* The tree of a machine, read once with hwloc and kept as plain arrays. */
#ifndef TN_PLATFORM_TOPOLOGY_H
#define TN_PLATFORM_TOPOLOGY_H

#include <glib.h>
#include <stdbool.h>

#include "fabric.h"

/* Most processing units and memory domains that a topology may have, as many as Linux takes
 * (NR_CPUS and MAX_NUMNODES of x86). The numbers that the system gives them are below TN_MAX_PUS. */
enum { TN_MAX_PUS = 8192, TN_MAX_NUMAS = 1024 };

/* Arrays are indexed by hwloc's logical numbers; identifiers are dense. An LLC is the outermost
 * data cache above a core, or the core itself where it has none. Buffers of a core
 * lie in one memory domain, DRAM if it has several; the others are left out. The nodes of a cluster are alike and follow one another: of n units, node k has those
 * from k * n / n_nodes on. */
struct tn_topology {
  int n_nodes, n_pus, n_cores, n_llcs, n_numas, n_packages;
  bool has_l3;                        /* every core's LLC is a level-3 cache */
  int *core_of_pu;                    /* [n_pus] */
  int *os_of_pu;                      /* [n_pus], the system's own number */
  int *llc_of, *numa_of, *package_of; /* [n_cores] */
};

struct tn_topology_facts;

/* Reads a synthetic string, or the hwloc XML file that `text` names when it ends in ".xml"
 * (relative to `folder`). Fills *t, and *facts where it is not NULL. False and *error when hwloc
 * rejects it, it is too large or has no processing units. tn_topology_finish and
 * tn_topology_facts_finish release what they hold; on failure there is nothing to release. */
bool tn_topology_init(struct tn_topology *t, struct tn_topology_facts *facts, const char *text,
                      const char *folder, GError **error);
void tn_topology_finish(struct tn_topology *t);

void tn_topology_copy(struct tn_topology *ret, const struct tn_topology *t);

/* Makes one node into n like it. False and *error, and nothing changed, when these are too large. */
bool tn_topology_repeat(struct tn_topology *t, int n, GError **error);

/* Leaves the first n of its nodes. */
void tn_topology_leave(struct tn_topology *t, int n);

/* The node of a core. */
static inline int tn_topology_node(const struct tn_topology *t, int core)
{
  return core / (t->n_cores / t->n_nodes);
}

/* As tn_topology_init, of the machine this runs on: the units that the process may use, and no devices.
 * *facts, which may be NULL: tn_topology_facts_finish. */
bool tn_topology_init_host(struct tn_topology *t, struct tn_topology_facts *facts, GError **error);

/* Whether two topologies have the same units in the same order. */
bool tn_topology_same(const struct tn_topology *a, const struct tn_topology *b);

/* What a machine says of itself beside its tree. */
struct tn_topology_facts {
  char *synthetic;     /* hwloc's synthetic string of it; NULL where it is not regular */
  guint64 llc, l2, l1; /* bytes of the caches above the first core; 0: unknown */
  struct {
    guint64 least, most;          /* bytes above any core; least 0: a core has none */
  } caches[3];                    /* LLC, L2, L1 */
  guint64 line;                   /* bytes of a line of the first core's LLC; 0: unknown */
  guint64 page;                   /* bytes of a base page; 0: unknown */
  guint64 side_cache;             /* bytes of the first memory-side cache; 0: none */
  char architecture[16], cpu[64]; /* "x86_64", "AMD EPYC 7763 64-Core Processor"; "": unknown */
  /* Adapters and accelerators that an XML file knows, one to a PCI device, as many as fit:
   * "mlx5_0:openfabrics:numa-3:31.5GB/s card0:gpu:node"; what is near, and the PCI link where it is
   * known. */
  char devices[2048];
  /* GPUs that an XML file knows: memories gpu0, gpu1 ... with an engine for each direction, switches
   * and PCI links to the host; what hwloc cannot know is assumed, and the notes say so. */
  struct tn_fabric fabric;
  char memories
      [1024];    /* all memories, if some are unused: "numa-0:DRAM:64G numa-0:HBM:16G:unused" */
  char *remarks; /* lines about what was assumed or not used; NULL: nothing */
};
void tn_topology_facts_finish(struct tn_topology_facts *facts);

/* Returns the bytes that the facts state for parameter p, an enum tn_param; 0: nothing. *ret_range:
 * their range where cores differ, else empty. */
struct tn_bounds;
guint64 tn_topology_stated(const struct tn_topology_facts *facts, int p,
                           struct tn_bounds *ret_range);

/* Where the lane of a PCI device of this machine ends: a package, or a memory domain of one that has
 * several. False: hwloc does not know, *ret is the first package. */
bool tn_topology_near_card(unsigned domain, unsigned bus, unsigned slot, struct tn_place_id *ret);

/* Writes this machine's topology as hwloc XML. */
bool tn_topology_export_host(const char *path, GError **error);

#endif
