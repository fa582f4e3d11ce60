/* Where ranks sit. */
#include "machine.h"

#include <string.h>

/* The cores that carry none of the ranks, of the nodes that have some. number[n_nodes] - 1 is a
 * node's. */
static void find_idle(const struct tn_topology *t, const int *number, struct tn_places *places)
{
  g_autofree bool *taken = g_new0(bool, t->n_cores);
  const int n = t->n_cores;
  struct tn_idle *idle = &places->idle;
  *idle = (struct tn_idle){
    0, g_new(int, n), g_new(int, n), g_new(int, n), g_new(int, n), g_new(int, n), g_new(int, n)
  };
  for (int r = 0; r < places->n; r++)
    taken[places->core[r]] = true;
  for (int pu = 0; pu < t->n_pus; pu++) {
    const int core = t->core_of_pu[pu];
    if (taken[core] || number[tn_topology_node(t, core)] == 0)
      continue;
    taken[core] = true;
    idle->pu[idle->n] = pu;
    idle->core[idle->n] = core;
    idle->llc[idle->n] = t->llc_of[core];
    idle->numa[idle->n] = t->numa_of[core];
    idle->package[idle->n] = t->package_of[core];
    idle->node[idle->n++] = number[tn_topology_node(t, core)] - 1;
  }
}

/* Rank r on the r-th of n_units units, from the first again when there are more ranks. Nodes are
 * numbered by their first ranks, so that none is without. */
static struct tn_places *places_of(const struct tn_topology *t, const int *order, int n_units,
                                   int n)
{
  struct tn_places *places = g_new0(struct tn_places, 1);
  *places = (struct tn_places){ .n = n,
                                .n_cores = t->n_cores / t->n_nodes,
                                .n_llcs = t->n_llcs / t->n_nodes,
                                .n_numas = t->n_numas / t->n_nodes,
                                .n_packages = t->n_packages / t->n_nodes,
                                .pu = g_new(int, n),
                                .core = g_new(int, n),
                                .llc = g_new(int, n),
                                .numa = g_new(int, n),
                                .package = g_new(int, n),
                                .node = g_new(int, n) };
  g_autofree int *number = g_new0(int, t->n_nodes); /* plus 1 */
  for (int r = 0; r < n; r++) {
    const int pu = order[r % n_units], core = t->core_of_pu[pu];
    places->pu[r] = pu;
    places->core[r] = core;
    places->llc[r] = t->llc_of[core];
    places->numa[r] = t->numa_of[core];
    places->package[r] = t->package_of[core];
    int *node = &number[tn_topology_node(t, core)];
    if (*node == 0)
      *node = ++places->n_nodes;
    places->node[r] = *node - 1;
  }
  find_idle(t, number, places);
  return places;
}

struct tn_places *tn_places_new(const struct tn_platform *pf, const char *mapping, int n,
                                GError **error)
{
  const struct tn_topology *t = &pf->topology;
  if (n < 1 || n > t->n_pus) {
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "%d ranks do not fit on %s (1 to %d, one per processing unit)", n, pf->name,
                t->n_pus);
    return NULL;
  }
  g_autofree int *order = tn_mapping_order(pf, mapping, n, error);
  return order ? places_of(t, order, n, n) : NULL;
}

struct tn_places *tn_places_new_shared(const struct tn_platform *pf, const char *mapping, int n,
                                       GError **error)
{
  int n_units;
  g_autofree int *order = tn_mapping_units(pf, mapping, &n_units, error);
  return order ? places_of(&pf->topology, order, n_units, n) : NULL;
}

struct tn_places *tn_places_pair(const struct tn_platform *pf, const char *mapping,
                                 enum tn_distance distance, GError **error)
{
  int length;
  g_autofree int *order = tn_mapping_units(pf, mapping, &length, error);
  if (!order)
    return NULL;
  struct tn_places *all = places_of(&pf->topology, order, length, length);
  int other = 1;
  while (other < length && tn_places_distance(all, 0, other) != distance)
    other++;
  tn_places_free(all);
  if (other == length) {
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "nothing of the mapping \"%s\" is at distance %s from the first place of %s",
                mapping, tn_distance_names[distance], pf->name);
    return NULL;
  }
  order[1] = order[other];
  return places_of(&pf->topology, order, 2, 2);
}

/* n of one array, then more of another. Transfer full. */
static int *join(const int *first, int n, const int *second, int more)
{
  int *all = g_new(int, n + more);
  memcpy(all, first, sizeof *all * (size_t)n);
  memcpy(all + n, second, sizeof *all * (size_t)more);
  return all;
}

struct tn_places *tn_places_fill(const struct tn_places *places)
{
  const struct tn_idle *idle = &places->idle;
  const int n = places->n, more = idle->n;
  struct tn_places *all = g_new0(struct tn_places, 1);
  *all = (struct tn_places){ .n = n + more,
                             .n_nodes = places->n_nodes,
                             .n_cores = places->n_cores,
                             .n_llcs = places->n_llcs,
                             .n_numas = places->n_numas,
                             .n_packages = places->n_packages,
                             .pu = join(places->pu, n, idle->pu, more),
                             .core = join(places->core, n, idle->core, more),
                             .llc = join(places->llc, n, idle->llc, more),
                             .numa = join(places->numa, n, idle->numa, more),
                             .package = join(places->package, n, idle->package, more),
                             .node = join(places->node, n, idle->node, more) };
  return all;
}

void tn_places_free(struct tn_places *places)
{
  if (!places)
    return;
  int *const idle[] = { places->idle.pu,   places->idle.core,    places->idle.llc,
                        places->idle.numa, places->idle.package, places->idle.node };
  for (gsize i = 0; i < G_N_ELEMENTS(idle); i++)
    g_free(idle[i]);
  g_free(places->pu);
  g_free(places->core);
  g_free(places->llc);
  g_free(places->numa);
  g_free(places->package);
  g_free(places->node);
  g_free(places);
}

bool tn_platform_os_place(const struct tn_platform *pf, int os, struct tn_pu_place *ret)
{
  const struct tn_topology *t = &pf->topology;
  for (int i = 0; i < t->n_pus; i++) {
    if (t->os_of_pu[i] != os)
      continue;
    const int core = t->core_of_pu[i];
    *ret = (struct tn_pu_place){ core, t->llc_of[core], t->numa_of[core], t->package_of[core],
                                 tn_topology_node(t, core) };
    return true;
  }
  return false;
}

enum tn_message_class tn_message_class_of(enum tn_distance distance)
{
  switch (distance) {
  case TN_OTHER_NODE:
    return TN_INTER_NODE;
  case TN_OTHER_PACKAGE:
    return TN_INTER_PACKAGE;
  case TN_SAME_PACKAGE:
    return TN_INTER_NUMA;
  default:
    return TN_INTRA_NUMA;
  }
}
