#include "base/process.h"
#include "machine.h"
#include "topology_source.h"

#include <hwloc.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Upper limit of the processor time to read a file, in seconds. The largest accepted file takes a
 * few. */
#define MAX_SECONDS 60

/* Returns the dense identifier of a key. Keys are numbered by first appearance. */
static int dense(GHashTable *known, gconstpointer key)
{
  gpointer id;
  if (g_hash_table_lookup_extended(known, key, NULL, &id))
    return GPOINTER_TO_INT(id);
  int next = (int)g_hash_table_size(known);
  g_hash_table_insert(known, (gpointer)key, GINT_TO_POINTER(next));
  return next;
}

static void fill_cores(struct tn_topology *t, hwloc_topology_t topology)
{
  g_autofree hwloc_obj_t *numa_of_pu = tn_topology_homes(topology);
  g_autoptr(GHashTable) llcs = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) numas = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) packages = g_hash_table_new(NULL, NULL);
  for (int c = 0; c < t->n_cores; c++) {
    hwloc_obj_t core = tn_topology_core(topology, c);
    hwloc_obj_t first = core;
    while (first->first_child)
      first = first->first_child;
    hwloc_obj_t cache = tn_topology_llc(core);
    t->has_l3 = (c == 0 || t->has_l3) && cache && cache->type == HWLOC_OBJ_L3CACHE;
    t->llc_of[c] = dense(llcs, cache ? cache : core);
    t->numa_of[c] = dense(numas, numa_of_pu[first->logical_index]);
    t->package_of[c] =
        dense(packages, hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, core));
  }
  t->n_llcs = (int)g_hash_table_size(llcs);
  t->n_numas = (int)g_hash_table_size(numas);
  t->n_packages = (int)g_hash_table_size(packages);
}

/* Creates an hwloc topology with cores, caches, domains and packages only, because other objects
 * take time. `with_devices` adds devices: they take no time in a file, but on this machine hwloc
 * would have to probe them. No other thread may fork until end_topology(). */
static hwloc_topology_t new_topology(bool with_devices)
{
  /* Users see one line of this program, so hwloc's messages are hidden. */
  g_setenv("HWLOC_HIDE_ERRORS", "2", FALSE);
  hwloc_topology_t topology;
  tn_process_hold_forks();
  if (hwloc_topology_init(&topology)) {
    tn_process_release_forks();
    return NULL;
  }
  hwloc_topology_set_io_types_filter(topology, with_devices ? HWLOC_TYPE_FILTER_KEEP_IMPORTANT
                                                            : HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_MEMCACHE, HWLOC_TYPE_FILTER_KEEP_ALL);
  return topology;
}

static void end_topology(hwloc_topology_t topology)
{
  hwloc_topology_destroy(topology);
  tn_process_release_forks();
}

static void fill(struct tn_topology *t, hwloc_topology_t topology)
{
  *t = (struct tn_topology){ .n_nodes = 1,
                             .n_pus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU) };
  t->n_cores = tn_topology_has_cores(topology) ? hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE)
                                               : t->n_pus;
  t->core_of_pu = g_new(int, t->n_pus);
  t->os_of_pu = g_new(int, t->n_pus);
  t->llc_of = g_new(int, t->n_cores);
  t->numa_of = g_new(int, t->n_cores);
  t->package_of = g_new(int, t->n_cores);
  for (int i = 0; i < t->n_pus; i++) {
    hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i);
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    t->core_of_pu[i] = (int)(core ? core : pu)->logical_index;
    t->os_of_pu[i] = (int)pu->os_index;
  }
  fill_cores(t, topology);
}

/* Loads this machine's topology. `with_cards` adds PCI devices, but not their drivers. */
static hwloc_topology_t load_host(bool with_cards, GError **error)
{
  hwloc_topology_t topology = new_topology(false);
  for (int i = 0; topology && with_cards && i < 2; i++)
    hwloc_topology_set_type_filter(topology, i == 0 ? HWLOC_OBJ_PCI_DEVICE : HWLOC_OBJ_BRIDGE,
                                   HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  if (topology && hwloc_topology_load(topology) == 0 && tn_topology_sound(topology, NULL))
    return topology;
  if (topology)
    end_topology(topology);
  return tn_refuse_null(error, TN_PLATFORM_ERROR, 0, "topology: hwloc cannot detect this machine");
}

void tn_topology_finish(struct tn_topology *t)
{
  g_free(t->core_of_pu);
  g_free(t->os_of_pu);
  g_free(t->llc_of);
  g_free(t->numa_of);
  g_free(t->package_of);
}

void tn_topology_facts_finish(struct tn_topology_facts *facts)
{
  g_free(facts->synthetic);
  g_free(facts->remarks);
  tn_fabric_finish(&facts->fabric);
}

static int *copied(const int *ids, int n)
{
  return g_memdup2(ids, sizeof *ids * (gsize)n);
}

void tn_topology_copy(struct tn_topology *ret, const struct tn_topology *t)
{
  *ret = *t;
  ret->core_of_pu = copied(t->core_of_pu, t->n_pus);
  ret->os_of_pu = copied(t->os_of_pu, t->n_pus);
  ret->llc_of = copied(t->llc_of, t->n_cores);
  ret->numa_of = copied(t->numa_of, t->n_cores);
  ret->package_of = copied(t->package_of, t->n_cores);
}

/* Extends ids[n] to ids[n * n_nodes]: the identifiers of each further node are those of the
 * previous node plus `span`. */
static void repeat(int **ids, int n, int n_nodes, int span)
{
  *ids = g_renew(int, *ids, (gsize)n *(gsize)n_nodes);
  for (int node = 1; node < n_nodes; node++)
    for (int i = 0; i < n; i++)
      (*ids)[node * n + i] = (*ids)[i] + node * span;
}

bool tn_topology_repeat(struct tn_topology *t, int n, GError **error)
{
  if (n > TN_MAX_PUS / t->n_pus || n > TN_MAX_NUMAS / t->n_numas)
    return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                     "%d nodes of %d processing units and %d memory domains "
                     "(at most %d and %d in all)",
                     n, t->n_pus, t->n_numas, TN_MAX_PUS, TN_MAX_NUMAS);
  repeat(&t->core_of_pu, t->n_pus, n, t->n_cores);
  repeat(&t->os_of_pu, t->n_pus, n, 0);
  repeat(&t->llc_of, t->n_cores, n, t->n_llcs);
  repeat(&t->numa_of, t->n_cores, n, t->n_numas);
  repeat(&t->package_of, t->n_cores, n, t->n_packages);
  t->n_nodes *= n;
  t->n_pus *= n;
  t->n_cores *= n;
  t->n_llcs *= n;
  t->n_numas *= n;
  t->n_packages *= n;
  return true;
}

