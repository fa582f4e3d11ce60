/* Which memory domains devices are near to. */
#include "graph.h"
#include "machine.h"

int tn_fabric_n_devices(const struct tn_fabric *fabric)
{
  int n = 0;
  for (int i = 0; i < fabric->n_places; i++)
    n += fabric->places[i].kind == TN_PLACE_MEMORY;
  return n;
}

/* From the device or, where no links lead from there, to it; G_MAXINT: neither. */
static int count_links(struct tn_graph *graph, int device, int domain)
{
  const struct tn_route *route = tn_graph_route(graph, device, domain);
  if (!route)
    route = tn_graph_route(graph, domain, device);
  return route ? route->n : G_MAXINT;
}

static int nearest_of(struct tn_graph *graph, int device, int n_domains)
{
  const int from = tn_graph_place(graph, TN_PLACE_MEMORY, device);
  int nearest = 0, fewest = G_MAXINT;
  for (int domain = 0; domain < n_domains; domain++) {
    const int n = count_links(graph, from, tn_graph_place(graph, TN_PLACE_NUMA, domain));
    nearest = n < fewest ? domain : nearest;
    fewest = MIN(fewest, n);
  }
  return nearest;
}

int *tn_fabric_domains(const struct tn_platform *pf, int *ret_n)
{
  const struct tn_topology *t = &pf->topology;
  const struct tn_fabric *fabric = &pf->fabric;
  int *nearest = g_new(int, tn_fabric_n_devices(fabric)), n = 0;
  /* The first node, whose arrays those of all nodes begin with. */
  const struct tn_places node = { .n_nodes = 1,
                                  .n_cores = t->n_cores / t->n_nodes,
                                  .n_llcs = t->n_llcs / t->n_nodes,
                                  .n_numas = t->n_numas / t->n_nodes,
                                  .n_packages = t->n_packages / t->n_nodes,
                                  .idle = { t->n_cores / t->n_nodes, NULL, NULL, t->llc_of,
                                            t->numa_of, t->package_of, NULL } };
  struct tn_graph *graph = tn_graph_new(&node, pf->filled, fabric);
  for (int i = 0; i < fabric->n_places; i++)
    if (fabric->places[i].kind == TN_PLACE_MEMORY)
      nearest[n++] = nearest_of(graph, i, node.n_numas);
  tn_graph_free(graph);
  *ret_n = n;
  return nearest;
}
