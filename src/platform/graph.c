#include "graph.h"

#include <math.h>
#include <string.h>

const struct tn_resource_info tn_resources[TN_N_RESOURCES] = {
#define RESOURCE_INFO(number, rate, shape) { rate, shape },
  TN_RESOURCES(RESOURCE_INFO)
#undef RESOURCE_INFO
};

struct resources {
  int first; /* number of the class's first resource; -1 if the class is unlimited */
  int n;     /* number of resources per node */
};

/* Routes over all links or, if is_peer, only through switches and memories of devices. */
struct route_table {
  bool is_peer;
  /* [from * n_places + to] routes, set at first use; NULL: no route */
  struct tn_route **routes;
  bool *is_known; /* [n_places] true if the routes from this place are computed */
};

struct tn_graph {
  const struct tn_fabric *fabric;
  int n[TN_N_PLACE_KINDS]; /* number of places of each kind per node */
  int first[TN_N_PLACE_KINDS];
  int n_places, n_nodes;
  struct resources resources[TN_N_RESOURCES];
  GArray *capacity; /* double */
  GArray *links;    /* struct tn_link */
  int *first_link;  /* [n_places + 1] index of each place's first link; `links` is sorted by
                     * `from` */
  struct route_table all, peer;
};

/* Positions of LLCs and domains in a node's tree. They are taken from the places of ranks and idle
 * cores, which together are all cores. */
struct lie {
  int n_cores, n_llcs, n_numas, n_packages;
  int *numa;    /* [n_llcs] domain of each LLC */
  int *package; /* [n_numas] package of each domain */
};

static void note_core(struct lie *lie, int llc, int numa, int package)
{
  lie->numa[llc % lie->n_llcs] = numa % lie->n_numas;
  lie->package[numa % lie->n_numas] = package % lie->n_packages;
}

static int place(const struct tn_graph *g, struct tn_place_id p)
{
  return p.kind >= TN_PLACE_MEMORY ? g->first[TN_PLACE_MEMORY] + p.number
                                   : g->first[p.kind] + p.number;
}

int tn_graph_place(const struct tn_graph *g, enum tn_place_kind kind, int number)
{
  return place(
      g, (struct tn_place_id){ kind, kind >= TN_PLACE_MEMORY ? number : number % g->n[kind] });
}

/* Adds a link without latency; `index` is the link's number among the links of its class. */
static void add_link(struct tn_graph *g, struct tn_place_id from, struct tn_place_id to,
                     enum tn_resource class, int index, double rate)
{
  const struct tn_link link = { place(g, from), place(g, to), class, index, rate, 0.0, -1 };
  g_array_append_val(g->links, link);
}

static void join(struct tn_graph *g, struct tn_place_id a, struct tn_place_id b)
{
  add_link(g, a, b, TN_N_RESOURCES, 0, INFINITY);
  add_link(g, b, a, TN_N_RESOURCES, 0, INFINITY);
}

/* Adds the topology's links by class: between packages, between domains, to LLCs; then unlimited
 * links between each domain and its package or the adapter. */
static void link_topology(struct tn_graph *g, const struct lie *lie, const double *v)
{
  const int n = lie->n_numas;
  const bool of_domain = v[TN_P_PACKAGE_LINK] == TN_LINK_OF_DOMAIN;
  const int n_senders = of_domain ? lie->n_numas : lie->n_packages;
  const int n_packages = lie->n_packages;
  for (int s = 0; s < n_senders; s++)
    for (int to = 0; to < n_packages; to++)
      if ((of_domain ? lie->package[s] : s) != to)
        add_link(g, (struct tn_place_id){ of_domain ? TN_PLACE_NUMA : TN_PLACE_PACKAGE, s },
                 (struct tn_place_id){ TN_PLACE_PACKAGE, to }, TN_OVER_PACKAGES,
                 s * n_packages + to, v[TN_P_PACKAGE_BANDWIDTH]);
  g->resources[TN_OVER_PACKAGES].n = n_senders * n_packages;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      if (a != b && lie->package[a] == lie->package[b])
        add_link(g, (struct tn_place_id){ TN_PLACE_NUMA, a },
                 (struct tn_place_id){ TN_PLACE_NUMA, b }, TN_OVER_NUMAS, a * n + b,
                 v[TN_P_NUMA_BANDWIDTH]);
  for (int c = 0; c < lie->n_llcs; c++) {
    const struct tn_place_id llc = { TN_PLACE_LLC, c }, numa = { TN_PLACE_NUMA, lie->numa[c] };
    add_link(g, numa, llc, TN_INTO_LLC, c, v[TN_P_LLC_PORT_BANDWIDTH]);
    add_link(g, llc, numa, TN_OUT_OF_LLC, c, v[TN_P_LLC_PORT_BANDWIDTH]);
  }
  for (int a = 0; a < n; a++) {
    const struct tn_place_id numa = { TN_PLACE_NUMA, a };
    join(g, numa, (struct tn_place_id){ TN_PLACE_PACKAGE, lie->package[a] });
    join(g, numa, (struct tn_place_id){ TN_PLACE_ADAPTER, 0 });
  }
}

