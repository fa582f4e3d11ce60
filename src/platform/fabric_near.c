/* Finds the memory domains nearest to devices. */
#include "graph.h"
#include "machine.h"

int tn_fabric_n_devices(const struct tn_fabric *fabric)
{
  int n = 0;
  for (int i = 0; i < fabric->n_places; i++)
    n += fabric->places[i].kind == TN_PLACE_MEMORY;
  return n;
}

int *tn_fabric_domains(const struct tn_platform *pf, int *ret_n)
{
  const struct tn_topology *t = &pf->topology;
  const struct tn_fabric *fabric = &pf->fabric;
  int *nearest = g_new(int, tn_fabric_n_devices(fabric)), n = 0;
  /* In a cluster's arrays the first entries are those of the first node. */
  const struct tn_places node = { .n_nodes = 1,
                                  .n_cores = t->n_cores / t->n_nodes,
                                  .n_llcs = t->n_llcs / t->n_nodes,
                                  .n_numas = t->n_numas / t->n_nodes,
                                  .n_packages = t->n_packages / t->n_nodes,
                                  .idle = { t->n_cores / t->n_nodes, NULL, NULL, t->llc_of,
                                            t->numa_of, t->package_of, NULL } };
  struct tn_graph *graph = tn_graph_new(&node, pf->filled, fabric);
  for (int i = 0; i < fabric->n_places; i++) {
    if (fabric->places[i].kind != TN_PLACE_MEMORY)
      continue;
    const int device = tn_graph_place(graph, TN_PLACE_MEMORY, i);
    int fewest = G_MAXINT;
    nearest[n] = 0;
    for (int numa = 0; numa < node.n_numas; numa++) {
      const int domain = tn_graph_place(graph, TN_PLACE_NUMA, numa);
      const struct tn_route *route = tn_graph_route(graph, device, domain);
      if (!route) /* the domain cannot be reached from the device */
        route = tn_graph_route(graph, domain, device);
      if (route && route->n < fewest) {
        nearest[n] = numa;
        fewest = route->n;
      }
    }
    n++;
  }
  tn_graph_free(graph);
  *ret_n = n;
  return nearest;
}
