/* A machine: topology, parameters with units and provenance, placement of ranks. */
#ifndef TN_PLATFORM_PLATFORM_H
#define TN_PLATFORM_PLATFORM_H

#include <glib.h>
#include <stdbool.h>

#include "base/idle.h"
#include "base/mechanism.h"
#include "error.h"
#include "params.h"

/* Distance between two processing units. Each distance within a node has its own parameters
 * (copy_rate.llc); between nodes the network's apply (network_latency and others). */
enum tn_distance {
  TN_SAME_CORE,                   /* "core": same core or rank */
  TN_SAME_LLC,                    /* "llc": other core, same last-level cache */
  TN_SAME_NUMA,                   /* "numa": other LLC, same memory domain */
  TN_SAME_PACKAGE,                /* "package": other domain, same package */
  TN_OTHER_PACKAGE,               /* "machine": other package, same node */
  TN_N_DISTANCES,                 /* number of distances within a node */
  TN_OTHER_NODE = TN_N_DISTANCES, /* "network" */
  TN_N_ALL_DISTANCES
};
extern const char *const tn_distance_names[TN_N_ALL_DISTANCES];

enum tn_lock_scope { TN_SCOPE_PROCESS, TN_SCOPE_PAGETABLE, TN_SCOPE_NONE };
enum tn_backing { TN_BASE, TN_THP, TN_HUGETLB };
/* Owner of the links to other packages: a package as a whole, or each of its memory domains. */
enum tn_package_link { TN_LINK_OF_PACKAGE, TN_LINK_OF_DOMAIN };
/* Memory domain of flags' lines: the library component's choice, the domain of the rank that raises
 * the flag, or that of the node's first rank. */
enum tn_flag_home { TN_FLAG_OF_COMPONENT, TN_FLAG_OF_OWNER, TN_FLAG_OF_CREATOR };
/* Rank whose cache holds the end of a message queue after the messages have been taken. */
enum tn_queue_holder { TN_QUEUE_OF_SENDER, TN_QUEUE_OF_RECEIVER };

/* When a send through a slot completes: when the message is in the slot, or when the receiver has
 * copied it out. */
enum tn_send_completion { TN_SEND_HANDED_OVER, TN_SEND_TAKEN };
enum tn_slot_home { TN_SLOT_OF_SENDER, TN_SLOT_OF_RECEIVER };
enum tn_slot_stores { TN_SLOT_CACHED, TN_SLOT_STREAMED, TN_SLOT_STREAMED_FAR };
/* Supplier of a line that another cache holds unmodified: this cache, or memory. */
enum tn_clean_lines { TN_CLEAN_FROM_CACHE, TN_CLEAN_FROM_MEMORY };
/* Kernel profiles, X(number, name, summary, source of its values; NULL if it has no values).
 * parameters.def lists the values with which a profile replaces those of a platform file. */
#define TN_KERNELS(X)                                                                              \
  X(TN_KERNEL_PAPER, "paper",                                                                      \
    "the lock that the papers measured: all parameters are those of the platform file", NULL)      \
  X(TN_KERNEL_LINUX6, "linux-6", "current Linux: one lock for each page-table page",               \
    "profile linux-6: two readers on Linux 6.18, up to 60 on a pair of EPYC 7H12")                 \
  X(TN_KERNEL_MEASURED, "measured",                                                                \
    "the lock that calibrate measured: all parameters are those of the platform file", NULL)

enum tn_kernel {
#define TN_KERNEL_NUMBER(number, name, summary, source) number,
  TN_KERNELS(TN_KERNEL_NUMBER)
#undef TN_KERNEL_NUMBER
};
/* NULL-terminated */
extern const char *const tn_lock_scope_names[], *const tn_backing_names[];
extern const char *const tn_kernel_names[], *const tn_kernel_summaries[];

struct tn_platform; /* free with tn_platform_free */

