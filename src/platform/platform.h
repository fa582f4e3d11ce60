/* A machine: topology, parameters with unit and provenance, places of ranks. */
#ifndef TN_PLATFORM_PLATFORM_H
#define TN_PLATFORM_PLATFORM_H

#include <glib.h>
#include <stdbool.h>

#include "base/idle.h"
#include "base/mechanism.h"
#include "error.h"

/* How far apart two processing units are. Within a node each has parameters of its own
 * (copy_rate.llc); what goes to another node goes by the network (network_latency and others). */
enum tn_distance {
  TN_SAME_CORE,                   /* "core": the same core (or the same rank) */
  TN_SAME_LLC,                    /* "llc": another core under the same last-level cache */
  TN_SAME_NUMA,                   /* "numa": same memory domain, other LLC */
  TN_SAME_PACKAGE,                /* "package": other memory domain of the same package */
  TN_OTHER_PACKAGE,               /* "machine": other package of the same node */
  TN_N_DISTANCES,                 /* of those within a node */
  TN_OTHER_NODE = TN_N_DISTANCES, /* "network" */
  TN_N_ALL_DISTANCES
};
extern const char *const tn_distance_names[TN_N_ALL_DISTANCES];

enum tn_lock_scope { TN_SCOPE_PROCESS, TN_SCOPE_PAGETABLE, TN_SCOPE_NONE };
enum tn_backing { TN_BASE, TN_THP, TN_HUGETLB };
/* Who has a link of its own to each other package. */
enum tn_package_link { TN_LINK_OF_PACKAGE, TN_LINK_OF_DOMAIN };
/* Home of the lines of flags: as the component places them, at the rank that posts them, at a node's first. */
enum tn_flag_home { TN_FLAG_OF_COMPONENT, TN_FLAG_OF_OWNER, TN_FLAG_OF_CREATOR };
/* Who has the end of a queue of messages when its messages have been taken. */
enum tn_queue_holder { TN_QUEUE_OF_SENDER, TN_QUEUE_OF_RECEIVER };

/* When a send through a slot is complete. */
enum tn_send_completion { TN_SEND_HANDED_OVER, TN_SEND_TAKEN };
enum tn_slot_home { TN_SLOT_OF_SENDER, TN_SLOT_OF_RECEIVER };
enum tn_slot_stores { TN_SLOT_CACHED, TN_SLOT_STREAMED, TN_SLOT_STREAMED_FAR };
/* Who hands over a line that other caches have unchanged. */
enum tn_clean_lines { TN_CLEAN_FROM_CACHE, TN_CLEAN_FROM_MEMORY };
/* Kernel profiles, X(number, name, what it stands for, where its values come from): the values that
 * it puts in place of a file's are in parameters.def; NULL where it has none. */
#define TN_KERNELS(X)                                                                              \
  X(TN_KERNEL_PAPER, "paper",                                                                      \
    "the lock as the papers measured it: every parameter is the platform file's", NULL)            \
  X(TN_KERNEL_LINUX6, "linux-6",                                                                   \
    "a current Linux: the lock covers a page-table page, not the process",                         \
    "profile linux-6: two readers on Linux 6.18, up to 60 on a pair of EPYC 7H12")                 \
  X(TN_KERNEL_MEASURED, "measured", "the lock as calibrate found it: the platform file's", NULL)

enum tn_kernel {
#define TN_KERNEL_NUMBER(number, name, summary, source) number,
  TN_KERNELS(TN_KERNEL_NUMBER)
#undef TN_KERNEL_NUMBER
};
/* How messages go: by the point's mechanism, or through shared memory whatever that is. */
enum tn_way { TN_WAY_SAME, TN_WAY_SHARED };
/* NULL-terminated */
extern const char *const tn_lock_scope_names[], *const tn_backing_names[];
extern const char *const tn_kernel_names[], *const tn_kernel_summaries[];

/* Parameters by number: TN_P_ALPHA and so on, from the list parameters.def. Values are SI: seconds,
 * bytes, bytes per second, or plain numbers; of a choice the index of the word. A value that is
 * absent ("none", e.g. core_copy_rate) is INFINITY for rates. Classes follow tn_distance:
 * TN_P_COPY_RATE_CLASS + TN_SAME_LLC is copy_rate.llc. */
