#include "base/names.h"
#include "platform/fabric.h"
#include "platform/graph.h"
#include "platform/platform.h"

#include "shared_data.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(platform);

static struct tn_platform *load(const char *spec, const char *like)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load(spec, like, &error);
  cr_assert(pf, "%s", error ? error->message : "");
  return pf;
}

Test(platform, shipped_machines)
{
  static const struct {
    const char *name;
    int pus, cores, numas, packages, ranks;
  } machines[] = { { "knl", 272, 68, 1, 1, 64 },         { "broadwell", 28, 28, 2, 2, 28 },
                   { "power8", 160, 20, 2, 2, 160 },     { "epyc-7763", 128, 128, 2, 2, 128 },
                   { "epyc-9654", 192, 192, 8, 2, 192 }, { "xeon-8480", 112, 112, 2, 2, 112 },
                   { "graviton3", 64, 64, 1, 1, 64 },    { "grace-72", 72, 72, 1, 1, 72 },
                   { "grace-144", 144, 144, 2, 2, 144 } };
  for (size_t i = 0; i < G_N_ELEMENTS(machines); i++) {
    struct tn_platform *pf = load(machines[i].name, NULL);
    cr_assert_eq(tn_platform_n_pus(pf), machines[i].pus);
    cr_assert_eq(tn_platform_n_cores(pf), machines[i].cores);
    cr_assert_eq(tn_platform_n_numas(pf), machines[i].numas);
    cr_assert_eq(tn_platform_n_packages(pf), machines[i].packages);
    cr_assert_eq(tn_platform_default_ranks(pf), machines[i].ranks);
    tn_platform_free(pf);
  }
}

/* Current nodes have one rank per core of an L3. */
Test(platform, nodes_of_today)
{
  static const struct {
    const char *name;
    double llc;
    int llcs;
  } nodes[] = { { "epyc-7763", 32 << 20, 16 }, { "epyc-9654", 32 << 20, 24 },
                { "xeon-8480", 105 << 20, 2 }, { "graviton3", 1 << 20, 64 },
                { "grace-72", 114 << 20, 1 },  { "grace-144", 114 << 20, 2 } };
  for (size_t i = 0; i < G_N_ELEMENTS(nodes); i++) {
    struct tn_platform *pf = load(nodes[i].name, NULL);
    struct tn_places *places = tn_places_new(pf, "core", tn_platform_default_ranks(pf), NULL);
    int llcs = 0;
    for (int r = 0; r < places->n; r++)
      llcs = MAX(llcs, places->llc[r] + 1);
    cr_assert_eq(llcs, nodes[i].llcs, "%s", nodes[i].name);
    cr_assert_float_eq(tn_platform_param(pf, TN_P_LLC_SIZE).value, nodes[i].llc, 0);
    cr_assert_eq(tn_platform_kernel(pf), TN_KERNEL_LINUX6);
    tn_places_free(places);
    tn_platform_free(pf);
  }
}

/* Returns true if a route within one node crosses another device's memory. */
static bool is_detour(const struct tn_graph *graph, const struct tn_fabric *fabric,
                      const struct tn_route *route)
{
  const int first = tn_graph_place(graph, TN_PLACE_MEMORY, 0);
  for (int i = 0; i + 1 < route->n; i++)
    if (route->link[i]->to >= first &&
        fabric->places[route->link[i]->to - first].kind == TN_PLACE_MEMORY)
      return true;
  return false;
}

