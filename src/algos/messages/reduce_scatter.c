#include "reduce_scatter.h"

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"

size_t *tn_share_starts(const struct tn_call *call)
{
  size_t *start = tn_zeros((size_t)call->n_ranks + 1, sizeof *start);
  for (int r = 0; r < call->n_ranks; r++)
    start[r + 1] = start[r] + tn_count(call, r);
  return start;
}

bool tn_reduce_scatter_trivially(struct tn_strand *r)
{
  if (tn_vector_bytes(r->call) == 0)
    return true;
  if (r->call->n_ranks == 1)
    tn_move_own_vector(r);
  return r->call->n_ranks == 1;
}
