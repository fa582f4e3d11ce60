#include "registry.h"

#include <assert.h>
#include <string.h>

#include "algos/experiments/pattern.h"
#include "entries.h"

const struct tn_algorithm *const tn_algorithms[] = {
  &tn_scatter_parallel_read,
  &tn_scatter_sequential_write,
  &tn_scatter_throttled_read,
  &tn_scatter_knem_linear,
  &tn_scatter_linear,
  &tn_scatter_linear_nb,
  &tn_scatter_binomial,
  &tn_scatter_library_ompi,
  &tn_scatter_library_mpich,
  &tn_gather_parallel_write,
  &tn_gather_sequential_read,
  &tn_gather_throttled_write,
  &tn_gather_knem_linear,
  &tn_gather_linear,
  &tn_gather_linear_sync,
  &tn_gather_binomial,
  &tn_gather_library_ompi,
  &tn_gather_library_mpich,
  &tn_bcast_direct_read,
  &tn_bcast_direct_write,
  &tn_bcast_knomial,
  &tn_bcast_scatter_allgather,
  &tn_bcast_xhc_flat,
  &tn_bcast_xhc_tree,
  &tn_bcast_smhc_flat,
  &tn_bcast_smhc_tree,
  &tn_bcast_knem_linear,
  &tn_bcast_knem_hierarchical,
  &tn_bcast_linear,
  &tn_bcast_chain,
  &tn_bcast_pipeline,
  &tn_bcast_binary,
  &tn_bcast_binomial,
  &tn_bcast_knomial_p2p,
  &tn_bcast_split_binary,
  &tn_bcast_scatter_ring_allgather,
  &tn_bcast_scatter_doubling_allgather,
  &tn_bcast_release_gather,
  &tn_bcast_library_ompi,
  &tn_bcast_library_mpich,
  &tn_allgather_ring_neighbor_entry,
  &tn_allgather_ring_source_read_entry,
  &tn_allgather_ring_source_write_entry,
  &tn_allgather_recursive_doubling_entry,
  &tn_allgather_bruck_entry,
  &tn_allgather_gather_bcast,
  &tn_allgather_ring,
  &tn_allgather_doubling_p2p,
  &tn_allgather_bruck_p2p,
  &tn_allgather_neighbor_exchange,
  &tn_allgather_two_proc,
  &tn_allgather_library_ompi,
  &tn_allgather_library_mpich,
  &tn_alltoall_pairwise,
  &tn_alltoall_bruck,
  &tn_alltoall_rotation,
  &tn_alltoall_pairwise_p2p,
  &tn_alltoall_pairwise_shm,
  &tn_alltoall_linear,
  &tn_alltoall_linear_sync,
  &tn_alltoall_bruck_p2p,
  &tn_alltoall_two_proc,
  &tn_alltoall_scattered,
  &tn_alltoall_replace,
  &tn_alltoall_library_ompi,
  &tn_alltoall_library_mpich,
  &tn_reduce_xhc_flat,
  &tn_reduce_xhc_tree,
  &tn_reduce_linear_entry,
  &tn_reduce_chain,
  &tn_reduce_pipeline,
  &tn_reduce_binary,
  &tn_reduce_binomial,
  &tn_reduce_rabenseifner,
  &tn_reduce_release_gather,
  &tn_reduce_library_ompi,
  &tn_reduce_library_mpich,
  &tn_allreduce_xhc_flat,
  &tn_allreduce_xhc_tree,
  &tn_allreduce_xbrc,
  &tn_allreduce_recursive_doubling,
  &tn_allreduce_ring,
  &tn_allreduce_segmented_ring,
  &tn_allreduce_rabenseifner,
  &tn_allreduce_reduce_bcast,
  &tn_allreduce_release_gather,
  &tn_allreduce_library_ompi,
  &tn_allreduce_library_mpich,
  &tn_barrier_xhc_flat,
  &tn_barrier_xhc_tree,
  &tn_barrier_linear,
  &tn_barrier_tree,
  &tn_barrier_dissemination,
  &tn_barrier_recursive_doubling,
  &tn_barrier_double_ring,
  &tn_barrier_release_gather,
  &tn_barrier_library_ompi,
  &tn_barrier_library_mpich,
  &tn_pattern_pairs,
  &tn_pattern_one_source,
  &tn_pattern_pin,
  &tn_pattern_pingpong,
  &tn_pattern_concurrent_copy,
  NULL,
};

const char *const tn_collective_names[TN_N_COLLECTIVES] = {
  [TN_BCAST] = "bcast",         [TN_SCATTER] = "scatter",     [TN_GATHER] = "gather",
  [TN_ALLGATHER] = "allgather", [TN_ALLTOALL] = "alltoall",   [TN_REDUCE] = "reduce",
  [TN_ALLREDUCE] = "allreduce", [TN_BARRIER] = "barrier",     [TN_PATTERN] = "pattern",
};