static void check_devices(const struct tn_platform *pf, const char *name, int devices, int peers)
{
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  struct tn_places *places = tn_places_new(pf, "core", tn_platform_n_nodes(pf), NULL);
  double values[TN_N_PARAMS];
  for (int p = 0; p < TN_N_PARAMS; p++)
    values[p] = tn_platform_param(pf, (enum tn_param)p).value;
  struct tn_graph *graph = tn_graph_new(places, values, fabric);
  int n_devices = 0;
  for (int a = 0; a < fabric->n_places; a++) {
    const int at = tn_graph_place(graph, fabric->places[a].kind, a);
    int n_peers = 0;
    if (fabric->places[a].kind != TN_PLACE_MEMORY)
      continue;
    n_devices++;
    for (int b = 0; b < fabric->n_places; b++)
      n_peers += a != b && fabric->places[b].kind == TN_PLACE_MEMORY &&
                 tn_graph_peer(graph, at, tn_graph_place(graph, TN_PLACE_MEMORY, b));
    cr_expect_eq(n_peers, peers, "%s: %s has %d", name, fabric->places[a].name, n_peers);
    for (int numa = 0; numa < tn_platform_n_numas(pf) / tn_platform_n_nodes(pf); numa++)
      cr_expect(!is_detour(graph, fabric, tn_graph_route(graph, at, numa)) &&
                    !is_detour(graph, fabric, tn_graph_route(graph, numa, at)),
                "%s: between %s and numa-%d", name, fabric->places[a].name, numa);
  }
  cr_expect_eq(n_devices, devices, "%s: %d", name, n_devices);
  tn_graph_free(graph);
  tn_places_free(places);
}

/* Routes between a device and the host never cross other devices, even where links exist. */
Test(platform, nodes_with_devices)
{
  static const struct {
    const char *name;
    int cores, devices, peers;
  } nodes[] = { { "psg-k40", 200, 4, 1 },     { "abci-a", 72, 8, 7 },
                { "a100-mesh4", 64, 4, 3 },   { "hgx-h100", 112, 8, 7 },
                { "gh200-mesh4", 288, 4, 3 }, { "v100-mesh4", 40, 4, 3 },
                { "mi250x-node", 64, 8, 7 },  { "aurora-node", 104, 12, 11 } };
  for (size_t i = 0; i < G_N_ELEMENTS(nodes); i++) {
    struct tn_platform *pf = load(nodes[i].name, NULL);
    cr_expect_eq(tn_platform_n_cores(pf), nodes[i].cores);
    check_devices(pf, nodes[i].name, nodes[i].devices, nodes[i].peers);
    tn_platform_free(pf);
  }
}

/* Linux pins at once as many pages as two pages of pointers can hold. */
Test(platform, grace_has_either_size_of_pages)
{
  static const char *const small[] = { "page_size=4K", "fault_time=0.7us", NULL };
  struct tn_platform *pf = load("grace-72", NULL);
  double v[TN_N_PARAMS];
  cr_assert(tn_platform_resolve(pf, TN_KERNEL_LINUX6, NULL, v, NULL));
  cr_assert(v[TN_P_PAGE_SIZE] == 65536 && v[TN_P_PIN_BATCH] == 16384);
  cr_assert(tn_platform_resolve(pf, TN_KERNEL_LINUX6, small, v, NULL));
  cr_assert(v[TN_P_PAGE_SIZE] == 4096 && v[TN_P_PIN_BATCH] == 1024 && v[TN_P_FAULT_TIME] == 0.7e-6);
  tn_platform_free(pf);
}

Test(platform, epyc_7763_has_the_tree_of_such_a_node)
{
  g_autofree char *dump = tn_shared_data("topologies/epyc7763-2s.xml");
  g_autofree char *spec = g_strconcat("synthetic:", dump, NULL);
  struct tn_platform *pf = load("epyc-7763", NULL), *node = load(spec, "epyc-7763");
  struct tn_places *ours = tn_places_new(pf, "core", 128, NULL);
  struct tn_places *theirs = tn_places_new(node, "core", 128, NULL);
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 128; j++)
      cr_assert_eq(tn_places_distance(ours, i, j), tn_places_distance(theirs, i, j), "%d %d", i, j);
  tn_places_free(theirs);
  tn_places_free(ours);
  tn_platform_free(node);
  tn_platform_free(pf);
}

