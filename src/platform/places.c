#include "machine.h"

#include <string.h>

/* Allocates arrays for n ranks or idle cores in one block, which begins at `pu`. */
static struct tn_idle seats_new(int n)
{
  int *all = g_new(int, 6 * (gsize)n);
  return (struct tn_idle){ 0, all, all + n, all + 2 * n, all + 3 * n, all + 4 * n, all + 5 * n };
}

static void add_seat(struct tn_idle *seats, const struct tn_topology *t, int pu, int node)
{
  const int i = seats->n++, core = t->core_of_pu[pu];
  seats->pu[i] = pu;
  seats->core[i] = core;
  seats->llc[i] = t->llc_of[core];
  seats->numa[i] = t->numa_of[core];
  seats->package[i] = t->package_of[core];
  seats->node[i] = node;
}

static struct tn_places *places_on(const struct tn_idle *ranks)
{
  struct tn_places *places = g_new0(struct tn_places, 1);
  *places = (struct tn_places){ .n = ranks->n,
                                .pu = ranks->pu,
                                .core = ranks->core,
                                .llc = ranks->llc,
                                .numa = ranks->numa,
                                .package = ranks->package,
                                .node = ranks->node };
  return places;
}

/* Places rank r on processing unit order[r]. Ranks beyond n_units start again at the first unit.
 * Nodes are numbered in the order of their first ranks, so every node number has ranks. */
static struct tn_places *places_of(const struct tn_topology *t, const int *order, int n_units,
                                   int n)
{
  /* [n_nodes] new number of each node plus 1; 0 if the node has no ranks */
  g_autofree int *number = g_new0(int, t->n_nodes);
  struct tn_idle ranks = seats_new(n);
  int n_nodes = 0;
  for (int r = 0; r < n; r++) {
    const int pu = order[r % n_units];
    int *node = &number[tn_topology_node(t, t->core_of_pu[pu])];
    if (*node == 0)
      *node = ++n_nodes;
    add_seat(&ranks, t, pu, *node - 1);
  }
  struct tn_places *places = places_on(&ranks);
  places->n_nodes = n_nodes;
  places->n_cores = t->n_cores / t->n_nodes;
  places->n_llcs = t->n_llcs / t->n_nodes;
  places->n_numas = t->n_numas / t->n_nodes;
  places->n_packages = t->n_packages / t->n_nodes;
  /* Finds the idle cores of the nodes with ranks. */
  g_autofree bool *taken = g_new0(bool, t->n_cores);
  struct tn_idle idle = seats_new(t->n_cores);
  for (int r = 0; r < ranks.n; r++)
    taken[ranks.core[r]] = true;
  for (int pu = 0; pu < t->n_pus; pu++) {
    const int core = t->core_of_pu[pu], node = number[tn_topology_node(t, core)];
    if (!taken[core] && node > 0)
      add_seat(&idle, t, pu, node - 1);
    taken[core] = true;
  }
  places->idle = idle;
  return places;
}

struct tn_places *tn_places_new(const struct tn_platform *pf, const char *mapping, int n,
                                GError **error)
{
  const struct tn_topology *t = &pf->topology;
  if (n < 1 || n > t->n_pus)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "%d ranks do not fit on %s (1 to %d, one per processing unit)", n,
                          pf->name, t->n_pus);
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
  if (other == length)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "mapping \"%s\" has no place at distance %s from the first place of %s",
                          mapping, tn_distance_names[distance], pf->name);
  order[1] = order[other];
  return places_of(&pf->topology, order, 2, 2);
}

struct tn_places *tn_places_fill(const struct tn_places *places)
{
  const struct tn_idle *idle = &places->idle;
  const int n = places->n;
  struct tn_idle all = seats_new(n + idle->n);
  const struct {
    int *to;
    const int *ranks, *idle;
  } arrays[] = {
    { all.pu, places->pu, idle->pu },       { all.core, places->core, idle->core },
    { all.llc, places->llc, idle->llc },    { all.numa, places->numa, idle->numa },
    { all.node, places->node, idle->node }, { all.package, places->package, idle->package }
  };
  for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
    memcpy(arrays[i].to, arrays[i].ranks, sizeof(int) * (size_t)n);
    memcpy(arrays[i].to + n, arrays[i].idle, sizeof(int) * (size_t)idle->n);
  }
  all.n = n + idle->n;
  struct tn_places *filled = places_on(&all);
  filled->n_nodes = places->n_nodes;
  filled->n_cores = places->n_cores;
  filled->n_llcs = places->n_llcs;
  filled->n_numas = places->n_numas;
  filled->n_packages = places->n_packages;
  return filled;
}

void tn_places_free(struct tn_places *places)
{
  if (!places)
    return;
  g_free(places->idle.pu);
  g_free(places->pu);
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
