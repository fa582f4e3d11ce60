/* Mappings: the order in which ranks take processing units. */
#include "machine.h"
#include "quantity.h"

#include <string.h>

static const char list_prefix[] = "list:", ppr_prefix[] = "ppr:";

/* Levels of the topology. A mapping distributes ranks over the parts of a level, for example over
 * all packages; within a part, ranks take units in the hardware's order. */
enum level { PU, CORE, L3, NUMA, PACKAGE, NODE };

/* Mappings distribute ranks round-robin over the parts of a level. They fill one node after the
 * other or, if `in_turn`, alternate between nodes, too. Names of levels are those of Open MPI (4.1
 * and 5.0: mpirun --map-by), other names those of Slurm (srun --distribution; its default across
 * sockets is cyclic). */
static const struct mapping {
  const char *name;
  enum level level;
  /* is_level: true if the name may follow ppr:N:; in_turn: true if successive ranks are on
   * different nodes */
  bool is_level, in_turn;
} mappings[] = {
  { "core", CORE, true, false },
  { "slot", CORE, true, false },
  { "pu", PU, true, false },
  { "hwthread", PU, true, false },
  { "l3", L3, true, false },
  { "l3cache", L3, true, false },
  { "numa", NUMA, true, false },
  { "package", PACKAGE, true, false },
  { "socket", PACKAGE, true, false },
  { "node", NODE, true, true },
  { "block", PACKAGE, false, false },
  { "block:block", CORE, false, false },
  { "block:cyclic", PACKAGE, false, false },
  { "cyclic", PACKAGE, false, true },
  { "cyclic:block", CORE, false, true },
  { "cyclic:cyclic", PACKAGE, false, true },
};
static const char names[] = "core, pu, l3, numa, package, node, ppr:2:numa, block, cyclic, "
                            "block:block, device, list:0,4,8";

static const struct mapping *mapping_of(const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS(mappings); i++) {
    if (strcmp(mappings[i].name, name) == 0)
      return &mappings[i];
  }
  return NULL;
}

bool tn_mapping_names_units(const char *mapping)
{
  const struct mapping *m = mapping_of(mapping);
  return m ? m->level == PU : g_str_has_prefix(mapping, list_prefix);
}

/* Returns n_pus. The assertion avoids gcc's warning about a negative array size. */
static int count_pus(const struct tn_topology *t)
{
  g_assert(t->n_pus > 0);
  return t->n_pus;
}

static int instance_of(const struct tn_topology *t, enum level level, int pu)
{
  const int core = t->core_of_pu[pu];
  const int all[] = {
    pu, core, t->llc_of[core], t->numa_of[core], t->package_of[core], tn_topology_node(t, core)
  };
  return all[level];
}

/* Returns the processing units of `base`, taken round-robin from the parts of a level; parts
 * without further units are skipped. If ppr > 0, there is one round, and each part supplies ppr
 * units; *ret_length is 0 if a part has fewer. */
static int *deal(const struct tn_topology *t, const int *base, enum level level, int ppr,
                 int *ret_length)
{
  const int n_pus = count_pus(t), each = MAX(ppr, 1);
  g_autofree int *start = g_new0(int, n_pus + 1); /* a level has at most n_pus parts */
  g_autofree int *fill = g_new0(int, n_pus), *grouped = g_new(int, n_pus);
  int n_instances = 0, n = 0;
  for (int pu = 0; pu < n_pus; pu++) {
    const int d = instance_of(t, level, pu);
    start[d + 1]++;
    n_instances = MAX(n_instances, d + 1);
  }
  for (int d = 0; d < n_instances; d++)
    start[d + 1] += start[d];
  for (int i = 0; i < n_pus; i++) {
    const int d = instance_of(t, level, base[i]);
    grouped[start[d] + fill[d]++] = base[i];
  }
  int *order = g_new(int, n_pus);
  for (int turn = 0; n < n_pus && (ppr == 0 || turn == 0); turn++) {
    for (int d = 0; d < n_instances; d++) {
      for (int i = turn; i < MIN(turn + each, fill[d]); i++)
        order[n++] = grouped[start[d] + i];
    }
  }
  *ret_length = ppr == 0 || n == ppr * n_instances ? n : 0;
  return order;
}

/* Returns the processing units of mapping `core`: the first unit of every core, then the second
 * unit of every core, and so on. */
static int *core_order(const struct tn_topology *t)
{
  g_autofree int *pus = g_new(int, count_pus(t));
  int length;
  for (int i = 0; i < t->n_pus; i++)
    pus[i] = i;
  return deal(t, pus, CORE, 0, &length);
}

/* Returns the topology of a cluster's first node. It shares the cluster's arrays, which begin with
 * that node's entries. */
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

/* Returns processing units, node by node, for ranks that use a node's devices round-robin. A rank
 * gets a free unit on a core with the fewest ranks, if possible in the domain nearest to its
 * device, then in the order of mapping `core`. */