/* Adds the file's links. A link of the file replaces a link of the topology between the same
 * ends. */
static void link_fabric(struct tn_graph *g)
{
  for (int i = 0; i < g->fabric->n_links; i++) {
    const struct tn_fabric_link *own = &g->fabric->links[i];
    const int from = place(g, own->from), to = place(g, own->to);
    struct tn_link *link = NULL;
    for (guint j = 0; j < g->links->len && !link; j++) {
      struct tn_link *other = &g_array_index(g->links, struct tn_link, j);
      link = other->from == from && other->to == to ? other : NULL;
    }
    if (!link) {
      add_link(g, own->from, own->to, TN_OVER_NAMED, i, own->rate);
      link = &g_array_index(g->links, struct tn_link, g->links->len - 1);
    }
    if (own->duplex < 1.0)
      link->pair = MIN(i, tn_fabric_back(g->fabric, i));
    if (link->class == TN_N_RESOURCES) {
      link->class = TN_OVER_NAMED;
      link->index = i;
    }
    link->rate = own->rate;
    link->latency = own->latency;
  }
}

/* Returns true if any link or named place of the class has a limited rate. */
static bool has_limited(const struct tn_graph *g, enum tn_resource class)
{
  for (guint i = 0; i < g->links->len; i++) {
    const struct tn_link *link = &g_array_index(g->links, struct tn_link, i);
    if (link->class == class && isfinite(link->rate))
      return true;
  }
  for (int i = 0; class == TN_OVER_PAIRS && i < g->fabric->n_links; i++)
    if (g->fabric->links[i].duplex < 1.0)
      return true;
  for (int i = 0; class == TN_AT_NAMED && i < g->fabric->n_places; i++)
    if (isfinite(g->fabric->places[i].rate))
      return true;
  return false;
}

static void set_rate(struct tn_graph *g, enum tn_resource class, int index, double rate)
{
  const struct resources *r = &g->resources[class];
  g_assert(r->first < 0 || index < r->n);
  for (int node = 0; r->first >= 0 && node < g->n_nodes; node++)
    g_array_index(g->capacity, double, r->first + node * r->n + index) = rate;
}

static double rate_of(enum tn_resource class, const double *v)
{
  const enum tn_param p = tn_resources[class].rate;
  return class == TN_AT_FEED
             ? (v[TN_P_LLC_STREAMS] > 0.0 ? v[TN_P_LLC_STREAMS] * v[TN_P_LINE_RATE + TN_SAME_NUMA]
                                          : INFINITY)
         : p == TN_N_PARAMS ? INFINITY
                            : v[p];
}

/* Counts the resources of each class, numbers those of classes with a limited one, and sets their
 * rates. */