void tn_topology_leave(struct tn_topology *t, int n)
{
  int *const counts[] = { &t->n_pus, &t->n_cores, &t->n_llcs, &t->n_numas, &t->n_packages };
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++)
    *counts[i] = *counts[i] / t->n_nodes * n;
  t->n_nodes = n;
}

static bool same_ints(const int *a, const int *b, int n)
{
  return memcmp(a, b, sizeof *a * (size_t)n) == 0;
}

bool tn_topology_same(const struct tn_topology *a, const struct tn_topology *b)
{
  return a->n_nodes == b->n_nodes && a->n_pus == b->n_pus && a->n_cores == b->n_cores &&
         same_ints(a->core_of_pu, b->core_of_pu, a->n_pus) &&
         same_ints(a->llc_of, b->llc_of, a->n_cores) &&
         same_ints(a->numa_of, b->numa_of, a->n_cores) &&
         same_ints(a->package_of, b->package_of, a->n_cores);
}

static bool read_source(struct tn_topology *t, struct tn_topology_facts *facts, const char *text,
                        const char *folder, GError **error)
{
  hwloc_topology_t topology = new_topology(facts && g_str_has_suffix(text, ".xml"));
  if (!topology)
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s", "topology: hwloc does not start");
  bool loaded = tn_topology_source(topology, text, folder, error);
  if (loaded)
    fill(t, topology);
  if (loaded && facts) {
    tn_topology_describe(topology, t, g_str_has_suffix(text, ".xml"), facts);
    tn_topology_devices(topology, t, facts->devices, sizeof facts->devices);
    loaded = tn_topology_gpus(topology, t, &facts->fabric, error);
    if (!loaded) {
      tn_topology_facts_finish(facts);
      tn_topology_finish(t);
    }
  }
  end_topology(topology);
  return loaded;
}

/* Reads the file in a child process, without signal handlers and core dumps, and ends the
 * process. */
_Noreturn static void try_out(const char *text, const char *folder)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };
  const struct rlimit time = { MAX_SECONDS, MAX_SECONDS }, none = { 0, 0 };
  struct tn_topology t;
  struct tn_topology_facts facts;
  for (size_t i = 0; i < G_N_ELEMENTS(faults); i++)
    signal(faults[i], SIG_DFL);
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_CORE, &none);
  read_source(&t, &facts, text, folder, NULL);
  _exit(0);
}

bool tn_topology_init(struct tn_topology *t, struct tn_topology_facts *facts, const char *text,
                      const char *folder, GError **error)
{
  const bool is_file = g_str_has_suffix(text, ".xml");
  /* hwloc trusts its files. If sets are missing or contradict each other, it may read invalid
   * memory or never end. So a child process reads the file first. */
  const pid_t child = is_file ? tn_process_fork() : -1;
  if (child == 0)
    try_out(text, folder);
  if (child < 0 || !WIFSIGNALED(tn_process_reap(child)))
    return read_source(t, facts, text, folder, error);
  g_autofree char *shown = g_strescape(text, NULL);
  return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                   "topology: \"%.200s\" makes hwloc fail (lstopo FILE.xml writes valid files)",
                   shown);
}

bool tn_topology_init_host(struct tn_topology *t, struct tn_topology_facts *facts, GError **error)
{
  hwloc_topology_t topology = load_host(false, error);
  if (!topology)
    return false;
  fill(t, topology);
  if (facts)
    tn_topology_describe(topology, t, true, facts);
  end_topology(topology);
  return true;
}

bool tn_topology_near_card(unsigned domain, unsigned bus, unsigned slot, struct tn_place_id *ret)
{
  struct tn_topology t;
  hwloc_topology_t topology = load_host(true, NULL);
  *ret = (struct tn_place_id){ TN_PLACE_PACKAGE, 0 };
  if (!topology)
    return false;
  fill(&t, topology);
  const bool is_known = tn_topology_card_end(topology, &t, domain, bus, slot, ret);
  tn_topology_finish(&t);
  end_topology(topology);
  return is_known;
}

bool tn_topology_export_host(const char *path, GError **error)
{
  hwloc_topology_t topology = load_host(false, error);
  if (!topology)
    return false;
  const bool written = hwloc_topology_export_xml(topology, path, 0) == 0;
  end_topology(topology);
  if (!written)
    g_set_error(error, TN_PLATFORM_ERROR, 0, "%s: the topology cannot be written there", path);
  return written;
}
