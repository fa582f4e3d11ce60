/* Finds facts that a topology's tree does not contain, and remarks about parts that no prediction
 * uses. */
#include "platform.h"
#include "quantity.h"
#include "topology.h"
#include "topology_source.h"

#include <hwloc/cpukinds.h>
#include <hwloc/distances.h>
#include <hwloc/memattrs.h>
#include <string.h>

/* Copies a text of hwloc to ret[room], if there is one that a platform file may contain. */
static void take_info(hwloc_obj_t object, const char *name, char *ret, gsize room)
{
  const char *text = object ? hwloc_obj_get_info_by_name(object, name) : NULL;
  g_autofree char *plain = g_strstrip(g_strdup(text ? text : ""));
  const char *c = plain;
  while (g_ascii_isprint(*c))
    c++;
  if (text && !*c)
    g_strlcpy(ret, plain, room);
}

/* Finds the architecture as `uname -m` names it on Linux (macOS and the BSDs differ), else what the
 * CPU's vendor implies. */
static void facts_architecture(hwloc_topology_t topology, char *ret, gsize room)
{
  static const char *const aliases[][2] = { { "arm64", "aarch64" },
                                            { "amd64", "x86_64" },
                                            { "powerpc64le", "ppc64le" },
                                            { "powerpc64", "ppc64" } };
  static const char *const makers[] = { "GenuineIntel", "AuthenticAMD", "HygonGenuine", NULL };
  hwloc_obj_t root = hwloc_get_root_obj(topology);
  hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  package = package ? package : root;
  const char *maker = hwloc_obj_get_info_by_name(package, "CPUVendor");
  if (g_strcmp0(hwloc_obj_get_info_by_name(root, "Backend"), "x86") == 0 ||
      (maker && g_strv_contains(makers, maker)))
    g_strlcpy(ret, "x86_64", room);
  else if (hwloc_obj_get_info_by_name(package, "CPUImplementer"))
    g_strlcpy(ret, "aarch64", room);
  take_info(root, "Architecture", ret, room);
  for (size_t i = 0; i < G_N_ELEMENTS(aliases); i++)
    if (g_ascii_strcasecmp(ret, aliases[i][0]) == 0)
      g_strlcpy(ret, aliases[i][1], room);
}

static void facts_caches(hwloc_topology_t topology, const struct tn_topology *t,
                         struct tn_topology_facts *ret, GString *remarks)
{
  static const char *const names[] = { "LLC", "L2", "L1" };
  static const hwloc_obj_type_t types[] = { 0, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L1CACHE };
  guint64 *const first[] = { &ret->llc, &ret->l2, &ret->l1 };
  for (int i = 0; i < t->n_cores * 3; i++) {
    const int level = i % 3;
    hwloc_obj_t core = tn_topology_core(topology, i / 3);
    hwloc_obj_t cache = level == 0 ? tn_topology_llc(core)
                                   : hwloc_get_ancestor_obj_by_type(topology, types[level], core);
    const guint64 bytes = cache ? cache->attr->cache.size : 0;
    if (i < 3)
      *first[level] = ret->caches[level].least = bytes;
    ret->caches[level].least = MIN(ret->caches[level].least, bytes);
    ret->caches[level].most = MAX(ret->caches[level].most, bytes);
  }
  for (int level = 0; level < 3; level++) {
    g_autofree char *least = tn_format_size(ret->caches[level].least);
    g_autofree char *most = tn_format_size(ret->caches[level].most);
    g_autofree char *own = tn_format_size(*first[level]);
    if (strcmp(least, most) != 0)
      g_string_append_printf(remarks, "%s caches differ, %s to %s: all get the first core's, %s\n",
                             names[level], least, most,
                             *first[level] ? own : "none or as the relative's");
  }
}

/* Finds the size of a base page: the smallest page size of the first domain. */
static void facts_page(hwloc_obj_t home, struct tn_topology_facts *ret, GString *remarks)
{
  const struct tn_param_info *page = &tn_params[TN_P_PAGE_SIZE];
  guint64 size = G_MAXUINT64;
  for (unsigned i = 0; home && i < home->attr->numanode.page_types_len; i++)
    if (home->attr->numanode.page_types[i].size)
      size = MIN(size, home->attr->numanode.page_types[i].size);
  if (size == G_MAXUINT64)
    return;
  if ((double)size >= page->min && (double)size <= page->max && (size & (size - 1)) == 0)
    ret->page = size;
  else
    g_string_append_printf(remarks,
                           "base pages of %" G_GUINT64_FORMAT
                           " bytes are not possible: the relative's are used\n",
                           size);
}