static void init_resources(struct tn_graph *g, const struct lie *lie, const double *v)
{
  struct resources *r = g->resources;
  r[TN_AT_MEMORY].n = lie->n_numas;
  r[TN_OVER_NUMAS].n = lie->n_numas * lie->n_numas;
  r[TN_AT_CORE].n = r[TN_AT_L2].n = lie->n_cores;
  r[TN_AT_LLC].n = r[TN_INTO_LLC].n = r[TN_OUT_OF_LLC].n = r[TN_AT_FEED].n = lie->n_llcs;
  r[TN_AT_ADAPTER_OUT].n = r[TN_AT_ADAPTER_IN].n = g->n_nodes > 1;
  r[TN_AT_NAMED].n = g->fabric->n_places;
  r[TN_OVER_NAMED].n = r[TN_OVER_PAIRS].n = g->fabric->n_links;
  for (int class = 0; class < TN_N_RESOURCES; class ++) {
    const double rate = rate_of((enum tn_resource) class, v);
    const bool is_limited = isfinite(rate) || has_limited(g, (enum tn_resource) class);
    r[class].first = is_limited ? (int)g->capacity->len : -1;
    for (int i = 0; is_limited && i < g->n_nodes * r[class].n; i++)
      g_array_append_val(g->capacity, rate);
  }
  for (guint i = 0; i < g->links->len; i++) {
    const struct tn_link *link = &g_array_index(g->links, struct tn_link, i);
    if (link->class != TN_N_RESOURCES)
      set_rate(g, link->class, link->index, link->rate);
  }
  for (int i = 0; i < g->fabric->n_places; i++)
    set_rate(g, TN_AT_NAMED, i, g->fabric->places[i].rate);
  for (int i = 0; i < g->fabric->n_links; i++) {
    const struct tn_fabric_link *link = &g->fabric->links[i];
    const int back = link->duplex < 1.0 ? tn_fabric_back(g->fabric, i) : -1;
    if (back > i)
      set_rate(g, TN_OVER_PAIRS, i, link->duplex * (link->rate + g->fabric->links[back].rate));
  }
}

static const struct tn_fabric nothing;

struct tn_graph *tn_graph_new(const struct tn_places *places, const double *values,
                              const struct tn_fabric *fabric)
{
  struct tn_graph *g = g_new0(struct tn_graph, 1);
  struct lie lie = { places->n_cores,    places->n_llcs, places->n_numas,
                     places->n_packages, NULL,           NULL };
  lie.numa = g_new0(int, lie.n_llcs);
  lie.package = g_new0(int, lie.n_numas);
  for (int i = 0; i < places->idle.n; i++)
    note_core(&lie, places->idle.llc[i], places->idle.numa[i], places->idle.package[i]);
  for (int r = 0; r < places->n; r++)
    note_core(&lie, places->llc[r], places->numa[r], places->package[r]);
  g->fabric = fabric ? fabric : &nothing;
  g->n_nodes = places->n_nodes;
  /* a node without ranks is counted if a node after it has ranks */
  for (int r = 0; r < places->n; r++)
    g->n_nodes = MAX(g->n_nodes, places->core[r] / places->n_cores + 1);
  g->capacity = g_array_new(FALSE, FALSE, sizeof(double));
  g->links = g_array_new(FALSE, FALSE, sizeof(struct tn_link));
  g->n[TN_PLACE_NUMA] = lie.n_numas;
  g->n[TN_PLACE_PACKAGE] = lie.n_packages;
  g->n[TN_PLACE_LLC] = lie.n_llcs;
  g->n[TN_PLACE_ADAPTER] = 1;
  for (int kind = 0; kind < TN_PLACE_MEMORY; kind++) {
    g->first[kind] = g->n_places;
    g->n_places += g->n[kind];
  }
  g->first[TN_PLACE_MEMORY] = g->n_places;
  g->n_places += g->fabric->n_places;
  link_topology(g, &lie, values);
  link_fabric(g);
  const guint n = g->links->len;
  g_autofree struct tn_link *sorted = g_new(struct tn_link, n);
  struct tn_link *links = (struct tn_link *)(void *)g->links->data;
  g->first_link = g_new0(int, g->n_places + 2);
  int *next = g->first_link + 1;
  for (guint i = 0; i < n; i++)
    next[links[i].from + 1]++;
  for (int p = 0; p < g->n_places; p++)
    next[p + 1] += next[p];
  for (guint i = 0; i < n; i++)
    sorted[next[links[i].from]++] = links[i];
  memcpy(links, sorted, n * sizeof *sorted);
  init_resources(g, &lie, values);
  g->peer.is_peer = true;
  g_free(lie.numa);
  g_free(lie.package);
  return g;
}

static void finish_route_table(const struct tn_graph *g, struct route_table *route_table)
{
  for (int i = 0; route_table->routes && i < g->n_places * g->n_places; i++) {
    struct tn_route *route = route_table->routes[i];
    if (!route)
      continue;
    g_free(route->link);
    g_free(route->hop);
    g_free(route);
  }
  g_free(route_table->routes);
  g_free(route_table->is_known);
}

void tn_graph_free(struct tn_graph *g)
{
  if (!g)
    return;
  finish_route_table(g, &g->all);
  finish_route_table(g, &g->peer);
  g_free(g->first_link);
  g_array_unref(g->links);
  g_array_unref(g->capacity);
  g_free(g);
}

