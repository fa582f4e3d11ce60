/* The node as a graph: its resources counted by hand, and its routes by another method. */
#include <criterion/criterion.h>

#include "graph_cases.h"

static struct tn_graph *graph_of(const char *spec, int n, bool is_of_package, int *ret_n)
{
  GError *error = NULL;
  double values[TN_N_PARAMS];
  struct tn_platform *pf = tn_platform_load(spec, NULL, &error);
  cr_assert(pf, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(pf, tn_platform_kernel(pf), NULL, values, &error));
  if (is_of_package)
    values[TN_P_PACKAGE_LINK] = TN_LINK_OF_PACKAGE;
  struct tn_places *places = tn_places_new(pf, "core", n, &error);
  cr_assert(places, "%s", error ? error->message : "?");
  struct tn_graph *graph = tn_graph_new(places, values, NULL);
  tn_graph_capacities(graph, ret_n);
  tn_places_free(places);
  tn_platform_free(pf);
  return graph;
}

/* Compares the resources, one letter each in order: M memory, P over packages, N over domains, l into and
 * L out of an LLC, A out of and I into an adapter, ? other. Runs of a letter are counted. */
static void expect(const char *spec, int n, bool is_of_package, const char *want)
{
  static const char letters[TN_N_RESOURCES] = {
    [TN_AT_MEMORY] = 'M',  [TN_OVER_PACKAGES] = 'P',  [TN_OVER_NUMAS] = 'N',   [TN_INTO_LLC] = 'l',
    [TN_OUT_OF_LLC] = 'L', [TN_AT_ADAPTER_OUT] = 'A', [TN_AT_ADAPTER_IN] = 'I'
  };
  int n_resources;
  struct tn_graph *graph = graph_of(spec, n, is_of_package, &n_resources);
  g_autofree char *map = g_strnfill(n_resources, '?');
  GString *got = g_string_new(NULL);
  for (int class = 0; class < TN_N_RESOURCES; class ++) {
    const int first = tn_graph_resource(graph, (enum tn_resource) class, 0);
    if (first >= 0)
      map[first] = letters[class] ? letters[class] : '?';
  }
  for (int i = 0, from = 0; i < n_resources; i++)
    if (i + 1 == n_resources || map[i + 1] != '?') {
      g_string_append_printf(got, "%c%d ", map[from], i + 1 - from);
      from = i + 1;
    }
  cr_assert_str_eq(got->str, want, "%s: %s, by hand %s", spec, got->str, want);
  g_string_free(got, TRUE);
  tn_graph_free(graph);
}

Test(graph, has_the_resources_that_a_hand_counts)
{
  expect("knl", 68, false, "M1 ");
  /* From each package to each, including itself; eight LLCs per package. */
  expect("epyc-7763", 128, false, "M2 P4 l16 L16 ");
  expect("xeon-8480", 112, false, "M2 P4 ");
  expect("knl-cluster-2", 136, false, "M2 A2 I2 ");
  expect("knl-cluster-2", 68, false, "M2 A2 I2 ");
  /* Eight dies with two LLCs: each die has a link to each package, or each package to each package. */
  expect("epyc-2p", 64, false, "M8 P16 N64 l16 L16 ");
  expect("epyc-2p", 64, true, "M8 P4 N64 l16 L16 ");
}