/* Returns the domain of errors. A message is one line: place, mistake, accepted values. */
GQuark tn_platform_error_quark(void);
#define TN_PLATFORM_ERROR tn_platform_error_quark()

/* Loads the platform `spec`: a name in the platform path, a file, or `synthetic:STRING` with the
 * parameters of platform `like` (otherwise NULL). SPEC:nodes=N is the first N nodes of a cluster.
 * Fails on any mistake. */
struct tn_platform *tn_platform_load(const char *spec, const char *like, GError **error);
/* Loads a platform by its name in the platform path, not by a file's path. Rows of other people
 * name platforms, and must not make the program read other files. */
struct tn_platform *tn_platform_load_named(const char *name, GError **error);
/* Builds a platform from the text of a platform file, and a temporary file for SimGrid. Paths in
 * the text are relative to the working directory. */
struct tn_platform *tn_platform_parse(const char *text, gsize length, GError **error);
/* Adds an owner. Each owner calls tn_platform_free; the last call frees the platform. */
struct tn_platform *tn_platform_ref(struct tn_platform *pf);
void tn_platform_free(struct tn_platform *pf);

/* Builds the platform of this machine with the host's name and hwloc's topology. Parameters that
 * need a measurement are NAN: ranks can be placed on the platform, but it cannot be simulated. */
struct tn_platform *tn_platform_host(GError **error);
/* Returns true if the platform has the topology of this machine; otherwise false and *error. */
bool tn_platform_is_host(const struct tn_platform *pf, GError **error);

/* Returns the mistakes of a platform file, a line of text each, in the order of the file. Transfer
 * full. */
GPtrArray *tn_platform_check(const char *spec);

/* Returns the text of a platform file for another machine. `topology` is an hwloc XML file (.xml)
 * or a synthetic string. Parameters have the values of platform `like`, marked as assumed. hwloc's
 * data on caches replace these, and values in found->params that are not NAN replace both, with
 * their own provenance; `found` may be NULL. If the topology has no synthetic string, the text
 * refers to its XML file, relative to `folder`, where the new file will be. Transfer full; fails if
 * an argument or `name` is invalid. */
struct tn_param_value;
struct tn_fitted_values {
  const struct tn_param_value *params; /* [TN_N_PARAMS] */
  const char *joint;                   /* correlated errors (tn_joint_parse); may be NULL */
  int transport; /* 1 + enum tn_transport_profile of the measured messages, or 0 */
};
char *tn_platform_import(const char *topology, const char *like, const char *name,
                         const char *folder, const struct tn_fitted_values *found, GError **error);

/* Returns lines about the parts of a topology that no prediction uses, and what is assumed in their
 * place; transfer full. Returns NULL if predictions use all parts, or if the topology is
 * invalid. */
char *tn_platform_topology_remarks(const char *topology);
/* Returns the lines of tn_platform_topology_remarks for a platform that was loaded from a topology,
 * or NULL. Owned by the platform. */
const char *tn_platform_remarks(const struct tn_platform *pf);

/* Returns the parameter for the time to pin one base page under this backing. */
enum tn_param tn_pin_param(enum tn_backing backing);

/* Returns the sorted names in the platform path, NULL-terminated, transfer full. */
char **tn_platform_names(void);

const char *tn_platform_name(const struct tn_platform *pf);
/* Returns the path of an XML file for simgrid_load_platform; for a synthetic platform a temporary
 * file, which tn_platform_free removes. Host "core-N" is hwloc's logical core N. */
const char *tn_platform_simgrid_file(const struct tn_platform *pf, GError **error);
/* Returns true if a user wrote SimGrid's hosts and links: the platform was loaded from a path or a
 * text. */
bool tn_platform_has_users_shape(const struct tn_platform *pf);
enum tn_kernel tn_platform_kernel(const struct tn_platform *pf);
enum tn_backing tn_platform_backing(const struct tn_platform *pf);
/* Returns a sentence for users about the error of predictions of collective `what`, found by
 * comparing them with measurements: property known_error.WHAT, otherwise known_error. Owned by the
 * platform; NULL if nothing was compared. */