const double *tn_graph_capacities(const struct tn_graph *g, int *ret_n)
{
  if (ret_n)
    *ret_n = (int)g->capacity->len;
  return (const double *)(const void *)g->capacity->data;
}

int tn_graph_n_nodes(const struct tn_graph *g)
{
  return g->n_nodes;
}

int tn_graph_resource(const struct tn_graph *g, enum tn_resource class, int index)
{
  const int first = g->resources[class].first;
  return first >= 0 && isfinite(g_array_index(g->capacity, double, first + index)) ? first + index
                                                                                   : -1;
}

int tn_graph_first(const struct tn_graph *g, enum tn_resource class)
{
  return g->resources[class].first;
}

static bool leads_through(const struct tn_graph *g, const struct route_table *route_table, int p)
{
  if (p < g->first[TN_PLACE_MEMORY])
    return p < g->first[TN_PLACE_LLC] && !route_table->is_peer;
  return g->fabric->places[p - g->first[TN_PLACE_MEMORY]].kind != TN_PLACE_ENGINE;
}

static void add_hop(const struct tn_graph *g, struct tn_route *route, enum tn_resource class,
                    int index)
{
  if (class == TN_N_RESOURCES)
    return;
  const struct tn_hop hop = { tn_graph_resource(g, class, index), g->resources[class].n,
                              tn_resources[class].rate, tn_resources[class].shape };
  if (hop.resource >= 0 || hop.shape != TN_N_PARAMS)
    route->hop[route->n_hops++] = hop;
}

/* Builds the route to place `to` backwards; by[place] is the link through which the search first
 * reached the place. A memory's rate limits only transfers that begin or end in this memory. A
 * switch's rate limits all transfers through the switch. */
static struct tn_route *route_to(const struct tn_graph *g, const struct tn_link *const *by, int to)
{
  struct tn_route *route = g_new0(struct tn_route, 1);
  for (int p = to; by[p]; p = by[p]->from)
    route->n++;
  route->link = g_new(const struct tn_link *, route->n);
  route->hop = g_new(struct tn_hop, 3 * route->n);
  int n = route->n;
  for (int p = to; by[p]; p = by[p]->from)
    route->link[--n] = by[p];
  for (int i = 0; i < route->n; i++) {
    const struct tn_link *link = route->link[i];
    const int named = link->to - g->first[TN_PLACE_MEMORY];
    route->latency += link->latency;
    add_hop(g, route, link->class, link->index);
    if (link->pair >= 0)
      add_hop(g, route, TN_OVER_PAIRS, link->pair);
    if (named >= 0 && g->fabric->places[named].kind == TN_PLACE_SWITCH)
      add_hop(g, route, TN_AT_NAMED, named);
  }
  return route;
}

/* Finds all routes from a place by breadth-first search. */
static void find_routes(const struct tn_graph *g, struct route_table *route_table, int from)
{
  g_autofree const struct tn_link **by = g_new0(const struct tn_link *, g->n_places);
  g_autofree int *queue = g_new(int, g->n_places);
  g_autofree bool *is_found = g_new0(bool, g->n_places);
  int head = 0, tail = 0;
  queue[tail++] = from;
  is_found[from] = true;
  while (head < tail) {
    const int at = queue[head++];
    route_table->routes[from * g->n_places + at] = route_to(g, by, at);
    if (at != from && !leads_through(g, route_table, at))
      continue;
    for (int i = g->first_link[at]; i < g->first_link[at + 1]; i++) {
      const struct tn_link *link = &g_array_index(g->links, struct tn_link, i);
      if (is_found[link->to])
        continue;
      is_found[link->to] = true;
      by[link->to] = link;
      queue[tail++] = link->to;
    }
  }
  route_table->is_known[from] = true;
}

static const struct tn_route *find_route(const struct tn_graph *g, struct route_table *route_table,
                                         int from, int to)
{
  if (!route_table->routes) {
    route_table->routes = g_new0(struct tn_route *, (gsize)g->n_places * (gsize)g->n_places);
    route_table->is_known = g_new0(bool, g->n_places);
  }
  if (!route_table->is_known[from])
    find_routes(g, route_table, from);
  return route_table->routes[from * g->n_places + to];
}

const struct tn_route *tn_graph_route(struct tn_graph *g, int from, int to)
{
  return find_route(g, &g->all, from, to);
}

const struct tn_route *tn_graph_peer(struct tn_graph *g, int from, int to)
{
  return find_route(g, &g->peer, from, to);
}
