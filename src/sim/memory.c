#include "memory.h"

#include "algos/messages/p2p_slots.h"
#include "strand.h"

/* Pairs of parameters. If the values of a pair differ, the result depends on whether an L2 holds
 * the bytes. It also does if taking lines back from an L2 costs time, or if an L2's bandwidth is
 * limited. */
static const enum tn_param distinguishing_prices[][2] = {
  { TN_P_COPY_RATE_CLASS + TN_SAME_CORE, TN_P_COPY_RATE_LLC },
  { TN_P_COPY_RATE_PEER_L2, TN_P_COPY_RATE_LLC },
  { TN_P_LINE_RATE, TN_P_MEMCPY_RATE },
  { TN_P_LINE_RATE_PEER_L2, TN_P_LINE_RATE_LLC },
};

static bool has_own_l2(const double *v)
{
  return v[TN_P_L2_SIZE] > 0.0 && v[TN_P_L2_SIZE] < v[TN_P_LLC_SIZE];
}

void tn_memory_note_caches(struct tn_engine *e)
{
  static const enum tn_param caches[] = { TN_P_LLC_SIZE, TN_P_L2_SIZE, TN_P_SIDE_CACHE_SIZE,
                                          TN_P_LLC_SHARE, TN_P_CLEAN_LINES };
  if (e->memory.is_noted)
    return;
  e->memory.is_noted = true;
  for (size_t i = 0; i < G_N_ELEMENTS(caches); i++)
    tn_engine_price(e, caches[i]);
  if (!has_own_l2(e->point->values))
    return;
  tn_engine_price(e, TN_P_RECLAIM_LLC);
  for (size_t i = 0; i < G_N_ELEMENTS(distinguishing_prices); i++) {
    tn_engine_price(e, distinguishing_prices[i][0]);
    tn_engine_price(e, distinguishing_prices[i][1]);
  }
}

size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest)
{
  /* a piece has at least 1/PARTS of the cache's bytes and 1/MOST of the copy's bytes */
  enum { PARTS = 8, MOST = 64 };
  const size_t cache = (size_t)e->point->values[TN_P_LLC_SIZE];
  return 2 * whole <= cache ? rest : MIN(rest, MAX(cache / PARTS, whole / MOST + 1));
}

int *tn_memory_devices(const struct tn_sim_point *point)
{
  const struct tn_fabric *fabric = point->fabric;
  const struct tn_places *p = point->places;
  if (!fabric || !tn_mechanism_is_on_device(point->mechanism))
    return NULL;
  g_autofree int *memories = g_new(int, fabric->n_places);
  g_autofree int *next = g_new0(int, p->n_nodes);
  int n = 0;
  for (int i = 0; i < fabric->n_places; i++)
    if (fabric->places[i].kind == TN_PLACE_MEMORY)
      memories[n++] = i;
  int *device = n > 0 ? g_new(int, p->n) : NULL;
  for (int r = 0; device && r < p->n; r++)
    device[r] = memories[next[p->node[r]]++ % n];
  return device;
}

void tn_memory_bar_ways(const struct tn_sim_point *point, bool *ret_barred)
{
  const struct tn_places *p = point->places;
  struct tn_graph *graph = tn_graph_new(p, point->values, point->fabric);
  g_autofree int *device = tn_memory_devices(point);
  struct tn_call call = point->call;
  for (int way = 0; way < TN_N_P2P_DISTANCES && !device; way++)
    ret_barred[way] = true;
  for (call.rank = 0; device && call.rank < p->n; call.rank++)
    for (int peer = 0; peer < p->n; peer++) {
      bool *barred = &ret_barred[tn_p2p_distance_to(&call, peer)];
      const int own = device[call.rank], other = device[peer];
      if (!*barred && own != other && p->node[call.rank] == p->node[peer])
        *barred = !tn_graph_peer(graph, tn_graph_place(graph, TN_PLACE_MEMORY, own),
                                 tn_graph_place(graph, TN_PLACE_MEMORY, other));
    }
  tn_graph_free(graph);
}