Test(platform, values_profiles_and_sets)
{
  static const char *const sets[] = { "copy_rate=5GB/s", "gamma_b=2", NULL };
  static const char *const bad[] = { "alpa=1us", NULL };
  struct tn_platform *pf = load("knl", NULL);
  double v[TN_N_PARAMS];
  GError *error = NULL;
  cr_assert(tn_platform_resolve(pf, TN_KERNEL_PAPER, NULL, v, NULL));
  cr_assert(v[TN_P_ALPHA] == 1.43e-6 && v[TN_P_GAMMA_A] == 0.11 && v[TN_P_PIN_BATCH] == 1024);
  cr_assert(v[TN_P_MEMCPY_RATE] == 3.29e9 && isinf(v[TN_P_CORE_COPY_RATE]));
  cr_assert(tn_platform_resolve(pf, TN_KERNEL_LINUX6, sets, v, NULL));
  cr_assert(v[TN_P_LOCK_SCOPE] == TN_SCOPE_PAGETABLE);
  cr_assert(v[TN_P_LOCK_LINES] == 0 && v[TN_P_GAMMA_B] == 2 && v[TN_P_GAMMA_A] == 0,
            "a gamma that is set counts");
  cr_assert(v[TN_P_COPY_RATE_CLASS + TN_SAME_LLC] == 5e9);
  cr_assert(tn_platform_resolve(pf, TN_KERNEL_LINUX6, NULL, v, NULL));
  cr_assert(v[TN_P_LOCK_LINES] == 2 && v[TN_P_LOCK_HOLD] == 50e-9);
  cr_assert(!tn_platform_resolve(pf, TN_KERNEL_PAPER, bad, v, &error));
  cr_assert(strstr(error->message, "did you mean alpha?"), "%s", error->message);
  g_error_free(error);
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_assert_not(isnan(tn_platform_param(pf, p).value), "%s", tn_params[p].name);
  cr_assert_str_eq(tn_platform_param(pf, TN_P_ALPHA).source, "paper");
  cr_assert_str_eq(tn_platform_param(pf, TN_P_WRITE_FACTOR).source, "default");
  tn_platform_free(pf);
}

Test(platform, every_mapping_is_a_permutation)
{
  static const char *const machines[] = { "synthetic:Package:2 NUMANode:2 L3:2 Core:3 PU:2",
                                          "synthetic:Package:3 Core:2 PU:4", "synthetic:PU:5" };
  static const char *const mappings[] = { "core", "pu", "numa", "socket" };
  for (size_t m = 0; m < G_N_ELEMENTS(machines) * G_N_ELEMENTS(mappings); m++) {
    struct tn_platform *pf = load(machines[m / 4], "broadwell");
    int n = tn_platform_n_pus(pf);
    struct tn_places *places = tn_places_new(pf, mappings[m % 4], n, NULL);
    g_autofree int *seen = g_new0(int, n);
    for (int r = 0; r < n; r++)
      cr_assert_eq(seen[places->pu[r]]++, 0);
    for (int r = 0; r < tn_platform_n_cores(pf) && m % 4 == 0; r++)
      cr_assert_eq(places->core[r], r);
    for (int r = 0; r < n && m % 4 == 2; r++)
      cr_assert_eq(places->numa[r], r % tn_platform_n_numas(pf));
    for (int r = 0; r < n && m % 4 == 3; r++)
      cr_assert_eq(places->package[r], r % tn_platform_n_packages(pf));
    tn_places_free(places);
    tn_platform_free(pf);
  }
}

/* Results of Open MPI 4.1 (mpirun(1), --map-by: objects of a node cyclically; ppr: N on each before
 * the next) and Slurm (srun(1), --distribution: nodes, then sockets, cyclic by default), computed
 * by hand. epyc-7763 has 2 packages (and domains) of 8 L3 of 8 cores, broadwell one L3 per package
 * of 14 cores, power8 one per core of 8 threads. */
