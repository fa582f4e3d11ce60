/* A node as a graph: its places, the directed links between them, and their limits.
 *
 * The places are those of the topology (fabric.h) and those that a platform file names. A link
 * belongs to a class, and a parameter of the class gives its rate. A file may set the rate of one
 * link or add links. A resource is a link or a place with a limited rate that all its users share.
 * The nodes of a cluster are alike, and each has its own resources.
 *
 * A route is the path with the fewest links. Among equally short paths, the one with the first
 * links wins: links of the topology in the order of their classes, then the file's links. Routes
 * lead through domains, packages, memories of devices and switches, never through a cache, an
 * adapter or an engine. */
#ifndef TN_PLATFORM_GRAPH_H
#define TN_PLATFORM_GRAPH_H

#include "fabric.h"
#include "platform.h"

/* Classes of resources in the order in which the simulator numbers them: X(number, parameter that
 * limits one of them, parameter that decides between which places its links run), TN_N_PARAMS if
 * there is no such parameter. AT_ is a place; OVER_, INTO_, OUT_OF_ are links. */
#define TN_RESOURCES(X)                                                                            \
  X(TN_AT_MEMORY, TN_P_MEMORY_BANDWIDTH, TN_N_PARAMS)                                              \
  X(TN_OVER_PACKAGES, TN_P_PACKAGE_BANDWIDTH, TN_P_PACKAGE_LINK)                                   \
  X(TN_OVER_NUMAS, TN_P_NUMA_BANDWIDTH, TN_N_PARAMS)                                               \
  X(TN_AT_CORE, TN_P_CORE_COPY_RATE, TN_N_PARAMS)                                                  \
  X(TN_AT_LLC, TN_P_LLC_BANDWIDTH, TN_N_PARAMS)                                                    \
  X(TN_INTO_LLC, TN_P_LLC_PORT_BANDWIDTH, TN_N_PARAMS)                                             \
  X(TN_OUT_OF_LLC, TN_P_LLC_PORT_BANDWIDTH, TN_N_PARAMS)                                           \
  X(TN_AT_L2, TN_P_L2_BANDWIDTH, TN_N_PARAMS)                                                      \
  X(TN_AT_FEED, TN_P_LLC_STREAMS, TN_N_PARAMS) /* an LLC's supply to readers under other LLCs */   \
  X(TN_AT_ADAPTER_OUT, TN_P_NETWORK_BANDWIDTH, TN_N_PARAMS)                                        \
  X(TN_AT_ADAPTER_IN, TN_P_NETWORK_BANDWIDTH, TN_N_PARAMS)                                         \
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
  enum tn_param rate, shape;
};
extern const struct tn_resource_info tn_resources[TN_N_RESOURCES];

/* A link that each node has. It is limited if `class` is not TN_N_RESOURCES and `rate` is finite.
 * If it has a pair, its traffic also loads the pair. */
struct tn_link {
  int from, to; /* numbers of tn_graph_place */
  enum tn_resource class;
  int index;   /* index among the node's resources of the class */
  double rate; /* bytes per second */
  /* seconds, for links of the file only; transfers by cores use the parameters of lines */
  double latency;
  /* index among the node's resources TN_OVER_PAIRS; -1 if the other direction is independent */
  int pair;
};

/* Part of a route: a link, a pair of links, or the switch at the end of a link. It limits the
 * traffic over it, or its class has a shape. */
struct tn_hop {
  int resource;              /* number of the resource in the first node; -1 if unlimited */
  int per_node;              /* increment of `resource` per node */
  enum tn_param rate, shape; /* parameters of the class; TN_N_PARAMS if there is none */
};

struct tn_route {
  double latency; /* seconds, sum of all links */
  int n, n_hops;
  const struct tn_link **link; /* [n] */
  struct tn_hop *hop;          /* [n_hops] the limited parts of the route */
};

struct tn_graph;

/* Builds the graph of one node, with the places of the ranks and idle cores in `places` and
 * resolved values. Borrows the fabric. Free with tn_graph_free. */
struct tn_graph *tn_graph_new(const struct tn_places *places, const double *values,
                              const struct tn_fabric *fabric);
void tn_graph_free(struct tn_graph *graph);

/* Returns the number of nodes that have resources: all nodes up to the last one with ranks. */
int tn_graph_n_nodes(const struct tn_graph *graph);

/* Returns an array [*ret_n], owned by the graph, of the bytes per second of all resources; ret_n
 * may be NULL. INFINITY: the resource is unlimited, but others of its class are limited. */
const double *tn_graph_capacities(const struct tn_graph *graph, int *ret_n);

/* Returns the number of a resource of the class. `index` is node * (places or links of the class
 * per node) + number within the node. Returns -1 if the class is unlimited. */
int tn_graph_resource(const struct tn_graph *graph, enum tn_resource class, int index);
/* Returns the number of the first resource of a class, or -1 if the class is unlimited. */
int tn_graph_first(const struct tn_graph *graph, enum tn_resource class);
/* Returns the hop's resource in node `node`, or -1 if it is unlimited. */
static inline int tn_hop_resource(const struct tn_hop *hop, int node)
{
  return hop->resource < 0 ? -1 : hop->resource + node * hop->per_node;
}

/* Returns the number of a place in the graph. `number` is the number of the place among all places
 * of its kind, over all nodes. */
int tn_graph_place(const struct tn_graph *graph, enum tn_place_kind kind, int number);

/* Returns the route between two places of a node, or NULL if no links connect them. Owned by the
 * graph. */
const struct tn_route *tn_graph_route(struct tn_graph *graph, int from, int to);

/* Returns the route between two devices' memories that passes only memories of devices and
 * switches, not the host's places; NULL if not found. Owned by the graph. */
const struct tn_route *tn_graph_peer(struct tn_graph *graph, int from, int to);

#endif