/* Lists all memories if there are some that never hold buffers. */
static void facts_memories(hwloc_topology_t topology, const struct tn_topology *t,
                           hwloc_obj_t const *homes, struct tn_topology_facts *ret,
                           GString *remarks)
{
  g_autoptr(GString) all = g_string_new(NULL);
  hwloc_obj_t domain = NULL;
  int n_unused = 0;
  while ((domain = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, domain))) {
    int near = -1, own = -1;
    for (int i = 0; i < t->n_pus; i++) {
      hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i);
      const int numa = t->numa_of[t->core_of_pu[i]];
      if (near < 0 && hwloc_bitmap_isset(domain->cpuset, pu->os_index))
        near = numa;
      if (own < 0 && homes[i] == domain)
        own = numa;
    }
    char type[32] = "";
    const guint64 bytes = domain->attr->numanode.local_memory;
    g_autofree char *size = bytes ? tn_format_size(bytes) : g_strdup("?");
    g_autofree char *place =
        near < 0 && own < 0 ? g_strdup("node") : g_strdup_printf("numa-%d", own < 0 ? near : own);
    g_strlcpy(type, domain->subtype ? domain->subtype : "memory", sizeof type);
    g_strcanon(type, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.", '_');
    n_unused += own < 0;
    g_string_append_printf(all, "%s%s:%s:%s%s", all->len ? " " : "", place, type, size,
                           own < 0 ? ":unused" : "");
  }
  if (n_unused == 0)
    return;
  g_strlcpy(ret->memories, all->str, sizeof ret->memories);
  g_string_append_printf(
      remarks,
      "memories: %s: buffers use those not marked \"unused\", with the relative's memory_bandwidth "
      "(platform show names its memory; --set memory_bandwidth=RATE changes it)\n",
      all->str);
}

/* Adds a remark about processing units without a domain of their own, whose buffers are in another
 * unit's domain. */
static void facts_other_homes(hwloc_topology_t topology, const struct tn_topology *t,
                              hwloc_obj_t const *homes, GString *remarks)
{
  g_autofree int *n = g_new0(int, t->n_numas);
  for (int i = 0; i < t->n_pus; i++)
    n[t->numa_of[t->core_of_pu[i]]] +=
        homes[i] &&
        !hwloc_bitmap_isset(homes[i]->cpuset,
                            hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i)->os_index);
  for (int k = 0; k < t->n_numas; k++)
    if (n[k])
      g_string_append_printf(remarks,
                             "%d processing units without memory of their own use numa-%d, the "
                             "nearest\n",
                             n[k], k);
}

static void facts_unused(hwloc_topology_t topology, const struct tn_topology *t,
                         struct tn_topology_facts *ret, GString *remarks)
{
  unsigned n = 0, n_targets = 0;
  const int hidden = hwloc_bitmap_weight(hwloc_topology_get_complete_cpuset(topology)) -
                     hwloc_bitmap_weight(hwloc_topology_get_topology_cpuset(topology));
  hwloc_obj_t side = hwloc_get_obj_by_type(topology, HWLOC_OBJ_MEMCACHE, 0);
  ret->side_cache = side ? side->attr->cache.size : 0;
  g_autofree char *size = tn_format_size((size_t)ret->side_cache);
  if (side)
    g_string_append_printf(remarks,
                           "memory-side cache of %s (MemCache): used only where the relative "
                           "has one, too (side_cache_size)\n",
                           size);
  if (hwloc_distances_get(topology, &n, NULL, 0, 0) == 0 && n > 0)
    g_string_append(remarks, "distances between objects: not used\n");
  for (hwloc_memattr_id_t id = HWLOC_MEMATTR_ID_BANDWIDTH; id <= HWLOC_MEMATTR_ID_LATENCY; id++) {
    n = 0;
    if (hwloc_memattr_get_targets(topology, id, NULL, 0, &n, NULL, NULL) == 0)
      n_targets += n;
  }
  if (n_targets)
    g_string_append(remarks, "bandwidths and latencies of memories (memattr): not used\n");
  if (hidden > 0)
    g_string_append_printf(
        remarks, "%d processing units that were offline or not allowed: omitted\n", hidden);
  if (t->n_packages > 1 && t->n_cores == t->n_packages)
    g_string_append_printf(
        remarks,
        "%d packages of one core each, as in virtual machines: treated as one with one memory\n",
        t->n_packages);
}