const char *tn_platform_known_error(const struct tn_platform *pf, const char *what);
/* Returns true if the platform file has the mechanism in its property `mechanisms`
 * ("cma,memfd,cico"), or lacks this property. A device mechanism also needs a memory and an engine
 * in the file. */
bool tn_platform_has_mechanism(const struct tn_platform *pf, enum tn_mechanism mechanism);
enum tn_platform_word {
  TN_WORD_STATE,        /* fingerprint of the machine at calibration (tn_fingerprint_format) */
  TN_WORD_LIBRARY,      /* library whose benchmarks are predicted: "mpich-4.3" */
  TN_WORD_CPU,          /* "AMD EPYC 7763" */
  TN_WORD_ARCHITECTURE, /* name of the architecture, as `uname -m` prints it */
  /* adapters and accelerators of a node as hwloc finds them, each with name, kind, nearest place
   * and PCI link ("mlx5_0:openfabrics:numa-3:31.5GB/s card0:gpu:node"); no effect on times */
  TN_WORD_DEVICES,
  /* memories of a node where cores are near several memories, each with nearest domain, kind, size,
   * and "unused" if it never holds buffers ("numa-0:HBM:16G:unused") */
  TN_WORD_MEMORIES,
  TN_WORD_JOINT, /* correlated errors of several parameters (joint.h) */
  TN_WORD_YEAR,  /* release year of CPUs before 2012 */
  TN_N_WORDS
};
/* Returns the value of the word in the file, or "" if the file lacks it. */
const char *tn_platform_word(const struct tn_platform *pf, enum tn_platform_word word);
/* Return the numbers of nodes, processing units and so on, over all nodes. */
int tn_platform_n_nodes(const struct tn_platform *pf);
int tn_platform_n_pus(const struct tn_platform *pf);
int tn_platform_n_cores(const struct tn_platform *pf);
int tn_platform_n_llcs(const struct tn_platform *pf);
int tn_platform_n_numas(const struct tn_platform *pf);
int tn_platform_n_packages(const struct tn_platform *pf);
int tn_platform_default_ranks(const struct tn_platform *pf);
int tn_platform_n_devices(const struct tn_platform *pf); /* memories of devices */

/* Location of a processing unit: dense identifiers as in tn_places. */
struct tn_pu_place {
  int core, llc, numa, package, node;
};
/* Finds the processing unit with the operating system's number `os`. Returns false if there is no
 * such unit. */
bool tn_platform_os_place(const struct tn_platform *pf, int os, struct tn_pu_place *ret);

static inline enum tn_distance tn_pu_distance(const struct tn_pu_place *a,
                                              const struct tn_pu_place *b)
{
  if (a->core == b->core)
    return TN_SAME_CORE;
  if (a->package != b->package)
    return a->node == b->node ? TN_OTHER_PACKAGE : TN_OTHER_NODE;
  if (a->numa != b->numa)
    return TN_SAME_PACKAGE;
  return a->llc == b->llc ? TN_SAME_LLC : TN_SAME_NUMA;
}

/* Range in which a parameter's value is; it is known only if low < high. */
struct tn_bounds {
  double low, high;
};

/* A parameter's value and provenance as in the file, for `platform show`. `source`: paper,
 * measured, datasheet, fitted, assumed, unknown (the value is a placeholder within the range), or
 * "default". */
struct tn_param_value {
  double value;
  const char *source, *note; /* owned by the platform; note may be NULL */
  double error;              /* relative error; NAN: unknown */
};
struct tn_param_value tn_platform_param(const struct tn_platform *pf, enum tn_param p);
/* Returns the transport whose messages were measured, 1 + enum tn_transport_profile, or 0 if it is
 * unknown. Unless ret is NULL, sets *ret to the source and note of the property `transport`; the
 * source is NULL if the file lacks this property. */