enum tn_param {
#define TN_PARAM(id, ...) TN_P_##id,
#include "parameters.def"
  TN_N_PARAMS
};

enum tn_unit {
  TN_UNIT_NONE,
  TN_UNIT_SECONDS,
  TN_UNIT_BYTES,
  TN_UNIT_BYTES_PER_SECOND,
  TN_UNIT_CHOICE,
  TN_UNIT_COUNT,
  TN_UNIT_SHARING /* how strands share a core: see enum tn_sharing */
};
extern const char *const tn_unit_names[]; /* of the SI values, "" where there is none */

/* What one value of a parameter is for. X(number, name) */
#define TN_SCOPES(X)                                                                               \
  X(TN_OF_NOTHING, "")                                                                             \
  X(TN_OF_THREAD, "thread") /* a hardware thread and the software on it */                         \
  X(TN_OF_CORE, "core")                                                                            \
  X(TN_OF_LLC, "llc")                                                                              \
  X(TN_OF_DOMAIN, "domain")                                                                        \
  X(TN_OF_PACKAGE, "package")                                                                      \
  X(TN_OF_NODE, "node")                                                                            \
  X(TN_OF_PAIR, "pair")         /* two cores, by their distance */                                 \
  X(TN_OF_LINK, "link")         /* of two domains of a package, per direction */                   \
  X(TN_OF_PACKAGE_LINK, "link") /* of two packages, or a domain and a package */                   \
  X(TN_OF_KERNEL, "kernel")     /* the operating system */                                         \
  X(TN_OF_LIBRARY, "library")   /* an MPI library's software, queues and limits */                 \
  X(TN_OF_NETWORK, "network")                                                                      \
  X(TN_OF_DEVICE, "device") /* and its driver */
enum tn_scope {
#define TN_SCOPE_NUMBER(number, name) number,
  TN_SCOPES(TN_SCOPE_NUMBER)
#undef TN_SCOPE_NUMBER
      TN_N_SCOPES
};
extern const char *const tn_scope_names[TN_N_SCOPES];

/* What a parameter is where neither the file nor the user gives it. */
enum tn_default_kind {
  TN_DEFAULT_NONE, /* a platform file must give it */
  TN_DEFAULT_VALUE,
  TN_DEFAULT_OF,      /* `value` times another parameter, an earlier one of the list */
  TN_DEFAULT_NEAREST, /* the next class further out, or else further in, that is given */
  TN_DEFAULT_CORES    /* the number of cores */
};
struct tn_param_default {
  enum tn_default_kind kind;
  double value;
  enum tn_param source; /* the other parameter, or the first of the classes */
  const char *note;     /* where it comes from; NULL: "as SOURCE" */
};

/* What a parameter is read for: by mechanisms of a kind (enum tn_mechanism_kind), and by these. */
#define TN_PARAM_USES(X)                                                                           \
  X(TN_USE_BYTES, "moving bytes")                                                                  \
  X(TN_USE_SUMS, "reductions")                                                                     \
  X(TN_USE_FLAGS, "flags")                                                                         \
  X(TN_USE_MESSAGES, "messages")                                                                   \
  X(TN_USE_NETWORK, "transfers between nodes")                                                     \
  X(TN_USE_NEW_PAGES, "new buffers")                                                               \
  X(TN_USE_ENTRY, "times of entry")                                                                \
  X(TN_USE_STRANDS, "strands that share a core")                                                   \
  X(TN_USE_DEVICES, "buffers on devices")                                                          \
  X(TN_USE_RANKS, "the number of ranks")                                                           \
  X(TN_USE_FORMS, "closed forms")

enum tn_param_use {
  TN_USE_OF_KINDS = 7, /* the last that a kind of mechanism may have */
#define TN_PARAM_USE_NUMBER(number, name) number,
  TN_PARAM_USES(TN_PARAM_USE_NUMBER)
#undef TN_PARAM_USE_NUMBER
      TN_N_USES
};
extern const char *const tn_use_names[TN_N_USES]; /* NULL for kinds of mechanisms */

