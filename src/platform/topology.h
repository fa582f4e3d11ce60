/* Topology of a machine in plain arrays, read once with hwloc. */
#ifndef TN_PLATFORM_TOPOLOGY_H
#define TN_PLATFORM_TOPOLOGY_H

#include <glib.h>
#include <stdbool.h>

#include "fabric.h"

/* Upper limits of processing units and domains, as in Linux on x86 (NR_CPUS and MAX_NUMNODES). The
 * operating system's numbers of processing units are below TN_MAX_PUS. */
enum { TN_MAX_PUS = 8192, TN_MAX_NUMAS = 1024 };

/* The arrays hold dense identifiers; indexes are hwloc's logical numbers. An LLC is the outermost
 * data cache above a core, or the core itself if it has no cache. A core's buffers are in one
 * domain; of several domains near the core this is the one with DRAM. The nodes of a cluster are
 * alike: of n processing units, those of node k begin at k * n / n_nodes. */
struct tn_topology {
  int n_nodes, n_pus, n_cores, n_llcs, n_numas, n_packages;
  bool has_l3;                        /* true if every LLC is a level-3 cache */
  int *core_of_pu;                    /* [n_pus] core of each processing unit */
  int *os_of_pu;                      /* [n_pus] number of each unit in the operating system */
  int *llc_of, *numa_of, *package_of; /* [n_cores] LLC, memory domain and package of each core */
};

struct tn_topology_facts;

/* Reads a synthetic string, or the hwloc XML file `text` (.xml, relative to `folder`), into *t and,
 * unless NULL, *facts. Fails if hwloc rejects it, or it is too large or has no processing units;
 * then there is nothing to free. Otherwise free with tn_topology_finish and
 * tn_topology_facts_finish. */
bool tn_topology_init(struct tn_topology *t, struct tn_topology_facts *facts, const char *text,
                      const char *folder, GError **error);
void tn_topology_finish(struct tn_topology *t);

void tn_topology_copy(struct tn_topology *ret, const struct tn_topology *t);

/* Turns one node's topology into that of n such nodes. Fails without a change if the result is too
 * large. */
bool tn_topology_repeat(struct tn_topology *t, int n, GError **error);

void tn_topology_leave(struct tn_topology *t, int n);

static inline int tn_topology_node(const struct tn_topology *t, int core)
{
  return core / (t->n_cores / t->n_nodes);
}

/* Reads this machine's topology: the processing units that the process may use, without devices.
 * *facts may be NULL; free with tn_topology_facts_finish. */
bool tn_topology_init_host(struct tn_topology *t, struct tn_topology_facts *facts, GError **error);

/* Returns true if both topologies have the same processing units in the same order. */
bool tn_topology_same(const struct tn_topology *a, const struct tn_topology *b);

/* Facts about a topology that struct tn_topology does not contain. 0 and "" mean unknown. */
struct tn_topology_facts {
  char *synthetic;     /* hwloc's synthetic string; NULL if the tree is irregular */
  guint64 llc, l2, l1; /* bytes of the caches above the first core; 0 if unknown */
  struct {
    /* smallest and largest size in bytes over all cores; `least` is 0 if a core has no such
     * cache */
    guint64 least, most;
  } caches[3];                    /* LLC, L2, L1 */
  guint64 line;                   /* bytes of a line of the first LLC */
  guint64 page;                   /* bytes of a base page */
  guint64 side_cache;             /* bytes of the first memory-side cache; 0 if there is no such
                                   * cache */
  char architecture[16], cpu[64]; /* "x86_64", "AMD EPYC 7763 64-Core Processor" */
  /* Adapters and accelerators of an XML file by PCI device, as many as fit:
   * "mlx5_0:openfabrics:numa-3:31.5GB/s card0:gpu:node", with the nearest place and the PCI link if
   * known. */
  char devices[2048];
  /* GPUs of an XML file: memories gpu0, gpu1 ..., each with an engine per direction; switches and
   * PCI links to the host. Values unknown to hwloc are assumed, as their notes state. */
  struct tn_fabric fabric;
  char memories
      /* list of all memories, empty if all hold buffers: "numa-0:DRAM:64G numa-0:HBM:16G:unused" */
      [1024];
  char *remarks; /* lines about assumptions and unused parts, or NULL */
};
void tn_topology_facts_finish(struct tn_topology_facts *facts);

/* Returns the bytes that a topology states for parameter p (enum tn_param), or 0 if it states none.
 * *ret_range is the range over all cores, set only if they differ. */
struct tn_bounds;
guint64 tn_topology_stated(const struct tn_topology_facts *facts, int p,
                           struct tn_bounds *ret_range);

/* Finds the place on this machine to which a PCI device is linked: a package or, if the package has
 * several domains, a domain. Returns false if hwloc does not know the place; *ret is then the first
 * package. */
bool tn_topology_near_card(unsigned domain, unsigned bus, unsigned slot, struct tn_place_id *ret);

/* Writes this machine's topology as hwloc XML. */
bool tn_topology_export_host(const char *path, GError **error);

#endif
