/* Transfers by adapters, engines and kernels, which bypass caches and cores. */
#include "charges.h"

struct way {
  double rate; /* bytes per second of the slowest resource on the route */
  int n;
  struct tn_charge charge[TN_MAX_ROUTE];
};

/* Adds a resource (-1: none) to the route `way`; each transferred byte loads it with `weight`
 * bytes. A full route keeps the resources of the smallest capacity. */
static void pass(const struct tn_engine *e, struct way *way, int resource, double weight)
{
  const double *capacity = e->memory.capacity;
  int at = 0, widest = 0;
  if (resource < 0)
    return;
  for (; at < way->n && way->charge[at].resource != resource; at++)
    if (capacity[way->charge[at].resource] > capacity[way->charge[widest].resource])
      widest = at;
  if (at < way->n)
    weight += way->charge[at].weight;
  way->rate = MIN(way->rate, capacity[resource] / weight);
  if (at == TN_MAX_ROUTE && capacity[way->charge[widest].resource] <= capacity[resource])
    return;
  way->n = MAX(way->n, MIN(at + 1, TN_MAX_ROUTE));
  way->charge[at == TN_MAX_ROUTE ? widest : at] = (struct tn_charge){ resource, weight };
}

static void pass_links(struct tn_engine *e, struct way *way, int node, const struct tn_route *route,
                       double weight)
{
  if (!route)
    tn_engine_fail(e, "no links lead from the source memory of a transfer to its destination");
  for (int i = 0; route && i < route->n_hops; i++) {
    tn_charges_note_hop(e, &route->hop[i], route->hop[i].resource >= 0);
    pass(e, way, tn_hop_resource(&route->hop[i], node), weight);
  }
}

/* Removes dst from the caches, which writes to host memory bypass. */
static void drop_written(struct tn_engine *e, struct tn_span dst, struct tn_seat to)
{
  if (to.device < 0)
    tn_residency_drop(e->memory.residency, tn_charges_extent(dst));
}

int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap)
{
  const struct tn_places *p = e->point->places;
  struct tn_graph *graph = e->memory.graph;
  const int adapter = tn_graph_place(graph, TN_PLACE_ADAPTER, 0);
  struct way way = { .rate = INFINITY };
  double cap = tn_engine_price(e, TN_P_NETWORK_BANDWIDTH);
  if (isinf(cap)) /* A flow needs a finite rate. If the network's is infinite, use the memory's. */
    cap = tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  *ret_cap = cap;
  if (e->point->ideal)
    return tn_flows_class(&e->flows, cap, 0, NULL);
  tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  pass(e, &way, from.resource, 1.0);
  pass(e, &way, to.resource, 1.0);
  pass_links(e, &way, from.node, tn_graph_route(graph, from.place, adapter), 1.0);
  pass_links(e, &way, to.node, tn_graph_route(graph, adapter, to.place), 1.0);
  pass(e, &way, tn_graph_resource(graph, TN_AT_ADAPTER_OUT, p->node[src.rank]), 1.0);
  pass(e, &way, tn_graph_resource(graph, TN_AT_ADAPTER_IN, p->node[dst.rank]), 1.0);
  drop_written(e, dst, to);
  return tn_charges_route_class(e, cap, way.n, way.charge);
}

int tn_traffic_by_device(struct tn_engine *e, const struct tn_device_flow *f, double *ret_cap)
{
  struct way way = { .rate = INFINITY };
  bool is_host = f->to.device < 0;
  pass(e, &way, f->to.resource, f->weight);
  if (f->engine >= 0)
    pass(e, &way,
         tn_graph_resource(e->memory.graph, TN_AT_NAMED,
                           f->to.node * e->point->fabric->n_places + f->engine),
         f->weight);
  for (int i = 0; i < f->n; i++) {
    is_host = is_host || f->from[i].device < 0;
    pass(e, &way, f->from[i].resource, f->weight);
    pass_links(e, &way, f->to.node, tn_memory_route(e, f->at, f->from[i]), f->weight);
  }
  pass_links(e, &way, f->to.node, tn_memory_route(e, f->to, f->at), f->weight);
  *ret_cap = MIN(f->cap, way.rate);
  if (isinf(*ret_cap) || is_host)
    tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  if (isinf(*ret_cap))
    *ret_cap = e->point->values[TN_P_MEMORY_BANDWIDTH];
  if (e->point->ideal)
    return tn_flows_class(&e->flows, *ret_cap, 0, NULL);
  if (!f->to.is_pageable)
    drop_written(e, f->dst, f->to);
  return tn_charges_route_class(e, *ret_cap, way.n, way.charge);
}
