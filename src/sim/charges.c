#include "charges.h"

void tn_charges_add_resource(struct tn_traffic *t, int resource, double bytes)
{
  int i = 0;
  while (i < t->n_charges && t->charge[i].resource != resource)
    i++;
  if (i == TN_MAX_CHARGES)
    /* A piece of a transfer uses few resources; more than TN_MAX_CHARGES do not occur in practice
     * and are negligible. */
    return;
  if (i == t->n_charges) {
    t->charge[t->n_charges].bytes = 0.0;
    t->charge[t->n_charges++].resource = resource;
  }
  t->charge[i].bytes += bytes;
}

void tn_charges_note_hop(struct tn_engine *e, const struct tn_hop *hop, bool limits)
{
  if (hop->shape != TN_N_PARAMS)
    tn_engine_price(e, hop->shape);
  if (limits && hop->rate != TN_N_PARAMS)
    tn_engine_price(e, hop->rate);
}

void tn_charges_add_links(struct tn_traffic *t, int from, int to, double bytes)
{
  if (from == to)
    return;
  struct tn_graph *graph = t->e->memory.graph;
  const struct tn_route *route = tn_graph_route(graph, tn_graph_place(graph, TN_PLACE_NUMA, from),
                                                tn_graph_place(graph, TN_PLACE_NUMA, to));
  for (int i = 0; i < route->n_hops; i++) {
    const struct tn_hop *hop = &route->hop[i];
    const bool limits = hop->resource >= 0 && bytes > 0.0;
    tn_charges_note_hop(t->e, hop, limits);
    if (limits)
      tn_charges_add_resource(t, tn_hop_resource(hop, from / t->e->point->places->n_numas), bytes);
  }
}

/* Charges the port of an LLC. A reader in another domain receives its bytes at a lower rate, and
 * each of its bytes occupies the port longer in the same proportion. */
static void charges_add_port(struct tn_traffic *t, int llc, double bytes)
{
  const double shortest = 1024; /* bytes; shorter pieces do not occupy the port */
  if (bytes <= shortest || t->e->memory.first[TN_AT_FEED] < 0)
    return;
  tn_charges_add(t, TN_AT_FEED, llc,
                 bytes * (tn_engine_price(t->e, TN_P_LINE_RATE + TN_SAME_NUMA) /
                          tn_engine_price(t->e, TN_P_LINE_RATE + tn_charges_distance(t, llc))));
}

int tn_charges_home_of(const struct tn_traffic *t, struct tn_span span)
{
  const struct tn_sim_strand *s = t->s;
  if (span.buf != TN_SHARED || s->streams.correspondent < 0)
    return span.rank;
  tn_engine_price(t->e, TN_P_SLOT_HOME);
  if (t->e->choices.slot_home == TN_SLOT_OF_SENDER)
    return span.rank;
  return span.rank == s->rank                    ? s->streams.correspondent
         : span.rank == s->streams.correspondent ? s->rank
                                                 : span.rank;
}

void tn_charges_add_lines(struct tn_traffic *t, int llc, struct tn_span span, double bytes,
                          double fed)
{
  const struct tn_places *p = t->e->point->places;
  const struct tn_llc_place from = tn_residency_llc(t->e->memory.residency, llc);
  charges_add_port(t, llc, fed);
  tn_charges_add_links(t, from.numa, p->numa[t->s->rank], bytes);
  /* If a home looks up its directory and its memory at once, each access also loads the memory. */
  const double load = tn_engine_price(t->e, TN_P_HOME_LOAD);
  if (load > 0.0)
    tn_charges_add(t, TN_AT_MEMORY, p->numa[tn_charges_home_of(t, span)], load * bytes);
}

void tn_charges_add_backs(struct tn_traffic *t, const struct tn_access *a)
{
  const struct tn_places *p = t->e->point->places;
  for (int i = 0; i < a->n_back; i++) {
    tn_charges_add(t, TN_AT_MEMORY, a->back[i].place, a->back[i].moved);
    tn_charges_add(t, TN_OUT_OF_LLC, p->llc[t->s->rank], a->back[i].bytes);
    tn_charges_add_links(t, p->numa[t->s->rank], a->back[i].place, a->back[i].bytes);
  }
}

int tn_charges_route_class(struct tn_engine *e, double cap, int n, struct tn_charge *route)
{
  for (int i = 1; i < n; i++) {
    const struct tn_charge c = route[i];
    int j = i;
    for (; j > 0 && route[j - 1].resource > c.resource; j--)
      route[j] = route[j - 1];
    route[j] = c;
  }
  return tn_flows_class(&e->flows, cap, n, route);
}

static int by_weight(const void *a, const void *b)
{
  const struct tn_charge *x = a, *y = b;
  return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1)
                                : (x->resource > y->resource) - (x->resource < y->resource);
}

int tn_charges_class(struct tn_traffic *t, double bytes, double cap)
{
  /* Smallest weight that is charged, in bytes per transferred byte. It is below the smallest weight
   * that load_of() (traffic.c) returns. */
  const double least = 1e-10;
  struct tn_charge route[TN_MAX_CHARGES + 1];
  int n = 0;
  tn_charges_add(t, TN_AT_CORE, t->e->point->places->core[t->s->rank], bytes);
  for (int i = 0; i < t->n_charges; i++)
    if (t->charge[i].bytes >= least * bytes)
      route[n++] = (struct tn_charge){ t->charge[i].resource, t->charge[i].bytes / bytes };
  if (n > TN_MAX_ROUTE) {
    qsort(route, (size_t)n, sizeof *route, by_weight);
    n = TN_MAX_ROUTE;
  }
  return tn_charges_route_class(t->e, cap, n, route);
}