/* Computes by Floyd and Warshall the fewest links from `at` to `to` over places that forward. */
static void count_links(const struct graph_case *c, const struct tn_graph *graph, bool is_peer,
                        int n, int *count)
{
  const int n_numas = c->places.n_numas;
#define PLACE(kind, number) tn_graph_place(graph, (kind), (number))
#define JOIN(a, b) (count[(a)*n + (b)] = count[(b)*n + (a)] = 1)
  for (int i = 0; i < n * n; i++)
    count[i] = i % (n + 1) == 0 ? 0 : n * n;
  for (int a = 0; a < n_numas; a++) {
    const int numa = PLACE(TN_PLACE_NUMA, a), package = PLACE(TN_PLACE_PACKAGE, c->package[a]);
    JOIN(numa, package);
    JOIN(numa, PLACE(TN_PLACE_LLC, a));
    JOIN(numa, PLACE(TN_PLACE_ADAPTER, 0));
    for (int b = 0; b < n_numas; b++) {
      const int far = PLACE(TN_PLACE_PACKAGE, c->package[b]);
      if (a != b && c->package[a] == c->package[b])
        JOIN(numa, PLACE(TN_PLACE_NUMA, b));
      if (far != package)
        count[(c->values[TN_P_PACKAGE_LINK] == TN_LINK_OF_DOMAIN ? numa : package) * n + far] = 1;
    }
  }
  for (int i = 0; i < c->fabric.n_links; i++)
    count[PLACE(c->link[i].from.kind, c->link[i].from.number) * n +
          PLACE(c->link[i].to.kind, c->link[i].to.number)] = 1;
  for (int k = 0; k < n; k++) {
    const int named = k - PLACE(TN_PLACE_MEMORY, 0);
    const bool is_way = named >= 0 ? c->place[named].kind != TN_PLACE_ENGINE
                                   : !is_peer && k < PLACE(TN_PLACE_LLC, 0);
    for (int i = 0; is_way && i < n * n; i++)
      count[i] = MIN(count[i], count[i / n * n + k] + count[k * n + i % n]);
  }
#undef JOIN
#undef PLACE
}

/* Returns the latency of the file's link between two places, if it exists. */
static double latency_of(const struct graph_case *c, const struct tn_graph *graph, int from, int to)
{
  for (int i = 0; i < c->fabric.n_links; i++)
    if (tn_graph_place(graph, c->link[i].from.kind, c->link[i].from.number) == from &&
        tn_graph_place(graph, c->link[i].to.kind, c->link[i].to.number) == to)
      return c->link[i].latency;
  return 0.0;
}

static void check_routes(const struct graph_case *c, guint32 seed, bool is_peer)
{
  struct tn_graph *graph = tn_graph_new(&c->places, c->values, &c->fabric);
  const int n = tn_graph_place(graph, TN_PLACE_MEMORY, c->fabric.n_places);
  g_autofree int *count = g_new(int, (gsize)n *(gsize)n);
  count_links(c, graph, is_peer, n, count);
  for (int i = 0; i < n * n; i++) {
    const struct tn_route *route = (is_peer ? tn_graph_peer : tn_graph_route)(graph, i / n, i % n);
    double latency = 0.0;
    int at = i / n;
    cr_assert_eq(route ? route->n : n * n, MIN(count[i], n * n), "graph %u, %d to %d", seed, i / n,
                 i % n);
    for (int j = 0; route && j < route->n; j++) {
      cr_assert_eq(route->link[j]->from, at, "graph %u, %d to %d", seed, i / n, i % n);
      latency += latency_of(c, graph, at, route->link[j]->to);
      at = route->link[j]->to;
    }
    cr_assert(!route || (at == i % n && fabs(route->latency - latency) < 1e-15), "graph %u", seed);
  }
  tn_graph_free(graph);
}

Test(graph, routes_have_the_fewest_links)
{
  static struct graph_case c;
  for (guint32 seed = 1; seed <= 1000; seed++) {
    graph_case_draw(&c, seed);
    check_routes(&c, seed, false);
    check_routes(&c, seed, true);
  }
}

/* Two packages of two domains; links of 10 GB/s between domains, 20 GB/s between packages. */
static struct tn_graph *four_domains(struct graph_case *c, struct tn_fabric_link link)
{
  for (guint32 seed = 1; c->places.n_numas != 4 || c->places.n_packages != 2; seed++)
    graph_case_draw(c, seed);
  c->values[TN_P_NUMA_BANDWIDTH] = 10e9;
  c->values[TN_P_PACKAGE_BANDWIDTH] = 20e9;
  c->values[TN_P_PACKAGE_LINK] = TN_LINK_OF_PACKAGE;
  c->link[0] = link;
  c->fabric.n_places = 0;
  c->fabric.n_links = 1;
  return tn_graph_new(&c->places, c->values, &c->fabric);
}

static double rate_between(struct tn_graph *graph, int from, int to, int n_links)
{
  const struct tn_route *route = tn_graph_route(graph, from, to);
  const double *capacity = tn_graph_capacities(graph, NULL);
  double rate = INFINITY;
  cr_assert_eq(route->n, n_links);
  for (int i = 0; i < route->n_hops; i++) {
    const int resource = tn_hop_resource(&route->hop[i], 0);
    rate = resource < 0 ? rate : fmin(rate, capacity[resource]);
  }
  return rate;
}

