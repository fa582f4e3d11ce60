/* Topology of a machine, read once with hwloc and stored in plain arrays. */
#ifndef TN_PLATFORM_TOPOLOGY_H
#define TN_PLATFORM_TOPOLOGY_H

#include <glib.h>
#include <stdbool.h>

#include "fabric.h"

/* Upper limits of processing units and memory domains, the same as in Linux on x86 (NR_CPUS and
 * MAX_NUMNODES). The system's numbers of processing units are below TN_MAX_PUS. */
enum { TN_MAX_PUS = 8192, TN_MAX_NUMAS = 1024 };

/* Arrays are indexed by hwloc's logical numbers; identifiers are dense. An LLC is the outermost
 * data cache above a core, or the core itself if it has no cache. The buffers of a core are in one
 * memory domain, DRAM if the core has several; other domains are ignored. All nodes of a cluster
 * are alike. Their units are consecutive: of n units, those of node k begin at k * n / n_nodes. */
struct tn_topology {
  int n_nodes, n_pus, n_cores, n_llcs, n_numas, n_packages;
  bool has_l3;                        /* true if every core's LLC is a level-3 cache */
  int *core_of_pu;                    /* [n_pus] core of each unit */
  int *os_of_pu;                      /* [n_pus] number of each unit in the operating system */
  int *llc_of, *numa_of, *package_of; /* [n_cores] LLC, memory domain and package of each core */
};

struct tn_topology_facts;

/* Reads a synthetic string, or the hwloc XML file `text` if the name ends in ".xml" (relative to
 * `folder`). Fills *t, and *facts unless NULL. Fails if hwloc rejects it, it is too large or it has
 * no processing units. Free with tn_topology_finish and tn_topology_facts_finish; on failure there
 * is nothing to free. */
bool tn_topology_init(struct tn_topology *t, struct tn_topology_facts *facts, const char *text,
                      const char *folder, GError **error);
void tn_topology_finish(struct tn_topology *t);

void tn_topology_copy(struct tn_topology *ret, const struct tn_topology *t);

/* Repeats one node n times. Fails, and changes nothing, if the result is too large. */
bool tn_topology_repeat(struct tn_topology *t, int n, GError **error);

/* Keeps only the first n nodes. */
void tn_topology_leave(struct tn_topology *t, int n);

static inline int tn_topology_node(const struct tn_topology *t, int core)
{
  return core / (t->n_cores / t->n_nodes);
}

/* Reads the topology of this machine: the units that the process may use, without devices. *facts
 * may be NULL; free with tn_topology_facts_finish. */
bool tn_topology_init_host(struct tn_topology *t, struct tn_topology_facts *facts, GError **error);

/* Returns true if two topologies have the same units in the same order. */
bool tn_topology_same(const struct tn_topology *a, const struct tn_topology *b);

/* Facts of a machine that the arrays of struct tn_topology do not contain. */
struct tn_topology_facts {
  char *synthetic;     /* hwloc's synthetic string; NULL if the tree is irregular */
  guint64 llc, l2, l1; /* bytes of the caches above the first core; 0 if unknown */
  struct {
    /* bytes of the smallest and the largest cache; least is 0 if a core has no such cache */
    guint64 least, most;
  } caches[3];                    /* LLC, L2, L1 */
  guint64 line;                   /* bytes of a line of the first core's LLC; 0 if unknown */
  guint64 page;                   /* bytes of a base page; 0 if unknown */
  guint64 side_cache;             /* bytes of the first memory-side cache; 0 if absent */
  char architecture[16], cpu[64]; /* "x86_64", "AMD EPYC 7763 64-Core Processor"; "" if unknown */
  /* Adapters and accelerators in an XML file, one per PCI device, as many as fit:
   * "mlx5_0:openfabrics:numa-3:31.5GB/s card0:gpu:node". The last parts are the nearest place, and
   * the PCI link if known. */
  char devices[2048];
  /* GPUs in an XML file: memories gpu0, gpu1 ... with an engine per direction, switches and PCI
   * links to the host. Values that hwloc cannot know are assumed, and the notes state it. */
  struct tn_fabric fabric;
  char memories
      [1024];    /* all memories, if some are unused: "numa-0:DRAM:64G numa-0:HBM:16G:unused" */
  char *remarks; /* lines about assumptions and unused parts; may be NULL */
};
void tn_topology_facts_finish(struct tn_topology_facts *facts);

/* Returns the bytes that the facts give for parameter p (enum tn_param), or 0. If cores differ,
 * sets *ret_range to the range. */
struct tn_bounds;
guint64 tn_topology_stated(const struct tn_topology_facts *facts, int p,
                           struct tn_bounds *ret_range);

/* Finds where the lane of a PCI device of this machine ends: a package, or a memory domain of a
 * package with several. Returns false if hwloc does not know; *ret is then the first package. */
bool tn_topology_near_card(unsigned domain, unsigned bus, unsigned slot, struct tn_place_id *ret);

/* Writes this machine's topology as hwloc XML. */
bool tn_topology_export_host(const char *path, GError **error);

#endif