Test(platform, places_are_those_of_the_launchers)
{
  static const struct {
    const char *machine, *mapping, *list;
    int n;
  } cases[] = {
    { "epyc-7763", "l3", "0,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120,1,9,17", 19 },
    { "epyc-7763", "numa", "0,64,1,65,2", 5 },
    { "epyc-7763", "ppr:2:l3cache", "0,1,8,9,16", 5 },
    { "epyc-7763", "ppr:3:numa", "0,1,2,64,65,66", 6 },
    { "epyc-7763", "block", "0,64,1,65", 4 },
    { "epyc-7763", "block:block", "0,1,2,3", 4 },
    { "broadwell", "l3cache", "0,14,1", 3 },
    { "broadwell", "package", "0,14,1", 3 },
    { "broadwell", "ppr:2:l3", "0,1,14,15", 4 },
    { "broadwell", "ppr:14:package", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", 16 },
    { "broadwell", "slot", "0,1,2", 3 },
    { "power8", "l3", "0,8,16", 3 },
    { "power8", "ppr:2:core", "0,1,8,9", 4 },
    { "power8", "ppr:1:l3", "0,8,16", 3 },
    { "tests/cluster.xml", "cyclic", "0,4,8,2,6,10", 6 },
    { "tests/cluster.xml", "cyclic:block", "0,4,8,1,5,9", 6 },
    { "tests/cluster.xml", "block", "0,2,4,6,8,10", 6 },
    { "tests/cluster.xml", "ppr:1:package", "0,2,4,6,8,10", 6 },
    { "tests/cluster.xml", "ppr:2:node", "0,1,4,5,8,9", 6 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *machine = cases[i].machine;
    struct tn_platform *pf = load(machine, NULL);
    g_autofree char *list = g_strconcat("list:", cases[i].list, NULL);
    struct tn_places *got = tn_places_new(pf, cases[i].mapping, cases[i].n, NULL);
    struct tn_places *want = tn_places_new(pf, list, cases[i].n, NULL);
    cr_assert(got && want, "%s %s", machine, cases[i].mapping);
    for (int r = 0; r < cases[i].n; r++)
      cr_assert_eq(got->pu[r], want->pu[r], "%s %s %d", machine, cases[i].mapping, r);
    tn_places_free(want);
    tn_places_free(got);
    tn_platform_free(pf);
  }
}

Test(platform, distances)
{
  struct tn_platform *pf = load("synthetic:Package:2 NUMANode:2 L3:2 Core:2 PU:2", "broadwell");
  struct tn_places *places = tn_places_new(pf, "list:0,1,2,4,8,16", 6, NULL);
  for (int i = 1; i < 6; i++)
    cr_assert_eq(tn_places_distance(places, 0, i), (enum tn_distance)(i - 1));
  static const char *const bad[] = { "list:0,0,1,2,3,4", "list:0,1", "list:0,1,2,3,4,99", "cores" };
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
    cr_assert_null(tn_places_new(pf, bad[i], 6, NULL), "%s", bad[i]);
  cr_assert_null(tn_places_new(pf, "core", 33, NULL));
  cr_assert_null(tn_places_new(pf, "core", 0, NULL));
  tn_places_free(places);
  tn_platform_free(pf);
}

Test(platform, generated_file_is_right_and_goes)
{
  struct tn_platform *pf = load("synthetic:Package:2 [NUMANode] Core:512 PU:1", "broadwell");
  g_autofree char *path = g_strdup(tn_platform_simgrid_file(pf, NULL));
  g_autofree char *text = NULL;
  cr_assert(path && g_file_get_contents(path, &text, NULL, NULL));
  cr_assert(strstr(text, "radical=\"512-1023\""));
  tn_platform_free(pf);
  cr_assert_not(g_file_test(path, G_FILE_TEST_EXISTS));
  cr_assert_null(tn_platform_load("synthetic:PU:999999999", "knl", NULL));
  cr_assert_null(tn_platform_load("synthetic:Nonsense", "knl", NULL));
  cr_assert_null(tn_platform_load("synthetic:PU:4", NULL, NULL));
}

#define GAMMA_B                                                                                    \
  "/>\n    <prop id=\"gamma_a.source\" value=\"paper\"/>\n    <prop id=\"gamma_a.note\" "          \
  "value=\"CMA paper Table IV, Broadwell\"/>\n    <prop id=\"gamma_b\" value="

/* One change of a valid file, and the resulting error line. */
static const struct {
  const char *from, *to, *wanted;
} mistakes[] = {
  { "\"alpha\" value=\"0.98us\"", "\"alpha\" value=\"0.98\"", "is not a time" },
  { "\"alpha\" value=\"0.98us\"", "\"alpha\" value=\"5s\"", "out of range" },
  { "\"pin_time\" value=\"0.11us\"", "\"pin_time\" value=\"1e-300s\"", "(0, or 0.001ns to 1s)" },
  { "\"gamma_a\" value=\"0.18\"" GAMMA_B "\"0.83\"", "\"gamma_a\" value=\"0\"" GAMMA_B "\"0\"",
    "gamma_a and gamma_b are both 0" },
  { "\"llc_share\" value", "\"llc_shar\" value", "did you mean llc_share?" },
  { "\"alpha.source\" value=\"paper\"", "\"alpha.source\" value=\"rumour\"", "not a source" },
  { "value=\"paper\"/>\n    <prop id=\"backing\"", "value=\"old\"/>\n    <prop id=\"backing\"",
    "kernel: \"old\"" },
  { "value=\"process\"", "value=\"pagetable\"", "needs lock_scope process" },
  { "Package:2 [", "Parcel:2 [", "not understood by hwloc" },
  { "radical=\"0-13\"", "radical=\"0-12\"", "radical is \"0-12\"" },
  { "bb_bw=\"62GBps\"", "bb_bw=\"61GBps\"", "bb_bw is \"61GBps\"" },
  { "bandwidth=\"30GBps\"", "bandwidth=\"31GBps\"", "bandwidth is \"31GBps\"" },
  { "<router ", "<ruter ", "did you mean <router>?" },
  { "</zone>\n</platform>", "", "well-formed XML" },
  { "id=\"backing\"", "id=\"name\"", "given twice" },
  { "<prop id=\"backing\"", "<prop id=\"library\" value=\"a;b\"/><prop id=\"backing\"",
    "library: \"a;b\" is not a name" },
  { "<prop id=\"backing\"", "<prop id=\"mechanisms\" value=\"cma,smc\"/><prop id=\"backing\"",
    "mechanisms: \"smc\" is not known (there is: cma, knem" },
  { "<prop id=\"backing\"", "<prop id=\"mechanisms\" value=\"cma, cico\"/><prop id=\"backing\"",
    "mechanisms: \" cico\" is not known" },
  { "<prop id=\"backing\"", "<prop id=\"state\" value=\"fast\"/><prop id=\"backing\"",
    "state: \"fast\" is not the state of a machine (try copy.0=" },
};

static char *replaced(const char *text, const char *from, const char *to)
{
  const char *at = strstr(text, from);
  cr_assert(at, "%s", from);
  return g_strdup_printf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

Test(platform, every_mistake_is_a_line_with_its_number)
{
  struct tn_platform *pf = load("broadwell", NULL);
  g_autofree char *text = NULL;
  cr_assert(g_file_get_contents(tn_platform_simgrid_file(pf, NULL), &text, NULL, NULL));
  tn_platform_free(pf);
  g_autofree char *path = NULL;
  g_close(g_file_open_tmp("test-platform-XXXXXX.xml", &path, NULL), NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(mistakes); i++) {
    g_autofree char *changed = replaced(text, mistakes[i].from, mistakes[i].to);
    cr_assert(g_file_set_contents(path, changed, -1, NULL));
    g_autoptr(GPtrArray) found = tn_platform_check(path);
    bool named = false;
    for (guint j = 0; j < found->len; j++) {
      const char *line = found->pdata[j];
      cr_assert(g_str_has_prefix(line, path) && line[strlen(path)] == ':', "%s", line);
      cr_assert_gt(atoi(line + strlen(path) + 1), 0, "%s", line);
      cr_assert_null(strchr(line, '\n'));
      named = named || strstr(line, mistakes[i].wanted);
    }
    cr_assert(named, "%s: %s", mistakes[i].wanted,
              found->len ? (const char *)found->pdata[0] : "nothing found");
    cr_assert_null(tn_platform_load(path, NULL, NULL));
  }
  g_unlink(path);
}

#define COUNTED                                                                                    \
  "<prop id=\"default_ranks\" value=\"12\"/>\n"                                                    \
  "    <prop id=\"default_ranks.source\" value=\"assumed\"/>\n    <prop id=\"nodes\""

/* The same for a cluster: one change of a valid file, and the first error line. */
static const struct {
  const char *from, *to, *wanted;
} cluster_mistakes[] = {
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"0\"",
    ":11: nodes: \"0\" is not a whole number from 1" },
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"-3\"", ":11: nodes: \"-3\" is not a whole number" },
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"2.5\"",
    ":11: nodes: \"2.5\" is not a whole number" },
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"1025\"", ":11: nodes: \"1025\" is not a whole" },
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"1024\"",
    ":11: nodes: 1024 nodes of 4 processing units and 2 memory domains (at most 8192 and 1024" },
  { COUNTED, "<prop id=\"nods\"", ":9: the parameter \"nods\" is not known (did you" },
  { COUNTED " value=\"3\"/>", "", ":10: network_latency needs several nodes (" },
  { "\"nodes\" value=\"3\"", "\"nodes\" value=\"5\"",
    ":9: default_ranks: \"12\" does not divide evenly" },
  { "\"node\" value=\"broadwell\"", "\"node\" value=\"cori-32\"",
    "not in a file that is another file's node" },
  { "\"node\" value=\"broadwell\"", "\"node\" value=\"brodwell\"", "did you mean broadwell?" },
  { "\"node\" value=\"broadwell\"", "\"node\" value=\"missing.xml\"",
    "missing.xml\" is not known" },
  { "\"node\" value=\"broadwell\"", "\"node\" value=\"/dev/zero\"", "not a platform file" },
  { "\"node\" value=\"broadwell\"", "\"noode\" value=\"broadwell\"", "(did you mean node?)" },
  { "network_bandwidth\"", "network_bandwith\"", "(did you mean network_bandwidth?)" },
  { "\"1us\"", "\"-1us\"", "network_latency: \"-1us\" is not a time" },
  { "\"1us\"", "\"none\"", "network_latency: \"none\" is not a time" },
  { "\"10GB/s\"", "\"0GB/s\"", "network_bandwidth: \"0GB/s\" is not a rate" },
  { "\"10GB/s\"", "\"fast\"", "network_bandwidth: \"fast\" is not a rate" },
  { "<prop id=\"network_latency\" value=\"1us\"/>", "",
    "\"network_latency.source\" is given without" },
  { "<prop id=\"nodes\"", "<prop id=\"transport\" value=\"ompi\"/><prop id=\"nodes\"",
    "transport has no transport.source" },
  { "<prop id=\"nodes\"",
    "<prop id=\"transport\" value=\"ompi\"/><prop id=\"transport.source\" value=\"measured\"/>"
    "<prop id=\"nodes\"",
    "transport: \"ompi\" is not known (there is: none, ompi-ob1" },
  { "<prop id=\"nodes\"",
    "<prop id=\"transport\" value=\"none\"/><prop id=\"transport.source\" value=\"unknown\"/>"
    "<prop id=\"nodes\"",
    "transport has no transport.note (why none is known)" },
};

