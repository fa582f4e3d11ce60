/* Writes SimGrid's hosts and links for synthetic platforms, and compares them with those of a file.
 * The simulator's engine computes sharing within the node, so one link from each domain to a hub is
 * enough, and the file grows with the number of domains. */
#include "machine.h"
#include "quantity.h"

#include <math.h>
#include <string.h>

/* Formats a rate for SimGrid: 13.2GBps for 13.2GB/s. */
static char *simgrid_rate(double rate)
{
  g_autofree char *text = tn_format_rate(rate);
  text[strlen(text) - strlen("/s")] = '\0';
  return g_strconcat(text, "ps", NULL);
}

/* Formats the cores of a domain: "0-13", or "0-3,8-11". */
static char *radical_of(const struct tn_topology *t, int numa)
{
  GString *text = g_string_new(NULL);
  for (int core = 0; core < t->n_cores; core++) {
    if (t->numa_of[core] != numa)
      continue;
    int last = core;
    while (last + 1 < t->n_cores && t->numa_of[last + 1] == numa)
      last++;
    g_string_append_printf(text, "%s%d-%d", text->len ? "," : "", core, last);
    core = last;
  }
  return g_string_free(text, FALSE);
}

static void add_route(GPtrArray *shape, const char *from, const char *to, const char *link)
{
  g_autofree char *router = g_strdup_printf("%s-router", from);
  g_autofree char *other = g_strdup_printf("%s-router", to);
  g_ptr_array_add(shape, tn_element_new("zoneRoute", 2, "src", from, "dst", to, "gw_src", router,
                                        "gw_dst", other, NULL));
  g_ptr_array_add(shape, tn_element_new("link_ctn", 3, "id", link, NULL));
}

static void add_meeting(GPtrArray *shape, const char *id)
{
  g_autofree char *router = g_strdup_printf("%s-router", id);
  g_ptr_array_add(shape, tn_element_new("zone", 2, "id", id, "routing", "Full", NULL));
  g_ptr_array_add(shape, tn_element_new("router", 3, "id", router, NULL));
}

static void add_link(GPtrArray *shape, const char *kind, int number, double bandwidth,
                     const char *latency)
{
  g_autofree char *id = g_strdup_printf("%s-%d", kind, number);
  g_autofree char *rate = simgrid_rate(bandwidth);
  g_ptr_array_add(shape,
                  tn_element_new("link", 2, "id", id, "bandwidth", rate, "latency", latency, NULL));
}

/* Returns the name of a node's hub: "hub" if there is one node, otherwise "hub-N" for node N.
 * Transfer full. */
static char *hub_of(const struct tn_platform *pf, int node)
{
  return pf->topology.n_nodes == 1 ? g_strdup("hub") : g_strdup_printf("hub-%d", node);
}

GPtrArray *tn_shape_new(const struct tn_platform *pf)
{
  GPtrArray *shape = g_ptr_array_new_with_free_func((GDestroyNotify)tn_element_free);
  int n = pf->topology.n_numas;
  g_ptr_array_add(shape, tn_element_new("zone", 1, "id", pf->zone, "routing",
                                        n > 1 ? "Dijkstra" : "Full", NULL));
  g_autofree char *rate = simgrid_rate(pf->filled[TN_P_COPY_RATE]);
  g_autofree char *memory = simgrid_rate(pf->filled[TN_P_MEMORY_BANDWIDTH]);
  for (int numa = 0; numa < n; numa++) {
    g_autofree char *id = g_strdup_printf("numa-%d", numa),
                    *radical = radical_of(&pf->topology, numa);
    g_autofree char *router = g_strdup_printf("numa-%d-router", numa);
    g_ptr_array_add(shape,
                    tn_element_new("cluster", 2, "id", id, "prefix", "core-", "suffix", "",
                                   "radical", radical, "speed", "1Gf", "bw", rate, "lat", "0us",
                                   "bb_bw", memory, "bb_lat", "0us", "router_id", router, NULL));
  }
  if (n == 1)
    return shape;
  const bool has_hubs = n > pf->topology.n_nodes;
  for (int node = 0; has_hubs && node < pf->topology.n_nodes; node++) {
    g_autofree char *hub = hub_of(pf, node);
    add_meeting(shape, hub);
  }
  if (pf->topology.n_nodes > 1)
    add_meeting(shape, "switch");
  double between = pf->filled[TN_P_PACKAGE_BANDWIDTH];
  between = isinf(between) ? pf->filled[TN_P_NUMA_BANDWIDTH] : between;
  between = isinf(between) ? pf->filled[TN_P_MEMORY_BANDWIDTH] : between;
  for (int numa = 0; has_hubs && numa < n; numa++)
    add_link(shape, "link", numa, between, "0us");
  /* A route between nodes passes two adapters, so each has half of the latency. */
  g_autofree char *latency = tn_format_time(pf->filled[TN_P_NETWORK_LATENCY] / 2);
  for (int node = 0; pf->topology.n_nodes > 1 && node < pf->topology.n_nodes; node++)
    add_link(shape, "adapter", node, pf->filled[TN_P_NETWORK_BANDWIDTH], latency);
  const int n_nodes = pf->topology.n_nodes, each = pf->topology.n_numas / n_nodes;
  for (int numa = 0; has_hubs && numa < pf->topology.n_numas; numa++) {
    g_autofree char *id = g_strdup_printf("numa-%d", numa), *hub = hub_of(pf, numa / each);
    g_autofree char *link = g_strdup_printf("link-%d", numa);
    add_route(shape, id, hub, link);
  }
  for (int node = 0; n_nodes > 1 && node < n_nodes; node++) {
    g_autofree char *from = has_hubs ? hub_of(pf, node) : g_strdup_printf("numa-%d", node);
    g_autofree char *adapter = g_strdup_printf("adapter-%d", node);
    add_route(shape, from, "switch", adapter);
  }
  return shape;
}