int tn_collective_find(const char *name)
{
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (strcmp(tn_collective_names[c], name) == 0)
      return c;
  return -1;
}

const char *const tn_mechanism_names[TN_N_MECHANISMS] = {
  [TN_CMA] = "cma",     [TN_KNEM] = "knem", [TN_XPMEM] = "xpmem",
  [TN_MEMFD] = "memfd", [TN_CICO] = "cico",
};

const char *tn_supports_all(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

const struct tn_algorithm *tn_algorithm_find(enum tn_collective collective, const char *name)
{
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((*a)->collective == collective && strcmp((*a)->name, name) == 0)
      return *a;
  return NULL;
}

int tn_algorithm_n_params(const struct tn_algorithm *a)
{
  int n = 0;
  while (n < TN_MAX_PARAMS && a->params[n].name)
    n++;
  return n;
}

int tn_algorithm_param(const struct tn_algorithm *a, const char *name, bool *is_alias)
{
  const int n = tn_algorithm_n_params(a);
  for (int i = 0; i < n; i++) {
    const char *alias = a->params[i].alias;
    *is_alias = alias && strcmp(alias, name) == 0;
    if (*is_alias || strcmp(a->params[i].name, name) == 0)
      return i;
  }
  return -1;
}

bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value)
{
  if (value == 0 && param->at_zero)
    return true;
  return value >= param->min && (param->max <= 0 || value <= param->max);
}

int tn_algorithm_pair_messages(const struct tn_algorithm *a, const struct tn_call *call)
{
  if (!a->decide)
    return a->pair_messages ? a->pair_messages(call) : a->segmented;
  const struct tn_decision decision = a->decide(call);
  struct tn_call own = *call;
  memcpy(own.params, decision.params, sizeof own.params);
  return decision.algorithm ? tn_algorithm_pair_messages(decision.algorithm, &own) : 0;
}

enum { ITEM_BITS = 4, ITEM_MASK = 15 };

int tn_list_length(int64_t value)
{
  int n = 0;
  for (; value > 0; value >>= ITEM_BITS)
    n++;
  return n;
}

int tn_list_item(int64_t value, int i)
{
  return (int)(value >> (i * ITEM_BITS) & ITEM_MASK) - 1;
}

int64_t tn_list_append(int64_t value, int choice)
{
  return value | (int64_t)(choice + 1) << (tn_list_length(value) * ITEM_BITS);
}

int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call)
{
  return a->crew.more + a->crew.per * call->params[a->crew.param];
}

void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call)
{
  const int n = (call->n_ranks - a->crew.more) / (a->crew.per ? a->crew.per : 1);
  if (a->crew.per)
    call->params[a->crew.param] = n > 1 ? n : 1;
}

bool tn_algorithm_has(const struct tn_algorithm *a, enum tn_mechanism mechanism)
{
  for (int i = 0; i < a->n_mechanisms; i++)
    if (a->mechanisms[i] == mechanism)
      return true;
  return false;
}

bool tn_collective_rooted(enum tn_collective collective)
{
  return collective == TN_BCAST || collective == TN_SCATTER || collective == TN_GATHER
         || collective == TN_REDUCE;
}

static struct tn_sizes user_sizes(const struct tn_call *call)
{
  const bool is_root = call->rank == call->root;
  const size_t one = call->block;
  const size_t all = one * (size_t)call->n_ranks;
  switch (call->collective) {
  case TN_BCAST:
    return (struct tn_sizes){ .recv = one };
  case TN_SCATTER:
    return (struct tn_sizes){ .send = is_root ? all : 0,
                              .recv = is_root && call->in_place ? 0 : one };
  case TN_GATHER:
    return (struct tn_sizes){ .send = is_root && call->in_place ? 0 : one,
                              .recv = is_root ? all : 0 };
  case TN_ALLGATHER:
    return (struct tn_sizes){ .send = call->in_place ? 0 : one, .recv = all };
  case TN_ALLTOALL:
    return (struct tn_sizes){ .send = call->in_place ? 0 : all, .recv = all };
  case TN_REDUCE:
    return (struct tn_sizes){ .send = is_root && call->in_place ? 0 : one,
                              .recv = is_root ? one : 0 };
  case TN_ALLREDUCE:
    return (struct tn_sizes){ .send = call->in_place ? 0 : one, .recv = one };
  case TN_BARRIER:
    return (struct tn_sizes){ 0 };
  case TN_PATTERN:
    return tn_pattern_sizes(call);
  default:
    assert(!"the buffers of this collective are not defined yet");
    return (struct tn_sizes){ 0 };
  }
}

struct tn_sizes tn_call_sizes(const struct tn_algorithm *a, const struct tn_call *call)
{
  struct tn_sizes sizes = user_sizes(call);
  if (a && a->scratch) {
    const struct tn_sizes scratch = a->scratch(call);
    sizes.temp = scratch.temp;
    sizes.shared = scratch.shared;
  }
  return sizes;
}
