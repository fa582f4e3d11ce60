/* Places and links that a platform file names beyond what its topology and parameters say: memories
 * and copy engines of devices, switches, and single links, which go before the default of their
 * class.
 *
 *   <prop id="place.hbm0" value="memory rate=900GB/s"/>
 *   <prop id="place.ce0" value="engine launch=2us width=1 serves=hbm0+hbm1"/>
 *   <prop id="place.ce1" value="engine launch=2us start=1us sync=2us moves=out serves=hbm0"/>
 *   <prop id="place.plx0" value="switch"/>                  rate=100GB/s where all that pass share it
 *   <prop id="link.hbm0>hbm1" value="25GB/s 700ns"/>        one direction; the latency may be missing
 *   <prop id="link.numa-0>numa-1" value="18GB/s"/>          instead of numa_bandwidth
 *   <prop id="link.hbm0>plx0" value="26GB/s duplex=0.71"/>  both ways together 0.71 of their sum
 *
 * Each has .source, and may have .note and .error, as parameters do. Ends of a link are named
 * places or numa-K, package-K, llc-K and adapter: those of one node, by hwloc's numbers; llc-K is
 * linked with its own numa-K only, adapter only where the file says `nodes`. Nodes of a cluster are
 * alike: it has what the file of its `node` names, unless it gives a topology of its own. */
#ifndef TN_PLATFORM_FABRIC_H
#define TN_PLATFORM_FABRIC_H

#include "platform.h"

/* Kinds of places, X(number, word in files). Those to TN_PLACE_ADAPTER come from the topology. */
#define TN_PLACE_KINDS(X)                                                                          \
  X(TN_PLACE_NUMA, "numa")       /* a memory domain: its memory, and what its cores share */       \
  X(TN_PLACE_PACKAGE, "package") /* where links to other packages begin and end */                 \
  X(TN_PLACE_LLC, "llc")                                                                           \
  X(TN_PLACE_ADAPTER, "adapter") /* the node's way to other nodes */                               \
  X(TN_PLACE_MEMORY, "memory")   /* of a device */                                                 \
  X(TN_PLACE_ENGINE, "engine")   /* copies between memories, without a core */                     \
  X(TN_PLACE_SWITCH, "switch")

enum tn_place_kind {
#define TN_PLACE_KIND(number, word) number,
  TN_PLACE_KINDS(TN_PLACE_KIND)
#undef TN_PLACE_KIND
      TN_N_PLACE_KINDS
};
extern const char *const tn_place_words[TN_N_PLACE_KINDS];

/* A place of one node: the number is hwloc's, or, of named ones, the index in tn_fabric.places. */
struct tn_place_id {
  enum tn_place_kind kind;
  int number;
};

/* What an engine copies, as bits: out of the memories that it serves to wherever links lead, into
 * them, or either. */
enum tn_moves { TN_MOVES_OUT = 1, TN_MOVES_IN = 2, TN_MOVES_BOTH = TN_MOVES_OUT | TN_MOVES_IN };

struct tn_fabric_place {
  char *name;
  enum tn_place_kind kind; /* TN_PLACE_MEMORY, _ENGINE or _SWITCH */
  double rate;             /* bytes per second of all that use it; INFINITY: no limit */
  double launch;           /* seconds that handing an engine a copy takes its caller */
  double start;            /* seconds from then to its first byte, beside the links' latencies */
  double sync;             /* seconds from its last byte to the caller's sight of its end */
  int width;               /* copies that an engine carries out at a time; others queue */
  enum tn_moves moves;
  int n_serves;
  int *serves; /* [n_serves] memories that an engine copies from and to, indices of places */
  char *source, *note;
  double error; /* relative; NAN: not known */
};

struct tn_fabric_link {
  struct tn_place_id from, to;
  double rate;    /* bytes per second; above 0 */
  double latency; /* seconds; 0 where the file gives none */
  double duplex;  /* of a link and the one back, the same for both: together they carry at most this
                     share, 0.5 to 1, of the sum of their rates; 1: each by itself */
  char *source, *note;
  double error;
};

/* In the order of the file; none where the file names none. */
struct tn_fabric {
  int n_places, n_links;
  struct tn_fabric_place *places; /* [n_places] */
  struct tn_fabric_link *links;   /* [n_links] */
};

/* A place that has no limit and takes no time; its name is taken. */
struct tn_fabric_place tn_fabric_place_of(char *name, enum tn_place_kind kind);

/* Never NULL; owned by the platform. */
const struct tn_fabric *tn_platform_fabric(const struct tn_platform *pf);

/* Devices of a node: memories that the file names. Rank r of a node has number r modulo these. */
int tn_fabric_n_devices(const struct tn_fabric *fabric);
/* domain[*ret_n], transfer full: of each device of a node, in the order of the file, the memory
 * domain of the node that the fewest links lead to, the first of several. */
int *tn_fabric_domains(const struct tn_platform *pf, int *ret_n);

/* The index of the link between the same ends in the other direction; -1: there is none. */
int tn_fabric_back(const struct tn_fabric *fabric, int link);

/* A place as files name it: "hbm0", "numa-1"; transfer full. */
char *tn_fabric_name(const struct tn_fabric *fabric, struct tn_place_id place);

/* Place or link i of n_places + n_links, places first, as a file has it: "link.hbm0>hbm1",
 * "25GB/s 700ns", both transfer full. Returns its rate and where that comes from. */
struct tn_param_value tn_fabric_item(const struct tn_fabric *fabric, int i, char **ret_id,
                                     char **ret_value);

/* All that decides times, in one spelling: "" where nothing is named. Transfer full. */
char *tn_fabric_format(const struct tn_fabric *fabric);

#endif