static void append_indent(GString *text, int depth)
{
  for (int i = 0; i < depth; i++)
    g_string_append(text, "  ");
}

char *tn_shape_print(const struct tn_platform *pf)
{
  g_autoptr(GPtrArray) shape = tn_shape_new(pf);
  return tn_elements_print(shape);
}

char *tn_elements_print(const GPtrArray *shape)
{
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  GString *text = g_string_new("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                               "\"https://simgrid.org/simgrid.dtd\">\n"
                               "<platform version=\"4.1\">\n");
  for (guint i = 0; i <= shape->len; i++) {
    const struct tn_element *element = i < shape->len ? shape->pdata[i] : NULL;
    int depth = element ? element->depth : 0;
    while (open->len && ((struct tn_element *)open->pdata[open->len - 1])->depth >= depth) {
      const struct tn_element *done = g_ptr_array_remove_index(open, open->len - 1);
      append_indent(text, done->depth);
      g_string_append_printf(text, "</%s>\n", done->name);
    }
    if (!element)
      break;
    bool opens = i + 1 < shape->len && ((struct tn_element *)shape->pdata[i + 1])->depth > depth;
    append_indent(text, depth);
    g_string_append_printf(text, "<%s", element->name);
    for (char **a = element->attributes; *a; a += 2) {
      g_autofree char *value = g_markup_escape_text(a[1], -1);
      g_string_append_printf(text, " %s=\"%s\"", a[0], value);
    }
    g_string_append(text, opens ? ">\n" : "/>\n");
    if (opens)
      g_ptr_array_add(open, shape->pdata[i]);
  }
  g_string_append(text, "</platform>\n");
  return g_string_free(text, FALSE);
}

static bool rate_from_simgrid(const char *text, double *ret)
{
  g_autoptr(GError) ignored = NULL;
  if (!g_str_has_suffix(text, "Bps"))
    return false;
  g_autofree char *stem = g_strndup(text, strlen(text) - strlen("ps"));
  g_autofree char *rate = g_strconcat(stem, "/s", NULL);
  return tn_parse_rate(rate, ret, &ignored);
}

/* Returns true if two attributes have the same value, even if they write the same rate in different
 * forms. */
static bool equal_values(const char *a, const char *b)
{
  double rate_a, rate_b;
  if (rate_from_simgrid(a, &rate_a) && rate_from_simgrid(b, &rate_b))
    return fabs(rate_a - rate_b) <= 1e-9 * rate_b;
  return strcmp(a, b) == 0;
}

static void compare(const struct tn_element *found, const struct tn_element *wanted,
                    struct tn_file *file)
{
  const char *id = tn_element_attribute(wanted, "id");
  if (!id)
    id = tn_element_attribute(wanted, "src");
  const struct tn_element *zone = file->elements->pdata[0];
  /* SimGrid ends the program if an inner element has the zone's id */
  const char *own = tn_element_attribute(zone, "id");
  if (own && found != zone &&
      (g_strcmp0(own, tn_element_attribute(wanted, "id")) == 0 ||
       g_strcmp0(own, tn_element_attribute(wanted, "router_id")) == 0))
    tn_file_mistake(file, zone->line, "<zone>: id \"%s\" is also a part's id (use another)", own);
  for (char **a = wanted->attributes; *a; a += 2) {
    const char *value = tn_element_attribute(found, a[0]);
    if (!value)
      tn_file_mistake(file, found->line, "<%s> %s lacks %s (%s)", found->name, id, a[0], a[1]);
    else if (!equal_values(value, a[1]))
      tn_file_mistake(file, found->line, "<%s> %s: %s is \"%s\" (the zone's facts give \"%s\")",
                      found->name, id, a[0], value, a[1]);
  }
  for (char **a = found->attributes; *a; a += 2) {
    if (!tn_element_attribute(wanted, a[0]))
      tn_file_mistake(file, found->line, "<%s> %s: the attribute %s is not known (%s, ...)",
                      found->name, id, a[0], wanted->attributes[0]);
  }
}

void tn_shape_check(const struct tn_platform *pf, struct tn_file *file)
{
  g_autoptr(GPtrArray) shape = tn_shape_new(pf);
  for (guint i = 0; i < MAX(shape->len, file->elements->len); i++) {
    const struct tn_element *found = i < file->elements->len ? file->elements->pdata[i] : NULL;
    const struct tn_element *wanted = i < shape->len ? shape->pdata[i] : NULL;
    g_autofree char *next = wanted ? g_strdup_printf("<%s %s=\"%s\"> is next", wanted->name,
                                                     wanted->attributes[0], wanted->attributes[1])
                                   : g_strdup("the topology has no more parts");
    if (!found) {
      const struct tn_element *zone = file->elements->pdata[0];
      tn_file_mistake(file, zone->line, "the zone ends too early (%s)", next);
      return;
    }
    if (!wanted || strcmp(found->name, wanted->name) != 0 || found->depth != wanted->depth) {
      tn_file_mistake(file, found->line, "<%s> is not accepted here (%s)", found->name, next);
      return;
    }
    compare(found, wanted, file);
  }
}
