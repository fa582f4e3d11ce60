/* A node as a graph: its places, directed links between them, and what of both is limited.
 *
 * The places are those of the topology (fabric.h), and what a platform file names beside them. A
 * link belongs to a class, whose parameter gives its rate; a file may set that of one link, or add
 * links of its own. What limits transfers, a link or a place that all who use it share, is a
 * resource; nodes of a cluster are alike, and each has its own.
 *
 * A route is that with the fewest links, of equally many the one whose links come first: links of
 * the topology in the order of their classes, then the file's. It leads through domains, packages,
 * memories of devices and switches, never through a cache, an adapter or an engine. */
#ifndef TN_PLATFORM_GRAPH_H
#define TN_PLATFORM_GRAPH_H

#include "fabric.h"
#include "platform.h"

/* Classes of resources, in the order in which the simulator numbers them, X(number, the parameter
 * that limits one of them, the one that decides between which places its links run):
 * TN_N_PARAMS: none. AT_: places; OVER_, INTO_, OUT_OF_: links. */
#define TN_RESOURCES(X)                                                                            \
  X(TN_AT_MEMORY, TN_P_MEMORY_BANDWIDTH, TN_N_PARAMS)                                              \
  X(TN_OVER_PACKAGES, TN_P_PACKAGE_BANDWIDTH, TN_P_PACKAGE_LINK)                                   \
  X(TN_OVER_NUMAS, TN_P_NUMA_BANDWIDTH, TN_N_PARAMS)                                               \
  X(TN_AT_CORE, TN_P_CORE_COPY_RATE, TN_N_PARAMS)                                                  \
  X(TN_AT_LLC, TN_P_LLC_BANDWIDTH, TN_N_PARAMS)                                                    \
  X(TN_INTO_LLC, TN_P_LLC_PORT_BANDWIDTH, TN_N_PARAMS)                                             \
  X(TN_OUT_OF_LLC, TN_P_LLC_PORT_BANDWIDTH, TN_N_PARAMS)                                           \
  X(TN_AT_L2, TN_P_L2_BANDWIDTH, TN_N_PARAMS)                                                      \
  X(TN_AT_SIDE_CACHE, TN_P_SIDE_CACHE_BANDWIDTH, TN_N_PARAMS)                                      \
  X(TN_AT_FEED, TN_P_LLC_STREAMS, TN_N_PARAMS)       /* what an LLC hands to readers elsewhere */  \
  X(TN_OVER_CACHES, TN_P_PACKAGE_LINES, TN_N_PARAMS) /* lines that go from package to package */   \
  X(TN_AT_ADAPTER_OUT, TN_P_NETWORK_BANDWIDTH, TN_N_PARAMS)                                        \
  X(TN_AT_ADAPTER_IN, TN_P_NETWORK_BANDWIDTH, TN_N_PARAMS)                                         \
  X(TN_AT_SWITCHES, TN_P_SWITCH_BANDWIDTH, TN_N_PARAMS) /* of all nodes together */                \
  X(TN_AT_NAMED, TN_N_PARAMS, TN_N_PARAMS)                                                         \
  X(TN_OVER_NAMED, TN_N_PARAMS, TN_N_PARAMS)                                                       \
  X(TN_OVER_PAIRS, TN_N_PARAMS, TN_N_PARAMS) /* both directions of a link with a duplex factor */

enum tn_resource {
#define TN_RESOURCE_NUMBER(number, rate, shape) number,
  TN_RESOURCES(TN_RESOURCE_NUMBER)
#undef TN_RESOURCE_NUMBER
      TN_N_RESOURCES
};
struct tn_resource_info {
  enum tn_param rate, shape; /* TN_N_PARAMS: none */
};
extern const struct tn_resource_info tn_resources[TN_N_RESOURCES];

/* A link of every node; it is limited where `class` is not TN_N_RESOURCES and `rate` is finite.
 * What goes over it counts in its pair as well. */
struct tn_link {
  int from, to; /* tn_graph_place */
  enum tn_resource class;
  int index;      /* among the resources that a node has of the class */
  double rate;    /* bytes per second */
  double latency; /* seconds, of a file's own link; transfers by cores have their own */
  int pair;       /* among TN_OVER_PAIRS of a node; -1: the link back is independent */
};

/* A link, a pair of them, or a switch behind one, that limits what goes over it or whose class has
 * a shape. */
struct tn_hop {
  int resource;              /* of the first node; -1: it is not limited */
  int per_node;              /* more for each further node */
  enum tn_param rate, shape; /* TN_N_PARAMS: none */
};

struct tn_route {
  double latency; /* seconds, of all its links */
  int n, n_hops;
  const struct tn_link **link; /* [n] */
  struct tn_hop *hop;          /* [n_hops] what of them costs something */
};

struct tn_graph;

/* The node on which `places` are, at resolved values; the fabric is borrowed. tn_graph_free. */
struct tn_graph *tn_graph_new(const struct tn_places *places, const double *values,
                              const struct tn_fabric *fabric);
void tn_graph_free(struct tn_graph *graph);

/* Nodes that have resources: those before the last with ranks too. */
int tn_graph_n_nodes(const struct tn_graph *graph);

/* capacity[*ret_n] (NULL: not wanted) of all resources, bytes per second, INFINITY where one is not limited though
 * others of its class are; owned by the graph. */
const double *tn_graph_capacities(const struct tn_graph *graph, int *ret_n);

/* Number of a class's resource: of place or link `index` of all nodes' (node * how many each has,
 * plus its number there); -1: that is not limited. */
int tn_graph_resource(const struct tn_graph *graph, enum tn_resource class, int index);
/* The first of a class; -1: none of it is limited. */
int tn_graph_first(const struct tn_graph *graph, enum tn_resource class);
/* A hop's resource in node `node`, -1: it is not limited. */
static inline int tn_hop_resource(const struct tn_hop *hop, int node)
{
  return hop->resource < 0 ? -1 : hop->resource + node * hop->per_node;
}

/* Numbers of places within a node; `number` is that of all nodes' places of the kind. */
int tn_graph_place(const struct tn_graph *graph, enum tn_place_kind kind, int number);

/* The way from one place of a node to another, NULL where none leads there; owned by the graph. */
const struct tn_route *tn_graph_route(struct tn_graph *graph, int from, int to);

/* The same among ways that lead through devices' memories and switches only, none of the host's
 * places: from one device's memory to another's without the host. NULL where there is none. */
const struct tn_route *tn_graph_peer(struct tn_graph *graph, int from, int to);

#endif
