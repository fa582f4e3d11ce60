/* Where ranks sit. */
#include "machine.h"
#include "quantity.h"

#include <string.h>

static const char list_prefix[] = "list:";
static const char by_node[] = "node";
static const char mappings[] = "core, pu, numa, socket, node, device, list:0,4,8";

/* The number of processing units, asserted because gcc reckons with a negative one otherwise. */
static int count_pus(const struct tn_topology *t)
{
  g_assert(t->n_pus > 0);
  return t->n_pus;
}

/* Processing units in the order of mapping `core`: the first of every core, then the second. */
static int *core_order(const struct tn_topology *t)
{
  const int n = count_pus(t);
  g_autofree int *depth_of = g_new(int, n);
  g_autofree int *seen = g_new0(int, t->n_cores);
  int depth = 0;
  for (int pu = 0; pu < n; pu++) {
    depth_of[pu] = seen[t->core_of_pu[pu]]++;
    depth = MAX(depth, depth_of[pu] + 1);
  }
  int *order = g_new(int, n);
  g_autofree int *next = g_new0(int, depth + 1);
  for (int pu = 0; pu < n; pu++)
    next[depth_of[pu] + 1]++;
  for (int d = 0; d < depth; d++)
    next[d + 1] += next[d];
  for (int pu = 0; pu < n; pu++)
    order[next[depth_of[pu]]++] = pu;
  return order;
}

/* The same units dealt to the domains in turn; a domain that is full is passed over. */
static int *domain_order(const struct tn_topology *t, const int *domain_of_core, int n_domains)
{
  const int n_pus = count_pus(t);
  g_autofree int *by_core = core_order(t);
  g_autofree int *start = g_new0(int, n_domains + 1);
  g_autofree int *fill = g_new0(int, n_domains);
  g_autofree int *grouped = g_new(int, n_pus);
  for (int i = 0; i < n_pus; i++)
    start[domain_of_core[t->core_of_pu[i]] + 1]++;
  for (int d = 0; d < n_domains; d++)
    start[d + 1] += start[d];
  for (int i = 0; i < n_pus; i++) {
    int d = domain_of_core[t->core_of_pu[by_core[i]]];
    grouped[start[d] + fill[d]++] = by_core[i];
  }
  int *order = g_new(int, n_pus);
  for (int turn = 0, n = 0; n < n_pus; turn++) {
    for (int d = 0; d < n_domains; d++) {
      if (start[d] + turn < start[d + 1])
        order[n++] = grouped[start[d] + turn];
    }
  }
  return order;
}

/* One node of a cluster: the first, whose arrays those of the cluster begin with. */
static struct tn_topology one_node(const struct tn_topology *t)
{
  struct tn_topology one = *t;
  one.n_nodes = 1;
  one.n_pus /= t->n_nodes;
  one.n_cores /= t->n_nodes;
  one.n_llcs /= t->n_nodes;
  one.n_numas /= t->n_nodes;
  one.n_packages /= t->n_nodes;
  return one;
}

/* Units for ranks that have a node's devices in turn: each is the next in the order of mapping `core`
 * that is free in the domain nearest to its device, or else anywhere in the node. Node after node. */
static int *device_order(const struct tn_platform *pf, GError **error)
{
  const struct tn_topology one = one_node(&pf->topology);
  const int n_pus = count_pus(&one);
  int n_devices;
  g_autofree int *near = tn_fabric_domains(pf, &n_devices), *by_core = core_order(&one);
  g_autofree int *n_taken = g_new0(int, one.n_cores); /* units of a core */
  g_autofree bool *is_given = g_new0(bool, n_pus);
  if (n_devices == 0) {
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "mapping device: no device is named (<prop id=\"place.hbm0\" value=\"memory\"/>)");
    return NULL;
  }
  int *order = g_new(int, pf->topology.n_pus);
  for (int r = 0; r < n_pus; r++) {
    int best = 0, least = G_MAXINT;
    for (int i = 0; i < n_pus; i++) {
      const int core = one.core_of_pu[by_core[i]];
      const bool is_far = one.numa_of[core] != near[r % n_devices];
      if (!is_given[i] && 2 * n_taken[core] + is_far < least) {
        least = 2 * n_taken[core] + is_far;
        best = i;
      }
    }
    is_given[best] = true;
    n_taken[one.core_of_pu[by_core[best]]]++;
    for (int node = 0; node < pf->topology.n_nodes; node++)
      order[node * n_pus + r] = node * n_pus + by_core[best];
  }
  return order;
}