int tn_platform_transport(const struct tn_platform *pf, struct tn_param_value *ret);
/* Returns the range of p from the kernel profile if it replaces the value, otherwise from the
 * platform file. A range takes precedence over an error. */
struct tn_bounds tn_platform_bounds(const struct tn_platform *pf, enum tn_kernel kernel,
                                    enum tn_param p);
/* tn_param_is_unknown returns true if the value is a placeholder (source "unknown");
 * tn_source_is_unknown returns the same for a source. tn_param_is_guess returns true if the source
 * is "assumed" or "unknown". */
bool tn_param_is_unknown(const struct tn_param_value *v);
bool tn_source_is_unknown(const char *source);
bool tn_param_is_guess(const struct tn_param_value *v);
static inline bool tn_bounds_are_stated(const struct tn_bounds *range)
{
  return range->low < range->high;
}

/* Writes to `ret` the ends of a range that differ from `value`, and returns their number (0 to
 * 2). */
static inline int tn_bounds_ends(const struct tn_bounds *range, double value, double ret[2])
{
  int n = 0;
  if (tn_bounds_are_stated(range) && range->low < value)
    ret[n++] = range->low;
  if (tn_bounds_are_stated(range) && range->high > value)
    ret[n++] = range->high;
  return n;
}

/* Formats a range as "0 to 1"; transfer full. */
char *tn_bounds_text(enum tn_param p, const struct tn_bounds *range);
/* Returns true if the value of p was taken from another platform, so that it is only assumed. */
bool tn_platform_is_inherited(const struct tn_platform *pf, enum tn_param p);

struct tn_fabric; /* fabric.h */
/* Values and facts that calibration found on this machine. */
struct tn_calibrated {
  /* [TN_N_PARAMS] parameters by source. "default": the file omits the parameter. NULL: the file has
   * the value of `like`, if any, as assumed, with the note as reason. Another source: the file has
   * value, note and error. */
  const struct tn_param_value *params;
  enum tn_kernel kernel;
  const char *mechanisms; /* available mechanisms, e.g. "cma,memfd,cico"; NULL: unknown */
  const char *state; /* fingerprint at the measurement (tn_fingerprint_format); NULL: unknown */
  const struct tn_fabric *fabric;
};
/* Returns the text of a platform file for this machine. The platform `like` supplies values that
 * were not found. A topology without synthetic string is written as NAME-hwloc.xml into `folder`,
 * the place of the new file. Transfer full. */
char *tn_platform_calibrated(const struct tn_calibrated *found, const char *like, const char *name,
                             const char *folder, GError **error);

/* Sets *ret to the value with which a kernel profile replaces the file's value of p. Returns false
 * if the file's value remains. */
bool tn_kernel_param(enum tn_kernel kernel, enum tn_param p, struct tn_param_value *ret);
/* Does the same as tn_kernel_param, but gammas that were measured on the platform apply under every
 * profile. */
bool tn_platform_kernel_param(const struct tn_platform *pf, enum tn_kernel kernel, enum tn_param p,
                              struct tn_param_value *ret);

/* Computes ret_values[TN_N_PARAMS] from the platform file, the kernel profile and `sets`
 * (NULL-terminated "name=value", may be NULL); later ones of these replace earlier ones. Missing
 * rates per distance and memcpy_rate are derived from copy_rate. Fails on a bad setting or a
 * profile without values. */
bool tn_platform_resolve(const struct tn_platform *pf, enum tn_kernel kernel,
                         const char *const *sets, double *ret_values, GError **error);