void tn_memory_init(struct tn_engine *e)
{
  const struct tn_places *p = e->point->places;
  const double *v = e->point->values;
  int n_resources;
  e->memory.graph = tn_graph_new(p, v, e->point->fabric);
  e->memory.capacity = tn_graph_capacities(e->memory.graph, &n_resources);
  for (int class = 0; class < TN_N_RESOURCES; class ++)
    e->memory.first[class] = tn_graph_first(e->memory.graph, (enum tn_resource) class);
  tn_flows_init(&e->flows, n_resources, e->memory.capacity, TN_EVENT_FLOW);
  e->flows.lag = e->point->race.is_coarse ? TN_COARSE_LAG : e->point->precision;
  e->memory.device = tn_memory_devices(e->point);
  if (!e->memory.device && tn_mechanism_is_on_device(e->point->mechanism))
    tn_engine_fail(e, "the platform names no memory of a device for %s",
                   tn_mechanism_names[e->point->mechanism]);
  if (e->point->ideal)
    return;
  /* Private L2s are tracked only if their hits and the LLC's differ in cost. An L2 not smaller than
   * the LLC is the LLC. */
  bool follows_l2 = isfinite(v[TN_P_L2_BANDWIDTH]) || v[TN_P_RECLAIM_LLC] > 0.0;
  for (size_t i = 0; i < G_N_ELEMENTS(distinguishing_prices); i++)
    follows_l2 = follows_l2 || v[distinguishing_prices[i][0]] != v[distinguishing_prices[i][1]];
  follows_l2 = follows_l2 && has_own_l2(v);
  /* The last two buffers are the computation's working set and lines of code (cold.h). */
  const struct tn_residency_layout layout = { .n_ranks = e->n_ranks,
                                              .n_bufs = TN_N_BUFS + 2,
                                              .n_piecemeal = 2,
                                              .n_fillers = e->n_ranks * TN_MAX_STRANDS,
                                              .core = p->core,
                                              .llc = p->llc,
                                              .numa = p->numa,
                                              .package = p->package,
                                              .llc_size = (size_t)v[TN_P_LLC_SIZE],
                                              .l2_size = follows_l2 ? (size_t)v[TN_P_L2_SIZE] : 0,
                                              .side_size = (size_t)v[TN_P_SIDE_CACHE_SIZE],
                                              .llc_share = v[TN_P_LLC_SHARE],
                                              .dirty_only =
                                                  e->choices.clean_lines == TN_CLEAN_FROM_MEMORY,
                                              .counts_remote = v[TN_P_SHARED_REMOTE] > 0.0 };
  struct tn_access unused;
  e->memory.residency = tn_residency_new(&layout);
  e->memory.follows_l2 = layout.l2_size > 0;
  if (e->memory.device)
    return;
  for (int r = 0; r < e->n_ranks; r++)
    tn_residency_write(e->memory.residency, (struct tn_extent){ r, TN_SEND, 0, e->sizes[r].send },
                       r, &unused);
  for (int r = 0; r < e->n_ranks; r++)
    tn_residency_write(e->memory.residency, (struct tn_extent){ r, TN_RECV, 0, e->sizes[r].recv },
                       r, &unused);
}

void tn_memory_finish(struct tn_engine *e)
{
  tn_flows_finish(&e->flows);
  tn_residency_free(e->memory.residency);
  for (int b = 0; b < TN_N_BUFS; b++) {
    for (int r = 0; e->memory.touched[b] && r < e->n_ranks; r++)
      g_free(e->memory.touched[b][r]);
    g_free(e->memory.touched[b]);
  }
  g_free(e->memory.device);
  tn_graph_free(e->memory.graph);
}

bool tn_memory_is_device(const struct tn_engine *e, struct tn_span span, bool is_staged)
{
  return e->memory.device && !is_staged &&
         (span.buf != TN_SHARED || span.off < e->sizes[span.rank].shared_on_device);
}

struct tn_seat tn_memory_seat(const struct tn_engine *e, struct tn_span span, bool is_staged)
{
  const struct tn_places *p = e->point->places;
  const struct tn_graph *graph = e->memory.graph;
  const int node = p->core[span.rank] / p->n_cores, numa = p->numa[span.rank];
  if (!tn_memory_is_device(e, span, is_staged))
    return (struct tn_seat){ -1, tn_graph_place(graph, TN_PLACE_NUMA, numa),
                             tn_graph_resource(graph, TN_AT_MEMORY, numa), node,
                             span.buf != TN_SHARED };
  const int device = e->memory.device[span.rank];
  return (struct tn_seat){
    device, tn_graph_place(graph, TN_PLACE_MEMORY, device),
    tn_graph_resource(graph, TN_AT_NAMED, node * e->point->fabric->n_places + device), node, false
  };
}

const struct tn_route *tn_memory_route(const struct tn_engine *e, struct tn_seat to,
                                       struct tn_seat from)
{
  const bool are_devices = to.device >= 0 && from.device >= 0 && to.device != from.device;
  return are_devices ? tn_graph_peer(e->memory.graph, from.place, to.place)
                     : tn_graph_route(e->memory.graph, from.place, to.place);
}
