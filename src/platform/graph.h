/* A node as a graph: places, directed links between them, and their limits.
 *
 * Places are those of the topology (fabric.h) and those that a platform file names. A link belongs
 * to a class, with a parameter for its rate; a file may set the rate of one link or add links. A
 * resource is a link or a place with a limited rate for all its users. The nodes of a cluster are
 * alike, each with its own resources.
 *
 * A route has the fewest links. Among equally short routes, links of the topology come first, by
 * class, then the file's. Routes lead through domains, packages, memories of devices and switches,
 * never through a cache, an adapter or an engine. */
#ifndef TN_PLATFORM_GRAPH_H
#define TN_PLATFORM_GRAPH_H

#include "fabric.h"
#include "platform.h"

/* Classes of resources in the simulator's order: X(number, parameter that limits one resource,
 * parameter that decides between which places the class's links run (its shape)). TN_N_PARAMS: no
 * such parameter. Classes AT_ are places; OVER_, INTO_ and OUT_OF_ are links. */
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

/* A link that each node has. Its rate is limited if `class` is not TN_N_RESOURCES and `rate` is
 * finite. */
struct tn_link {
  int from, to; /* numbers of tn_graph_place */
  enum tn_resource class;
  int index;   /* number of the link among the resources of its class in the node */
  double rate; /* bytes per second */
  /* seconds of a link that the file names; 0 for other links, as the cores' loads pay
   * line_latency */
  double latency;
  /* index of the resource (in class TN_OVER_PAIRS) that both directions of the link share; -1:
   * directions are independent */
  int pair;
};

/* A link of a route, a pair of links, or the switch at the end of a link. It is listed if its rate
 * is limited, or if its class has a shape parameter. */
struct tn_hop {
  /* number of the resource in the first node; -1 if its rate is unlimited */
  int resource;
  int per_node;              /* number of resources of this class in each node */
  enum tn_param rate, shape; /* rate and shape parameters of the class; TN_N_PARAMS if there is
                              * none */
};

struct tn_route {
  double latency; /* sum of the links' latencies in seconds */
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

/* Returns the capacities of all *ret_n resources in bytes per second, owned by the graph; ret_n may
 * be NULL. INFINITY: unlimited, while another resource of its class is limited. */
const double *tn_graph_capacities(const struct tn_graph *graph, int *ret_n);

/* Returns the number of a resource, or -1 if it is unlimited. `index` is node * (resources of the
 * class per node) + number in the node. */
int tn_graph_resource(const struct tn_graph *graph, enum tn_resource class, int index);
/* Returns the number of the class's first resource, or -1 if the class is unlimited. */
int tn_graph_first(const struct tn_graph *graph, enum tn_resource class);
/* Returns the number in node `node` of the resource that limits the hop, or -1 if it is
 * unlimited. */
static inline int tn_hop_resource(const struct tn_hop *hop, int node)
{
  return hop->resource < 0 ? -1 : hop->resource + node * hop->per_node;
}

/* Returns the number of a place in the graph. `number` is the number of the place among all places
 * of its kind, over all nodes. */
int tn_graph_place(const struct tn_graph *graph, enum tn_place_kind kind, int number);

/* Returns the route between two places of a node, owned by the graph; NULL if there is no route. */
const struct tn_route *tn_graph_route(struct tn_graph *graph, int from, int to);

/* Returns the route between two devices' memories that leads only through memories of devices and
 * switches, owned by the graph; NULL if no such route exists. */
const struct tn_route *tn_graph_peer(struct tn_graph *graph, int from, int to);

#endif