static int *listed_order(const struct tn_topology *t, const char *list, int n, int *ret_length,
                         GError **error)
{
  g_autoptr(GArray) units = NULL;
  if (!tn_parse_ints(list, 0, t->n_pus - 1, 0, &units, error)) {
    g_prefix_error(error, "mapping list: ");
    return NULL;
  }
  if (units->len < (guint)n) {
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "mapping list: %u processing units for %d ranks (one for each)", units->len, n);
    return NULL;
  }
  g_autofree bool *taken = g_new0(bool, t->n_pus);
  g_autofree int *order = g_new(int, units->len);
  for (guint i = 0; i < units->len; i++) {
    int pu = (int)g_array_index(units, int64_t, i);
    if (taken[pu]) {
      g_set_error(error, TN_PLATFORM_ERROR, 0,
                  "mapping list: processing unit %d is listed twice (once)", pu);
      return NULL;
    }
    taken[pu] = true;
    order[i] = pu;
  }
  *ret_length = (int)units->len;
  return g_steal_pointer(&order);
}

static int *pu_order(const struct tn_topology *t)
{
  int *order = g_new(int, t->n_pus);
  for (int i = 0; i < t->n_pus; i++)
    order[i] = i;
  return order;
}

/* At least n processing units of t (the platform's, or those of its first node), *ret_length of them,
 * in the order of the ranks; NULL and *error. */
static int *order_of(const struct tn_platform *pf, const struct tn_topology *t, const char *mapping,
                     int n, int *ret_length, GError **error)
{
  *ret_length = t->n_pus;
  if (g_str_has_prefix(mapping, list_prefix))
    return listed_order(t, mapping + strlen(list_prefix), n, ret_length, error);
  if (strcmp(mapping, "core") == 0 || strcmp(mapping, by_node) == 0)
    return core_order(t);
  if (strcmp(mapping, "pu") == 0)
    return pu_order(t);
  if (strcmp(mapping, "numa") == 0)
    return domain_order(t, t->numa_of, t->n_numas);
  if (strcmp(mapping, "socket") == 0)
    return domain_order(t, t->package_of, t->n_packages);
  if (strcmp(mapping, "device") == 0)
    return device_order(pf, error);
  g_set_error(error, TN_PLATFORM_ERROR, 0, "mapping \"%s\" is not known (%s)", mapping, mappings);
  return NULL;
}

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

/* The units of n ranks, equally many on each node; NULL and *error. */
static int *cluster_order(const struct tn_platform *pf, const char *mapping, int n, GError **error)
{
  const struct tn_topology *t = &pf->topology, one = one_node(t);
  const int each = n / t->n_nodes;
  int length;
  if (n % t->n_nodes != 0) {
    g_set_error(error, TN_PLATFORM_ERROR, 0,
                "%d %s not divide evenly among %d nodes (a multiple of %d)", n,
                n == 1 ? "rank does" : "ranks do", t->n_nodes, t->n_nodes);
    return NULL;
  }
  g_autofree int *of_node = order_of(pf, &one, mapping, each, &length, error);
  if (!of_node)
    return NULL;
  const bool in_turn = strcmp(mapping, by_node) == 0;
  int *order = g_new(int, n);
  for (int r = 0; r < n; r++) {
    const int node = in_turn ? r % t->n_nodes : r / each;
    order[r] = node * one.n_pus + of_node[in_turn ? r / t->n_nodes : r % each];
  }
  return order;
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
  int n_units = n;
  const bool is_listed = g_str_has_prefix(mapping, list_prefix);
  g_autofree int *order = t->n_nodes > 1 && !is_listed
                              ? cluster_order(pf, mapping, n, error)
                              : order_of(pf, t, mapping, n, &n_units, error);
  return order ? places_of(t, order, n_units, n) : NULL;
}

struct tn_places *tn_places_new_shared(const struct tn_platform *pf, const char *mapping, int n,
                                       GError **error)
{
  int n_units;
  g_autofree int *order = order_of(pf, &pf->topology, mapping, 1, &n_units, error);
  return order ? places_of(&pf->topology, order, n_units, n) : NULL;
}

struct tn_places *tn_places_pair(const struct tn_platform *pf, const char *mapping,
                                 enum tn_distance distance, GError **error)
{
  int length;
  g_autofree int *order = order_of(pf, &pf->topology, mapping, 1, &length, error);
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