guint64 tn_topology_stated(const struct tn_topology_facts *facts, int p,
                           struct tn_bounds *ret_range)
{
  const struct {
    enum tn_param param;
    guint64 bytes;
  } stated[] = { { TN_P_LLC_SIZE, facts->llc },   { TN_P_L2_SIZE, facts->l2 },
                 { TN_P_L1_SIZE, facts->l1 },     { TN_P_PAGE_SIZE, facts->page },
                 { TN_P_LINE_SIZE, facts->line }, { TN_P_SIDE_CACHE_SIZE, facts->side_cache } };
  *ret_range = (struct tn_bounds){ 0 };
  for (size_t i = 0; i < G_N_ELEMENTS(stated); i++) {
    if ((int)stated[i].param != p)
      continue;
    if (i < G_N_ELEMENTS(facts->caches))
      *ret_range =
          (struct tn_bounds){ (double)facts->caches[i].least, (double)facts->caches[i].most };
    return stated[i].bytes;
  }
  return 0;
}

void tn_topology_describe(hwloc_topology_t topology, const struct tn_topology *t, bool is_stated,
                          struct tn_topology_facts *ret)
{
  enum { LONGEST = 1 << 16 };
  hwloc_obj_t llc = tn_topology_llc(tn_topology_core(topology, 0));
  g_autofree char *synthetic = g_malloc0(LONGEST);
  g_autofree hwloc_obj_t *homes = tn_topology_homes(topology);
  GString *remarks = g_string_new(NULL);
  /* hwloc 2.9 aborts on the string of a topology with memory-side caches. */
  const int length = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_MEMCACHE) == 0
                         ? hwloc_topology_export_synthetic(topology, synthetic, LONGEST, 0)
                         : 0;
  *ret = (struct tn_topology_facts){ .line = llc && is_stated ? llc->attr->cache.linesize : 0 };
  if ((double)ret->line < tn_params[TN_P_LINE_SIZE].min || (ret->line & (ret->line - 1)))
    ret->line = 0;
  const char *backend = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "Backend");
  const int n_packages = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE);
  if (g_strcmp0(backend, "x86") == 0 &&
      hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE) <= 1 && n_packages > 1)
    g_string_append_printf(
        remarks,
        "hwloc's x86 backend found no memory domains: one for all %d packages is assumed (lstopo "
        "on the machine itself, or a string such as \"Package:%d [NUMANode] Core:8 PU:1\")\n",
        n_packages, n_packages);
  facts_other_homes(topology, t, homes, remarks);
  facts_memories(topology, t, homes, ret, remarks);
  const int n = hwloc_cpukinds_get_nr(topology, 0);
  g_autoptr(GString) all = g_string_new(NULL);
  hwloc_bitmap_t set = hwloc_bitmap_alloc();
  int efficiency;
  for (int i = 0; i < n; i++)
    if (hwloc_cpukinds_get_info(topology, (unsigned)i, set, &efficiency, NULL, NULL, 0) == 0)
      g_string_append_printf(all, "%s%d processing units of efficiency %d", i ? ", " : "",
                             hwloc_bitmap_weight(set), efficiency);
  hwloc_bitmap_free(set);
  if (n > 1)
    g_string_append_printf(remarks, "%d kinds of cores (%s): all get the relative's rates\n", n,
                           all->str);
  facts_caches(topology, t, ret, remarks);
  if (is_stated)
    facts_page(homes[0], ret, remarks);
  facts_unused(topology, t, ret, remarks);
  facts_architecture(topology, ret->architecture, sizeof ret->architecture);
  take_info(hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0), "CPUModel", ret->cpu,
            sizeof ret->cpu);
  if (length > 0 && length < LONGEST - 1)
    ret->synthetic = g_steal_pointer(&synthetic);
  ret->remarks = g_string_free(remarks, remarks->len == 0);
}