/* What calibrate writes of a parameter. */
enum tn_param_calibration {
  TN_CALIBRATE_PROBED,     /* what a probe finds; without it, what --like has */
  TN_CALIBRATE_SYSTEM,     /* what hwloc or the system says */
  TN_CALIBRATE_CHOSEN,     /* the default, which is this program's own choice */
  TN_CALIBRATE_NOT_PROBED, /* what --like has */
  TN_CALIBRATE_LEFT_OUT    /* nothing: another machine's value is no better than the default */
};

/* One line of parameters.def. */
struct tn_param_info {
  const char *name;
  enum tn_scope scope;
  enum tn_scope carried; /* what another topology's value is taken per: the scope itself (as it is),
                            a larger or smaller one (in proportion), TN_OF_NOTHING (not at all) */
  enum tn_unit unit;
  double min, max;            /* accepted range of the SI value */
  const char *const *choices; /* for TN_UNIT_CHOICE */
  bool power_of_two;          /* only these are accepted */
  struct tn_param_default preset;
  unsigned uses; /* bits, 1 << enum tn_param_use or 1 << enum tn_mechanism_kind */
  enum tn_param_calibration calibration;
  const char *summary;
};
extern const struct tn_param_info tn_params[TN_N_PARAMS];

/* Number of the parameter called `name`, or -1. */
int tn_param_find(const char *name);

struct tn_platform; /* owned by whoever loaded it; tn_platform_free */

/* Domain of all errors of this library; the message is one line: where, what, what is accepted. */
GQuark tn_platform_error_quark(void);
#define TN_PLATFORM_ERROR tn_platform_error_quark()

/* Loads `spec`: a name in the platform path, a file, or `synthetic:STRING`, for which `like` names
 * the platform that has the parameters (NULL otherwise). SPEC:nodes=N is the first N nodes of a
 * cluster. NULL and *error on any mistake. */
struct tn_platform *tn_platform_load(const char *spec, const char *like, GError **error);
/* The same of a name in the platform path only: what rows say of their platform, which strangers
 * may have written, shall not have files read. */
struct tn_platform *tn_platform_load_named(const char *name, GError **error);
/* The platform that a file of this text would be, for SimGrid kept in a temporary file. Files that it
 * names are looked for in the working directory. */
struct tn_platform *tn_platform_parse(const char *text, gsize length, GError **error);
/* One more owner, who calls tn_platform_free, too; the last call frees it. */
struct tn_platform *tn_platform_ref(struct tn_platform *pf);
void tn_platform_free(struct tn_platform *pf);

/* The machine this runs on: its name is that of the host, its topology what hwloc finds. Parameters
 * that only a measurement could tell are NAN, so it can carry ranks but not be simulated. */
struct tn_platform *tn_platform_host(GError **error);
/* Whether the topology is that of the machine this runs on. False and *error when it is not. */
bool tn_platform_is_host(const struct tn_platform *pf, GError **error);

/* All mistakes of a file, one line each, in order: transfer full, empty when it is right. */
GPtrArray *tn_platform_check(const char *spec);

/* A platform file for another machine: `topology` is an hwloc XML file (its name ends in .xml) or a
 * synthetic string, `like` the platform whose parameters are taken over, marked as assumed.
 * What hwloc knows of caches goes before these. A machine that no synthetic string
 * describes is referred to by its XML, relative to `folder`, where the result is to lie. What is known
 * of the machine (NULL: nothing), found->params[p], goes before what is taken over, with its own
 * provenance, where its value is not NAN. Transfer full; NULL and *error when either is not understood
 * or `name` is none. */
struct tn_param_value;
struct tn_found {
  const struct tn_param_value *params; /* [TN_N_PARAMS] */
  const char *joint;                   /* TN_WORD_JOINT; NULL: none */
  int transport; /* of the measured messages: 1 + enum tn_transport_profile; 0: not known */
};
char *tn_platform_import(const char *topology, const char *like, const char *name,
                         const char *folder, const struct tn_found *found, GError **error);