/* Returns the first error of the file with `text`. Transfer full. */
static char *first_mistake(const char *path, const char *text)
{
  GError *error = NULL;
  cr_assert(g_file_set_contents(path, text, -1, NULL));
  cr_assert_null(tn_platform_load(path, NULL, &error), "%s", text);
  char *message = g_strdup(error->message);
  cr_assert_null(strchr(message, '\n'));
  g_error_free(error);
  return message;
}

Test(platform, mistakes_of_clusters_are_named_first)
{
  g_autofree char *text = NULL, *path = NULL;
  cr_assert(g_file_get_contents("tests/cluster.xml", &text, NULL, NULL));
  g_close(g_file_open_tmp("test-platform-XXXXXX.xml", &path, NULL), NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(cluster_mistakes); i++) {
    g_autofree char *changed = replaced(text, cluster_mistakes[i].from, cluster_mistakes[i].to);
    g_autofree char *message = first_mistake(path, changed);
    cr_assert(g_str_has_prefix(message, path) && strstr(message, cluster_mistakes[i].wanted),
              "%s: %s", cluster_mistakes[i].wanted, message);
  }
  g_autofree char *quoted = g_strdup_printf("\"node\" value=\"%s\"", path);
  g_autofree char *of_itself = replaced(text, "\"node\" value=\"broadwell\"", quoted);
  g_autofree char *message = first_mistake(path, of_itself);
  cr_assert(strstr(message, "not in a file that is another file's node"), "%s", message);
  g_unlink(path);
}