static int *device_order(const struct tn_platform *pf, GError **error)
{
  const struct tn_topology one = one_node(&pf->topology);
  const int n_pus = count_pus(&one);
  int n_devices;
  g_autofree int *near = tn_fabric_domains(pf, &n_devices), *by_core = core_order(&one);
  /* number of units of each core that ranks use */
  g_autofree int *n_taken = g_new0(int, one.n_cores);
  g_autofree bool *is_given = g_new0(bool, n_pus);
  if (n_devices == 0)
    return tn_refuse_null(
        error, TN_PLATFORM_ERROR, 0,
        "mapping device: no device is named (<prop id=\"place.hbm0\" value=\"memory\"/>)");
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
  if (units->len < (guint)n)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "mapping list: %u processing units for %d ranks (one for each)",
                          units->len, n);
  g_autofree bool *taken = g_new0(bool, t->n_pus);
  g_autofree int *order = g_new(int, units->len);
  for (guint i = 0; i < units->len; i++) {
    int pu = (int)g_array_index(units, int64_t, i);
    if (taken[pu])
      return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                            "mapping list: processing unit %d is listed twice (once)", pu);
    taken[pu] = true;
    order[i] = pu;
  }
  *ret_length = (int)units->len;
  return g_steal_pointer(&order);
}

/* Reads ppr:N:LEVEL. Returns 0 and *error if it is malformed. */
static int read_ppr(const char *mapping, enum level *ret_level, GError **error)
{
  g_auto(GStrv) words = g_strsplit(mapping, ":", 3);
  const struct mapping *m = g_strv_length(words) == 3 ? mapping_of(words[2]) : NULL;
  guint64 n;
  if (m && m->is_level && g_ascii_string_to_unsigned(words[1], 10, 1, TN_MAX_PUS, &n, NULL)) {
    *ret_level = m->level;
    return (int)n;
  }
  g_set_error(error, TN_PLATFORM_ERROR, 0,
              "mapping \"%s\" is not ppr:N:LEVEL (N ranks, 1 to %d, for each core, l3, numa, "
              "package or node)",
              mapping, TN_MAX_PUS);
  return 0;
}

/* Returns *ret_length >= n processing units in the order of ranks. `t` is the platform's topology,
 * or the topology of its first node. */
static int *order_of(const struct tn_platform *pf, const struct tn_topology *t, const char *mapping,
                     int n, int *ret_length, GError **error)
{
  *ret_length = t->n_pus;
  if (g_str_has_prefix(mapping, list_prefix))
    return listed_order(t, mapping + strlen(list_prefix), n, ret_length, error);
  if (strcmp(mapping, "device") == 0)
    return device_order(pf, error);
  const struct mapping *m = mapping_of(mapping);
  const bool is_ppr = g_str_has_prefix(mapping, ppr_prefix);
  enum level level = m ? m->level : NODE;
  const int ppr = is_ppr ? read_ppr(mapping, &level, error) : 0;
  if (!m && !is_ppr)
    g_set_error(error, TN_PLATFORM_ERROR, 0, "mapping \"%s\" is not known (%s)", mapping, names);
  if (!m && ppr == 0)
    return NULL;
  if (level == L3 && !t->has_l3)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "mapping %s: some cores have no known L3 cache (core, numa, package)",
                          mapping);
  g_autofree int *by_core = core_order(t);
  g_autofree int *order = deal(t, by_core, level, ppr, ret_length);
  if (n > *ret_length)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0, "mapping %s: %d ranks%s for %d places%s",
                          mapping, n, t->n_nodes < pf->topology.n_nodes ? " of each node" : "",
                          *ret_length,
                          *ret_length > 0 ? "" : " (there are fewer processing units in one)");
  return g_steal_pointer(&order);
}

/* Returns n processing units in the order of the ranks, equally many on each node. */
static int *cluster_order(const struct tn_platform *pf, const char *mapping, int n, GError **error)
{
  const struct tn_topology *t = &pf->topology, one = one_node(t);
  const int each = n / t->n_nodes;
  int length;
  int fewer = t->n_nodes;
  while (n % fewer != 0)
    fewer--;
  g_autofree char *or_nodes = g_strdup_printf(", or --nodes %d", fewer);
  if (fewer < t->n_nodes)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "%d %s not divide evenly among %d nodes (a multiple of %d%s)", n,
                          n == 1 ? "rank does" : "ranks do", t->n_nodes, t->n_nodes,
                          n / fewer <= one.n_pus ? or_nodes : "");
  g_autofree int *of_node = order_of(pf, &one, mapping, each, &length, error);
  if (!of_node)
    return NULL;
  const struct mapping *m = mapping_of(mapping);
  const bool in_turn = m && m->in_turn;
  int *order = g_new(int, n);
  for (int r = 0; r < n; r++) {
    const int node = in_turn ? r % t->n_nodes : r / each;
    order[r] = node * one.n_pus + of_node[in_turn ? r / t->n_nodes : r % each];
  }
  return order;
}

int *tn_mapping_order(const struct tn_platform *pf, const char *mapping, int n, GError **error)
{
  int length;
  return pf->topology.n_nodes > 1 && !g_str_has_prefix(mapping, list_prefix)
             ? cluster_order(pf, mapping, n, error)
             : order_of(pf, &pf->topology, mapping, n, &length, error);
}

int *tn_mapping_units(const struct tn_platform *pf, const char *mapping, int *ret_length,
                      GError **error)
{
  return order_of(pf, &pf->topology, mapping, 1, ret_length, error);
}