/* Returns lines about what such a topology holds and no prediction uses, and what was assumed in its
 * place; transfer full. NULL: nothing, or it is not understood. */
char *tn_platform_topology_remarks(const char *topology);
/* The same lines of a platform whose spec is such a topology; owned by the platform. */
const char *tn_platform_remarks(const struct tn_platform *pf);

/* The parameter that the value of p comes from where given[TN_N_PARAMS] are given; -1: none. */
int tn_param_origin(enum tn_param p, const bool *given);

/* The measurement that would settle a parameter, in words; NULL where it is no property of a machine
 * (rcache, region_cache, barrier_skew, default_ranks). Static. */
const char *tn_param_settled_by(enum tn_param p);

/* The parameter that pinning a base page of this backing costs. */
enum tn_param tn_pin_param(enum tn_backing backing);

/* The text of a parameter's value that a platform file may hold; transfer full. */
char *tn_param_format(enum tn_param p, double value);

/* Names in the platform path, sorted, NULL-terminated, transfer full. */
char **tn_platform_names(void);

const char *tn_platform_name(const struct tn_platform *pf);
/* Path of an XML that simgrid_load_platform accepts (for a synthetic platform a temporary file that
 * tn_platform_free removes). Host names: "core-N", N = hwloc logical core number. */
const char *tn_platform_simgrid_file(const struct tn_platform *pf, GError **error);
/* Returns true if a user wrote that file's hosts and links: the platform was given by its path or text. */
bool tn_platform_has_users_shape(const struct tn_platform *pf);
enum tn_kernel tn_platform_kernel(const struct tn_platform *pf); /* the file's default */
enum tn_backing tn_platform_backing(const struct tn_platform *pf);
/* How far predictions for this platform were off when they were compared with measurements, as the
 * file's property known_error.WHAT says (else known_error; `what` is a collective's name): a
 * sentence for people, owned by the platform. NULL: nothing was compared. */
const char *tn_platform_known_error(const struct tn_platform *pf, const char *what);
/* Whether the machine can move data by the mechanism, as the file's property
 * `mechanisms` says ("cma,memfd,cico"); true where the file does not say. One on a device needs a
 * memory and an engine in the file besides. */
bool tn_platform_has_mechanism(const struct tn_platform *pf, enum tn_mechanism mechanism);
/* What properties of the file say of the machine in words. */
enum tn_platform_word {
  TN_WORD_STATE,        /* its fingerprint while it was calibrated (tn_fingerprint_format) */
  TN_WORD_LIBRARY,      /* the MPI library whose benchmarks are to be predicted: "mpich-4.3" */
  TN_WORD_CPU,          /* "AMD EPYC 7763" */
  TN_WORD_ARCHITECTURE, /* as `uname -m` names it */
  TN_WORD_DEVICES,  /* a node's adapters and accelerators as hwloc knows them: name, kind, what is
                         near, PCI link ("mlx5_0:openfabrics:numa-3:31.5GB/s card0:gpu:node").
                         No time depends on them */
  TN_WORD_MEMORIES, /* where a node has several memories near a core: the nearest domain, kind, size,
                         "unused" if no buffers lie there ("numa-0:HBM:16G:unused") */
  TN_WORD_JOINT,    /* errors of several parameters that go together (joint.h) */
  TN_WORD_YEAR,     /* in which the CPU came out; of those before 2012 */
  TN_N_WORDS
};
/* "" where the file does not say. */
const char *tn_platform_word(const struct tn_platform *pf, enum tn_platform_word word);
/* Of all nodes. */
int tn_platform_n_nodes(const struct tn_platform *pf);
int tn_platform_n_pus(const struct tn_platform *pf);
int tn_platform_n_cores(const struct tn_platform *pf);
int tn_platform_n_llcs(const struct tn_platform *pf);
int tn_platform_n_numas(const struct tn_platform *pf);
int tn_platform_n_packages(const struct tn_platform *pf);
int tn_platform_default_ranks(const struct tn_platform *pf);
int tn_platform_n_devices(const struct tn_platform *pf); /* memories of devices, of all nodes */

