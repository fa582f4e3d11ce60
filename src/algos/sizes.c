/* Sizes of the user's buffers in a call, by collective. */
#include <assert.h>

#include "algos/experiments/pattern.h"
#include "algos/kit/counts.h"
#include "registry.h"

struct tn_sizes tn_user_sizes(const struct tn_call *call)
{
  const bool is_root = call->rank == call->root;
  const size_t one = tn_count(call, call->rank), all = tn_count_total(call);
  switch (call->collective) {
  case TN_BCAST:
  case TN_IBCAST:
    return (struct tn_sizes){ .recv = one };
  case TN_SCATTER:
  case TN_ISCATTER:
  case TN_SCATTERV:
    return (struct tn_sizes){ .send = is_root ? all : 0,
                              .recv = is_root && call->in_place ? 0 : one };
  case TN_GATHER:
  case TN_IGATHER:
  case TN_GATHERV:
    return (struct tn_sizes){ .send = is_root && call->in_place ? 0 : one,
                              .recv = is_root ? all : 0 };
  case TN_ALLGATHER:
  case TN_ALLGATHERV:
    return (struct tn_sizes){ .send = call->in_place ? 0 : one, .recv = all };
  case TN_ALLTOALL:
  case TN_ALLTOALLV:
    return (struct tn_sizes){ .send = call->in_place ? 0 : tn_pairs_sent(call, call->rank),
                              .recv = tn_pairs_received(call, call->rank) };
  case TN_REDUCE:
  case TN_IREDUCE:
    return (struct tn_sizes){ .send = is_root && call->in_place ? 0 : one,
                              .recv = is_root ? one : 0 };
  case TN_ALLREDUCE:
  case TN_IALLREDUCE:
  case TN_SCAN:
  case TN_EXSCAN:
    return (struct tn_sizes){ .send = call->in_place ? 0 : one, .recv = one };
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
    return (struct tn_sizes){ .send = call->in_place ? 0 : all,
                              .recv = call->in_place ? all : one };
  case TN_BARRIER:
    return (struct tn_sizes){ 0 };
  case TN_PATTERN:
    return tn_pattern_sizes(call);
  case TN_N_COLLECTIVES:
    break;
  }
  assert(!"no collective");
  return (struct tn_sizes){ 0 };
}
