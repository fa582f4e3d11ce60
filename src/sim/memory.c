#include "memory.h"

#include "engine.h"

size_t tn_memory_l2_size(const double *v)
{
  if (v[TN_P_L2_SIZE] >= v[TN_P_LLC_SIZE])
    return 0;
  const bool differs = isfinite(v[TN_P_L2_BANDWIDTH]) || v[TN_P_COPY_RATE_CLASS + TN_SAME_CORE] !=
                                                             v[TN_P_COPY_RATE_CLASS + TN_SAME_LLC];
  return differs ? (size_t)v[TN_P_L2_SIZE] : 0;
}

void tn_memory_init(struct tn_engine *e)
{
  const struct tn_places *p = e->point->places;
  const double *v = e->point->values;
  int n_resources;
  e->memory.graph = tn_graph_new(p, v, e->point->fabric);
  const double *capacity = tn_graph_capacities(e->memory.graph, &n_resources);
  tn_flows_init(&e->flows, n_resources, capacity, TN_EVENT_FLOW);
  if (e->point->ideal)
    return;
  /* The last buffer is what computation goes through. */
  const struct tn_residency_layout layout = { .n_ranks = e->n_ranks,
                                              .n_bufs = TN_N_BUFS + 1,
                                              .n_fillers = e->n_ranks * TN_MAX_STRANDS,
                                              .core = p->core,
                                              .llc = p->llc,
                                              .numa = p->numa,
                                              .package = p->package,
                                              .llc_size = (size_t)v[TN_P_LLC_SIZE],
                                              .l2_size = tn_memory_l2_size(v),
                                              .side_size = (size_t)v[TN_P_SIDE_CACHE_SIZE],
                                              .llc_share = v[TN_P_LLC_SHARE],
                                              .dirty_only =
                                                  v[TN_P_CLEAN_LINES] == TN_CLEAN_FROM_MEMORY,
                                              .counts_remote = v[TN_P_SHARED_REMOTE] > 0.0 };
  struct tn_access unused;
  e->memory.residency = tn_residency_new(&layout);
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
  for (int r = 0; e->memory.touched && r < e->n_ranks; r++)
    g_free(e->memory.touched[r]);
  g_free(e->memory.touched);
  tn_graph_free(e->memory.graph);
}