/* Where a processing unit lies, dense identifiers as in tn_places. */
struct tn_pu_place {
  int core, llc, numa, package, node;
};
/* The place of the unit that the operating system calls `os`; false when there is none. */
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

/* What a value lies within, if low < high; else nothing is stated. */
struct tn_bounds {
  double low, high;
};

/* One parameter as the platform file has it, for `platform show`. `source` is one of paper,
 * measured, datasheet, fitted, assumed, unknown (the value only stands in for one within the range),
 * or "default". */
struct tn_param_value {
  double value;
  const char *source, *note; /* owned by the platform; note may be NULL */
  double error;              /* relative; NAN when unknown */
};
struct tn_param_value tn_platform_param(const struct tn_platform *pf, enum tn_param p);
/* Returns the transport with whose messages the platform was measured, 1 + enum tn_transport_profile,
 * or 0. *ret, if not NULL: source and note of it, or of there being none; no source: not stated. */
int tn_platform_transport(const struct tn_platform *pf, struct tn_param_value *ret);
/* The range that the file states for p, or the kernel profile whose value goes before the file's; it
 * goes before the error. */
struct tn_bounds tn_platform_bounds(const struct tn_platform *pf, enum tn_kernel kernel,
                                    enum tn_param p);
/* Whether the value only stands in for one that is unknown; whether nothing but a guess supports it:
 * it is assumed, or unknown. */
bool tn_param_is_unknown(const struct tn_param_value *v);
bool tn_source_is_unknown(const char *source);
bool tn_param_is_guess(const struct tn_param_value *v);
static inline bool tn_bounds_are_stated(const struct tn_bounds *range)
{
  return range->low < range->high;
}

/* The ends that are not the value itself; returns how many, 0 without a range. */
static inline int tn_bounds_ends(const struct tn_bounds *range, double value, double ret[2])
{
  int n = 0;
  if (tn_bounds_are_stated(range) && range->low < value)
    ret[n++] = range->low;
  if (tn_bounds_are_stated(range) && range->high > value)
    ret[n++] = range->high;
  return n;
}

/* "0 to 1", of a range of parameter p; transfer full. */
char *tn_bounds_text(enum tn_param p, const struct tn_bounds *range);
/* Whether the value is assumed, since it is another platform's. */
bool tn_platform_is_lent(const struct tn_platform *pf, enum tn_param p);

struct tn_fabric; /* fabric.h */
/* A platform file for the machine this runs on. `mechanisms` ("cma,memfd,cico"): those that it has;
 * NULL: not known. `state`: its fingerprint while it was measured (tn_fingerprint_format); NULL: not
 * known. `fabric`: places and links of it. found[TN_N_PARAMS]: source "default" leaves a parameter out; any other source
 * goes in as it stands, with value, note and error; without a source the value of the platform
 * `like` is taken over where it has one, marked as assumed, and the note says why. A topology that
 * no synthetic string describes is written as NAME-hwloc.xml into `folder`, where the result is to
 * lie. Transfer full; NULL and *error. */
char *tn_platform_calibrated(const struct tn_param_value *found, enum tn_kernel kernel,
                             const char *mechanisms, const char *state,
                             const struct tn_fabric *fabric, const char *like, const char *name,
                             const char *folder, GError **error);

/* What a kernel profile puts in place of a file's value of p. False: nothing, the file's stands. */
bool tn_kernel_param(enum tn_kernel kernel, enum tn_param p, struct tn_param_value *ret);
/* The same on a platform, where a gamma that was measured counts under every profile. */
bool tn_platform_kernel_param(const struct tn_platform *pf, enum tn_kernel kernel, enum tn_param p,
                              struct tn_param_value *ret);

/* The values of one experiment: file, then kernel profile, then `sets` (NULL-terminated array of
 * "name=value", may be NULL), later ones win. Per-class rates are filled in from copy_rate,
 * memcpy_rate too. ret_values[TN_N_PARAMS]. False and *error on a bad setting or a profile that
 * the platform has no values for. */
bool tn_platform_resolve(const struct tn_platform *pf, enum tn_kernel kernel,
                         const char *const *sets, double *ret_values, GError **error);