/* A value that replaces the platform's value of a parameter. */
struct tn_override {
  enum tn_param param;
  double value; /* new value in the unit of the parameter */
  /* scope for which `value` is given; TN_OF_NOTHING: the parameter's own scope */
  enum tn_scope per;
  const char *text; /* value as the user wrote it, for rows; NULL: as tn_param_format writes it */
  /* true if the run compares several values of the parameter; headings then show the value */
  bool varies;
  /* 1 + enum tn_transport_profile of the transport (transports.h) that has this value for messages
   * copied by `mechanism` (enum tn_mechanism); 0 if the user set the value */
  int transport;
  int mechanism;
};
/* Computes ret_values[TN_N_PARAMS] from the platform file, then the kernel profile, then the
 * platform's own transport, then overrides[n]. Each replaces values of those before it. The own
 * transport is skipped if overrides[0] belongs to a transport. Fails if a value is out of range. */
bool tn_platform_values(const struct tn_platform *pf, enum tn_kernel kernel,
                        const struct tn_override *overrides, int n, double *ret_values,
                        GError **error);
/* Reads "name=value" or "name=value:package" into *ret (without text). */
bool tn_override_parse(const char *set, struct tn_override *ret, GError **error);

/* Returns the seconds to pin a base page, from resolved values. */
double tn_pin_time(const double *values, enum tn_backing backing);

/* Placement of ranks. Every array has n entries, one per rank, with dense identifiers. Cores,
 * caches, domains and packages of different nodes have different identifiers. */
struct tn_places {
  int n, n_nodes;
  /* numbers of cores, LLCs, domains and packages of one node */
  int n_cores, n_llcs, n_numas, n_packages;
  int *pu, *core, *llc, *numa, *package, *node;
  struct tn_idle idle;  /* cores on which no rank runs */
  const char *platform; /* name of the platform, borrowed; NULL if unset */
};

/* Returns true if a mapping assigns hardware threads one by one, not only cores. */
bool tn_mapping_names_units(const char *mapping);

/* Places n ranks by `mapping`: core, pu, l3, numa, package, node, ppr:2:numa, block, cyclic,
 * device, list:0,4,8 and others (docs/model/machine.md). Each node gets n / n_nodes consecutive
 * ranks, on the processing units that the mapping gives to as many ranks of a single node; `node`
 * and `cyclic` distribute ranks round-robin over nodes; `device` places a rank near its device
 * (fabric.h); a list names units of the whole cluster. Fails if there are too few units, n does not
 * divide evenly, the platform knows no L3 caches, or the mapping is malformed. */
struct tn_places *tn_places_new(const struct tn_platform *pf, const char *mapping, int n,
                                GError **error);
/* Places n >= 1 ranks, also more than there are processing units. Ranks beyond the last unit begin
 * again at the first. */
struct tn_places *tn_places_new_shared(const struct tn_platform *pf, const char *mapping, int n,
                                       GError **error);
/* Places two ranks: rank 0 on the first unit of `mapping`, rank 1 on the first unit at `distance`
 * from it. Fails as tn_places_new does, or if no unit is at this distance. */
struct tn_places *tn_places_pair(const struct tn_platform *pf, const char *mapping,
                                 enum tn_distance distance, GError **error);
/* Returns the ranks of `places`, and one more rank on each idle core. */
struct tn_places *tn_places_fill(const struct tn_places *places);
void tn_places_free(struct tn_places *places);

static inline enum tn_distance tn_places_distance(const struct tn_places *p, int i, int j)
{
  const struct tn_pu_place a = { p->core[i], p->llc[i], p->numa[i], p->package[i], p->node[i] };
  const struct tn_pu_place b = { p->core[j], p->llc[j], p->numa[j], p->package[j], p->node[j] };
  return tn_pu_distance(&a, &b);
}

/* Class of a message by the distance of its ranks: between nodes, between packages of one node,
 * between memory domains of one package, or within one domain. */
enum tn_message_class {
  TN_INTER_NODE,
  TN_INTER_PACKAGE,
  TN_INTER_NUMA,
  TN_INTRA_NUMA,
  TN_N_MESSAGE_CLASSES
};
enum tn_message_class tn_message_class_of(enum tn_distance distance);

#endif
