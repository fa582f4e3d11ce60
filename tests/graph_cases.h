/* Random nodes: domains in packages, memories, switches, engines of devices, and directed links
 * that the platform file sets or adds. */
#ifndef TN_TESTS_GRAPH_CASES_H
#define TN_TESTS_GRAPH_CASES_H

#include <math.h>
#include <string.h>

#include "platform/graph.h"

enum { DOMAINS_MAX = 4, NAMED_MAX = 6, LINKS_MAX = 18 };

struct graph_case {
  struct tn_places places; /* no ranks; a core and an LLC in each domain */
  int each[DOMAINS_MAX], package[DOMAINS_MAX];
  double values[TN_N_PARAMS];
  struct tn_fabric fabric;
  struct tn_fabric_place place[NAMED_MAX];
  struct tn_fabric_link link[LINKS_MAX];
};

static inline double graph_case_rate(GRand *rand)
{
  return g_rand_int_range(rand, 0, 5) == 0 ? INFINITY : 1e9 * g_rand_int_range(rand, 1, 40);
}

/* Draws any place. Routes must avoid links at LLCs, adapters and engines. */
static inline struct tn_place_id graph_case_end(const struct graph_case *c, GRand *rand)
{
  const int counts[] = { c->places.n_numas, c->places.n_packages, c->places.n_llcs, 1 };
  const int kind = g_rand_int_range(rand, 0, 2 * TN_PLACE_MEMORY);
  if (kind < TN_PLACE_MEMORY)
    return (struct tn_place_id){ (enum tn_place_kind)kind,
                                 g_rand_int_range(rand, 0, counts[kind]) };
  const int i = g_rand_int_range(rand, 0, c->fabric.n_places);
  return (struct tn_place_id){ c->place[i].kind, i };
}

static inline void graph_case_links(struct graph_case *c, GRand *rand)
{
  for (int tries = g_rand_int_range(rand, 0, LINKS_MAX + 1); tries > 0; tries--) {
    const struct tn_place_id from = graph_case_end(c, rand), to = graph_case_end(c, rand);
    bool is_new = from.kind != to.kind || from.number != to.number;
    for (int i = 0; i < c->fabric.n_links; i++)
      is_new = is_new && (memcmp(&c->link[i].from, &from, sizeof from) != 0 ||
                          memcmp(&c->link[i].to, &to, sizeof to) != 0);
    if (is_new)
      c->link[c->fabric.n_links++] =
          (struct tn_fabric_link){ .from = from,
                                   .to = to,
                                   .rate = 1e9 * g_rand_int_range(rand, 1, 40),
                                   .latency = 1e-7 * g_rand_int_range(rand, 0, 9),
                                   .duplex = 1.0 };
  }
  for (int i = 0; i < c->fabric.n_links; i++) {
    const int back = tn_fabric_back(&c->fabric, i);
    if (back > i && g_rand_boolean(rand))
      c->link[i].duplex = c->link[back].duplex = 0.1 * g_rand_int_range(rand, 5, 10);
  }
}

/* Draws a case. `c` must not be moved: it has pointers to its own members. */
static inline void graph_case_draw(struct graph_case *c, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed(seed);
  const int n = g_rand_int_range(rand, 1, DOMAINS_MAX + 1);
  const int n_packages = g_rand_int_range(rand, 1, MIN(n, 2) + 1);
  *c = (struct graph_case){ .places = { .n_nodes = g_rand_int_range(rand, 1, 3),
                                        .n_cores = n,
                                        .n_llcs = n,
                                        .n_numas = n,
                                        .n_packages = n_packages } };
  for (int i = 0; i < n; i++) {
    c->each[i] = i;
    c->package[i] = i * n_packages / n;
  }
  c->places.idle = (struct tn_idle){ n, c->each, c->each, c->each, c->each, c->package, NULL };
  for (int p = 0; p < TN_N_PARAMS; p++)
    c->values[p] = INFINITY;
  c->values[TN_P_LLC_STREAMS] = 0.0;
  c->values[TN_P_PACKAGE_LINK] = g_rand_int_range(rand, 0, 2);
  c->values[TN_P_MEMORY_BANDWIDTH] = 1e9 * g_rand_int_range(rand, 5, 80);
  c->values[TN_P_PACKAGE_BANDWIDTH] = graph_case_rate(rand);
  c->values[TN_P_NUMA_BANDWIDTH] = graph_case_rate(rand);
  c->values[TN_P_LLC_PORT_BANDWIDTH] = graph_case_rate(rand);
  c->fabric = (struct tn_fabric){ g_rand_int_range(rand, 1, NAMED_MAX + 1), 0, c->place, c->link };
  for (int i = 0; i < c->fabric.n_places; i++)
    c->place[i] = (struct tn_fabric_place){ .kind = (enum tn_place_kind)g_rand_int_range(
                                                rand, TN_PLACE_MEMORY, TN_N_PLACE_KINDS),
                                            .rate = graph_case_rate(rand) };
  graph_case_links(c, rand);
  g_rand_free(rand);
}

#endif