/* A parameter and the value that goes before the platform's. */
struct tn_override {
  enum tn_param param;
  double value;      /* as in tn_param */
  enum tn_scope per; /* what the value is for; TN_OF_NOTHING: the parameter's own scope */
  const char *text;  /* as it was written, for rows; NULL: as tn_param_format writes it */
  bool varies;       /* one of several that were asked for: headings tell which */
  int transport; /* 1 + enum tn_transport_profile of which it is part (transports.h), for messages
                       that `mechanism` (enum tn_mechanism) copies; 0: asked for by itself */
  int mechanism;
};
/* The same without text: overrides[n], later ones win; values out of a parameter's range are
 * refused. Unless they begin with a transport's, those of the platform's own lie under them. */
bool tn_platform_values(const struct tn_platform *pf, enum tn_kernel kernel,
                        const struct tn_override *overrides, int n, double *ret_values,
                        GError **error);
/* Reads "name=value" or "name=value:package" into *ret (without text). False and *error: what is accepted. */
bool tn_override_parse(const char *set, struct tn_override *ret, GError **error);

/* The parameter that says how messages go to a rank so far away in the node (enum tn_way). */
enum tn_param tn_way_param(enum tn_distance distance);

/* Pin time per base page for the backing, from resolved values. */
double tn_pin_time(const double *values, enum tn_backing backing);

/* Where ranks sit. Every array has n entries, dense identifiers; those of a node's cores, caches,
 * domains and packages are no other node's. */
struct tn_places {
  int n, n_nodes;
  int n_cores, n_llcs, n_numas, n_packages; /* of each node of the platform */
  int *pu, *core, *llc, *numa, *package, *node;
  struct tn_idle idle;  /* cores on which none of them sits */
  const char *platform; /* borrowed: its name; NULL: nobody has said it */
};

/* Whether a mapping is of processing units, not of cores: hardware threads take ranks, too. */
bool tn_mapping_names_units(const char *mapping);

/* Places of n ranks by `mapping`: core, pu, l3, numa, package, node, ppr:2:numa, block, cyclic, device,
 * list:0,4,8 and other names of the first (docs/model/machine.md). Each node of a cluster has equally
 * many, one after another: the first n / n_nodes ranks sit on node 0, on the units that the mapping
 * gives so many ranks of a single node; with `node` and `cyclic` ranks are dealt to the nodes in turn;
 * with `device` a rank is near its device (fabric.h). A list names units of the whole cluster. NULL and
 * *error when there are not enough units, n does not divide evenly, the platform knows no L3 caches, or
 * the mapping is malformed. */
struct tn_places *tn_places_new(const struct tn_platform *pf, const char *mapping, int n,
                                GError **error);
/* The same for any n >= 1: ranks beyond the last unit begin again with the first. */
struct tn_places *tn_places_new_shared(const struct tn_platform *pf, const char *mapping, int n,
                                       GError **error);
/* Places of two ranks: the first of `mapping`, and the first of it that is `distance` away from
 * that. NULL and *error as above, or when there is none. */
struct tn_places *tn_places_pair(const struct tn_platform *pf, const char *mapping,
                                 enum tn_distance distance, GError **error);
/* The same ranks, and after them one on each core that was without. */
struct tn_places *tn_places_fill(const struct tn_places *places);
void tn_places_free(struct tn_places *places);

static inline enum tn_distance tn_places_distance(const struct tn_places *p, int i, int j)
{
  const struct tn_pu_place a = { p->core[i], p->llc[i], p->numa[i], p->package[i], p->node[i] };
  const struct tn_pu_place b = { p->core[j], p->llc[j], p->numa[j], p->package[j], p->node[j] };
  return tn_pu_distance(&a, &b);
}

/* How a message that goes so far is counted: between nodes, between packages of one node, between
 * memory domains of one package, within one domain. */
enum tn_message_class {
  TN_INTER_NODE,
  TN_INTER_PACKAGE,
  TN_INTER_NUMA,
  TN_INTRA_NUMA,
  TN_N_MESSAGE_CLASSES
};
enum tn_message_class tn_message_class_of(enum tn_distance distance);

/* Draws nothing, prints nothing: text for people is made by tools/. */
#endif
