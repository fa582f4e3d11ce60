/* Places and links that a platform file adds to its topology and parameters: memories and copy
 * engines of devices, switches, and single links. A link replaces the default link between the same
 * ends.
 *
 *   <prop id="place.hbm0" value="memory rate=900GB/s"/>
 *   <prop id="place.ce0" value="engine launch=2us width=1 serves=hbm0+hbm1"/>
 *   <prop id="place.ce1" value="engine launch=2us start=1us sync=2us moves=out serves=hbm0"/>
 *   <prop id="place.plx0" value="switch"/>                  rate=100GB/s if all transfers share it
 *   <prop id="link.hbm0>hbm1" value="25GB/s 700ns"/>        one direction; the latency is optional
 *   <prop id="link.numa-0>numa-1" value="18GB/s"/>          replaces numa_bandwidth
 *   <prop id="link.hbm0>plx0" value="26GB/s duplex=0.71"/>  both directions: 0.71 of their sum
 *
 * Like a parameter, each property has .source, and may have .note and .error. The ends of a link
 * are named places, or numa-K, package-K, llc-K and adapter of one node, with hwloc's numbers K. An
 * LLC can only be linked with its own memory domain; adapter needs a file with `nodes`. The nodes
 * of a cluster are alike: a cluster takes the places and links of the file of its `node`, unless it
 * has its own topology. */
#ifndef TN_PLATFORM_FABRIC_H
#define TN_PLATFORM_FABRIC_H

#include "platform.h"

/* Kinds of places, X(number, word in platform files). Places of the kinds up to TN_PLACE_ADAPTER
 * are parts of the topology; a platform file names all other places. */
#define TN_PLACE_KINDS(X)                                                                          \
  X(TN_PLACE_NUMA, "numa")       /* a domain's memory, and the links that its cores share */       \
  X(TN_PLACE_PACKAGE, "package") /* end of the links to other packages */                          \
  X(TN_PLACE_LLC, "llc")                                                                           \
  X(TN_PLACE_ADAPTER, "adapter")                                                                   \
  X(TN_PLACE_MEMORY, "memory")                                                                     \
  X(TN_PLACE_ENGINE, "engine") /* device engine that copies between memories without a core */     \
  X(TN_PLACE_SWITCH, "switch")

enum tn_place_kind {
#define TN_PLACE_KIND(number, word) number,
  TN_PLACE_KINDS(TN_PLACE_KIND)
#undef TN_PLACE_KIND
      TN_N_PLACE_KINDS
};
extern const char *const tn_place_words[TN_N_PLACE_KINDS];

/* Identifies a place. The number is hwloc's or, if the file names the place, the index in
 * tn_fabric.places. */
struct tn_place_id {
  enum tn_place_kind kind;
  int number;
};

/* Directions of an engine's copies, as bits: from its memories to others, and from others to its
 * memories. */
enum tn_moves { TN_MOVES_OUT = 1, TN_MOVES_IN = 2, TN_MOVES_BOTH = TN_MOVES_OUT | TN_MOVES_IN };

struct tn_fabric_place {
  char *name;
  enum tn_place_kind kind; /* TN_PLACE_MEMORY, _ENGINE or _SWITCH */
  /* bytes per second that all users of the place share; INFINITY: no limit */
  double rate;
  double launch; /* seconds that the caller spends to hand over a copy */
  double start;  /* seconds from hand-over to first byte, without the links' latencies */
  double sync;   /* seconds from last byte until the caller sees the end */
  int width;     /* number of copies that an engine carries out at a time; further copies
                            * queue */
  enum tn_moves moves;
  int n_serves;
  int *serves; /* [n_serves] indices in places of the memories that an engine serves */
  char *source, *note;
  double error; /* relative error of the times and rates; NAN: unknown */
};

struct tn_fabric_link {
  struct tn_place_id from, to;
  double rate;    /* rate in bytes per second, > 0 */
  double latency; /* latency in seconds; 0 if the file does not give it */
  /* limit of both directions together, as a share (0.5 to 1) of the sum of their rates; 1:
   * independent directions */
  double duplex;
  char *source, *note;
  double error;
};

/* Named places and links of a platform, in the order of its file. */
struct tn_fabric {
  int n_places, n_links;
  struct tn_fabric_place *places; /* [n_places] */
  struct tn_fabric_link *links;   /* [n_links] */
};

/* Returns a place without limits and times. Takes ownership of `name`. */
struct tn_fabric_place tn_fabric_place_of(char *name, enum tn_place_kind kind);

/* Returns the platform's fabric, never NULL. */
const struct tn_fabric *tn_platform_fabric(const struct tn_platform *pf);

/* Returns the number of devices (memories that the file names) of a node. Rank r uses device r
 * modulo this number. */
int tn_fabric_n_devices(const struct tn_fabric *fabric);
/* Returns the memory domain nearest to each of a node's *ret_n devices, in the order of the file:
 * the domain the fewest links away or, of equally near ones, the first. Transfer full. */
int *tn_fabric_domains(const struct tn_platform *pf, int *ret_n);

/* Returns the index of the link in the opposite direction, between the same ends, or -1. */
int tn_fabric_back(const struct tn_fabric *fabric, int link);

/* Returns a place's name in files: "hbm0", "numa-1"; transfer full. */
char *tn_fabric_name(const struct tn_fabric *fabric, struct tn_place_id place);

/* Formats item i (the places come first, then the links) as a property of a platform file:
 * "link.hbm0>hbm1" in *ret_id, "25GB/s 700ns" in *ret_value, transfer full. Returns the item's rate
 * and provenance. */
struct tn_param_value tn_fabric_item(const struct tn_fabric *fabric, int i, char **ret_id,
                                     char **ret_value);

/* Formats the values of all places and links, without their provenance; "" for an empty fabric.
 * Transfer full. */
char *tn_fabric_format(const struct tn_fabric *fabric);

#endif