Test(graph, a_single_link_goes_before_its_class)
{
  struct graph_case c = { 0 };
  struct tn_graph *graph = four_domains(
      &c, (struct tn_fabric_link){ { TN_PLACE_NUMA, 0 }, { TN_PLACE_NUMA, 1 }, 3e9, .duplex = 1 });
  cr_assert_eq(rate_between(graph, 0, 1, 1), 3e9);
  cr_assert_eq(rate_between(graph, 1, 0, 1), 10e9);
  cr_assert_eq(rate_between(graph, 2, 3, 1), 10e9);
  cr_assert_eq(rate_between(graph, 1, 2, 3), 20e9);
  tn_graph_free(graph);
  /* Shorter than over both packages, in one direction. */
  graph = four_domains(
      &c, (struct tn_fabric_link){ { TN_PLACE_NUMA, 1 }, { TN_PLACE_NUMA, 2 }, 4e9, .duplex = 1 });
  cr_assert_eq(rate_between(graph, 1, 2, 1), 4e9);
  cr_assert_eq(rate_between(graph, 2, 1, 3), 20e9);
  cr_assert_eq(rate_between(graph, 0, 2, 2), 4e9);
  tn_graph_free(graph);
}

/* Returns true if the route uses a resource of that rate. */
static bool has_rate(const struct tn_graph *graph, const struct tn_route *route, double rate)
{
  for (int i = 0; i < route->n_hops; i++)
    if (tn_graph_capacities(graph, NULL)[tn_hop_resource(&route->hop[i], 0)] == rate)
      return true;
  return false;
}

/* Two devices at a switch that has a path to the first domain, and a third device at the second domain. */
Test(graph, a_peer_way_keeps_off_the_host_and_a_pair_is_shared)
{
  struct tn_fabric_place place[] = { { .kind = TN_PLACE_MEMORY, .rate = INFINITY },
                                     { .kind = TN_PLACE_MEMORY, .rate = INFINITY },
                                     { .kind = TN_PLACE_SWITCH, .rate = INFINITY },
                                     { .kind = TN_PLACE_MEMORY, .rate = INFINITY } };
  const struct tn_place_id end[][2] = {
    { { TN_PLACE_MEMORY, 0 }, { TN_PLACE_SWITCH, 2 } },
    { { TN_PLACE_MEMORY, 1 }, { TN_PLACE_SWITCH, 2 } },
    { { TN_PLACE_NUMA, 0 }, { TN_PLACE_SWITCH, 2 } },
    { { TN_PLACE_NUMA, 1 }, { TN_PLACE_MEMORY, 3 } },
  };
  struct tn_fabric_link link[8];
  struct graph_case c = { 0 };
  for (int i = 0; i < 8; i++)
    link[i] = (struct tn_fabric_link){ end[i / 2][i % 2], end[i / 2][1 - i % 2],
                                       .rate = 10e9 + i * 1e9, .duplex = i < 2 ? 0.7 : 1.0 };
  tn_graph_free(four_domains(
      &c, (struct tn_fabric_link){ { TN_PLACE_NUMA, 0 }, { TN_PLACE_NUMA, 1 }, 3e9, .duplex = 1 }));
  c.fabric = (struct tn_fabric){ 4, 8, place, link };
  struct tn_graph *graph = tn_graph_new(&c.places, c.values, &c.fabric);
  const int memory = tn_graph_place(graph, TN_PLACE_MEMORY, 0), far = memory + 3;
  const struct tn_route *way = tn_graph_peer(graph, memory, memory + 1);
  cr_assert(way && way->n == 2 && way->link[0]->to == memory + 2);
  cr_assert_eq(tn_graph_peer(graph, memory, memory)->n, 0);
  cr_assert_null(tn_graph_peer(graph, memory, far));
  cr_assert_eq(tn_graph_route(graph, memory, far)->n, 4);
  /* Both directions count in the pair; other links have no pair. */
  cr_assert(has_rate(graph, way, 0.7 * (10e9 + 11e9)) && way->n_hops == 3);
  cr_assert(has_rate(graph, tn_graph_route(graph, 0, memory), 0.7 * (10e9 + 11e9)));
  cr_assert(!has_rate(graph, tn_graph_route(graph, 0, memory + 1), 0.7 * (10e9 + 11e9)));
  tn_graph_free(graph);
}