Test(platform, unknown_name)
{
  GError *error = NULL;
  cr_assert_null(tn_platform_load("brodwell", NULL, &error));
  cr_assert(strstr(error->message, "did you mean broadwell?"), "%s", error->message);
  g_error_free(error);
}

Test(platform, known_errors_are_those_of_what_was_compared)
{
  struct tn_platform *compared = tn_platform_load("epyc7h12", NULL, NULL);
  struct tn_platform *like = tn_platform_load("synthetic:core:4 pu:1", "epyc7h12", NULL);
  cr_assert(compared && like);
  cr_assert_not_null(strstr(tn_platform_known_error(compared, "bcast"), "median"));
  cr_assert_null(tn_platform_known_error(compared, "alltoall"));
  cr_assert_null(tn_platform_known_error(like, "bcast"), "another node has not been compared");
  tn_platform_free(compared);
  tn_platform_free(like);
}

Test(platform, every_included_file_states_a_transport)
{
  g_auto(GStrv) names = tn_platform_names();
  for (char **name = names; *name; name++) {
    struct tn_platform *pf = tn_platform_load(*name, NULL, NULL);
    struct tn_param_value v;
    const bool is_known = tn_platform_transport(pf, &v) != 0;
    cr_assert(v.source && v.note && *v.note, "%s", *name);
    cr_assert_eq(is_known, !tn_param_is_unknown(&v), "%s", *name);
    tn_platform_free(pf);
  }
}

