/* The tree of a machine, read once with hwloc and kept as plain arrays. */
#ifndef TN_PLATFORM_TOPOLOGY_H
#define TN_PLATFORM_TOPOLOGY_H

#include <glib.h>
#include <stdbool.h>

/* Most processing units that a topology may have. */
enum { TN_MAX_PUS = 1 << 16 };

/* Arrays are indexed by hwloc's logical numbers; identifiers are dense. An LLC is the outermost
 * data cache above a core, or the core itself where it has none. A memory domain without cores is
 * left out. */
struct tn_topology {
  int n_pus, n_cores, n_llcs, n_numas, n_packages;
  int *core_of_pu;                            /* [n_pus] */
  int *os_of_pu;                              /* [n_pus], the system's own number */
  int *llc_of, *numa_of, *package_of;         /* [n_cores] */
};

/* Reads a synthetic string, or the hwloc XML file that `text` names when it ends in ".xml"
 * (relative to `folder`). False and *error when hwloc rejects it or it is larger than TN_MAX_PUS.
 * tn_topology_finish releases the arrays; on failure there is nothing to release. */
bool tn_topology_init(struct tn_topology *t, const char *text, const char *folder, GError **error);
void tn_topology_finish(struct tn_topology *t);

/* The same for the machine this runs on: the units that the process may use. */
bool tn_topology_init_host(struct tn_topology *t, GError **error);

/* Whether two topologies have the same units in the same order. */
bool tn_topology_same(const struct tn_topology *a, const struct tn_topology *b);

/* What a machine says of itself beside its tree. */
struct tn_topology_facts {
  char *synthetic;  /* hwloc's synthetic string of it, owned; NULL where it is not regular */
  guint64 llc, l2;  /* bytes of the caches above the first core; 0: unknown */
  guint64 line;     /* bytes of a line of its LLC; 0: unknown */
};
/* Reads `text` as tn_topology_init does. Fills *ret, whose string the caller frees. */
bool tn_topology_describe(const char *text, const char *folder, struct tn_topology_facts *ret,
                          GError **error);
/* The same for the machine this runs on. */
bool tn_topology_describe_host(struct tn_topology_facts *ret, GError **error);

/* Writes this machine's topology as hwloc XML. */
bool tn_topology_export_host(const char *path, GError **error);

#endif