/* A value is measured, published (paper, data sheet), fitted, or the middle of a stated range; an
 * assumed value without a range gives its reason. */
static void check_kind(const char *file, const char *name, const struct tn_param_value *v,
                       bool has_range)
{
  static const char *const kinds[] = { "measured", "paper", "datasheet", "fitted", NULL };
  const bool has_reason = v->note && *v->note && !strstr(v->note, "not known");
  cr_expect(tn_name_find(kinds, v->source) >= 0 || has_range || v->error > 0.0 || has_reason,
            "%s: %s is %s without a range or a reason", file, name, v->source);
}

Test(platform, every_value_of_an_included_file_states_its_kind)
{
  g_auto(GStrv) names = tn_platform_names();
  for (char **name = names; *name; name++) {
    struct tn_platform *pf = load(*name, NULL);
    const struct tn_fabric *fabric = tn_platform_fabric(pf);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
      const struct tn_bounds range = tn_platform_bounds(pf, tn_platform_kernel(pf), p);
      if (strcmp(v.source, "default") != 0)
        check_kind(*name, tn_params[p].name, &v, tn_bounds_are_stated(&range));
    }
    for (int i = 0; i < fabric->n_places + fabric->n_links; i++) {
      g_autofree char *id = NULL, *value = NULL;
      const struct tn_param_value v = tn_fabric_item(fabric, i, &id, &value);
      check_kind(*name, id, &v, false);
    }
    tn_platform_free(pf);
  }
}

Test(host, carries_ranks_and_is_itself)
{
  GError *error = NULL;
  struct tn_platform *here = tn_platform_host(&error);
  cr_assert_not_null(here, "%s", error ? error->message : "");
  cr_assert_str_eq(tn_platform_name(here), g_get_host_name());
  cr_assert(tn_platform_is_host(here, NULL));
  const int n = tn_platform_n_pus(here);
  struct tn_places *all = tn_places_new(here, "pu", n, &error);
  cr_assert_not_null(all, "%s", error ? error->message : "");
  cr_assert_eq(all->pu[n - 1], n - 1);
  tn_places_free(all);
  tn_platform_free(here);
}

Test(host, another_machine_is_told_from_it)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load("synthetic:pack:3 core:5 pu:7", "knl", &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  cr_assert_not(tn_platform_is_host(pf, &error));
  cr_assert_not_null(strstr(error->message, "is not this machine (15 cores with 105 processing"));
  g_error_free(error);
  tn_platform_free(pf);
}

Test(places, ranks_beyond_the_last_unit_begin_again)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load("synthetic:core:3 pu:1", "knl", &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  struct tn_places *cores = tn_places_new_shared(pf, "core", 7, &error);
  struct tn_places *listed = tn_places_new_shared(pf, "list:2,0", 3, &error);
  cr_assert(cores && listed);
  for (int r = 0; r < 7; r++)
    cr_assert_eq(cores->pu[r], r % 3);
  cr_assert_eq(listed->pu[0], 2);
  cr_assert_eq(listed->pu[1], 0);
  cr_assert_eq(listed->pu[2], 2);
  cr_assert_null(tn_places_new(pf, "core", 7, NULL));
  tn_places_free(cores);
  tn_places_free(listed);
  tn_platform_free(pf);
}
