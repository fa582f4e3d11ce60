#include "rooted_messages.h"

#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/tree.h"

struct tn_span tn_block_at_root(const struct tn_rooted *bufs, const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, bufs->all, tn_displacement(call, rank),
                           tn_count(call, rank) };
}

struct tn_span tn_block_at_rank(const struct tn_rooted *bufs, const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, bufs->one, 0, tn_count(call, rank) };
}

struct tn_p2p_use tn_linear_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

struct tn_sizes tn_linear_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, tn_linear_use(call)) };
}

struct tn_p2p_use tn_subtree_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 1 };
}

bool tn_subtree_in_temp(const struct tn_call *call, int relative)
{
  return relative == 0 ? call->root != 0 : relative % 2 == 0;
}

struct tn_span tn_subtree_blocks(const struct tn_rooted *bufs, const struct tn_call *call,
                                 int relative, int first, int count)
{
  const enum tn_buf users = relative == 0 ? bufs->all : bufs->one;
  return (struct tn_span){ tn_absolute(call, relative),
                           tn_subtree_in_temp(call, relative) ? TN_TEMP : users,
                           (size_t)(first - relative) * call->block, (size_t)count * call->block };
}

struct tn_sizes tn_subtree_scratch(const struct tn_rooted *bufs, const struct tn_call *call)
{
  const int v = tn_relative(call, call->rank);
  const int size = tn_subtree_size(call->n_ranks, v);
  const struct tn_span kept = tn_subtree_blocks(bufs, call, v, v, size);
  return (struct tn_sizes){ .temp = kept.buf == TN_TEMP ? kept.len : 0,
                            .shared = tn_p2p_shared(call, tn_subtree_use(call)) };
}

void tn_root_rotates(struct tn_strand *r, const struct tn_rooted *bufs, bool to_temp)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks, n_first = p - call->root;
  const struct tn_blocks users = tn_blocks_of(call, bufs->all);
  const struct tn_blocks temp = tn_blocks_of(call, TN_TEMP);
  const struct tn_span by_rank[2] = { tn_block_range(&users, call->root, call->root, n_first),
                                      tn_block_range(&users, call->root, 0, call->root) };
  const struct tn_span relative[2] = { tn_block_range(&temp, call->root, 0, n_first),
                                       tn_block_range(&temp, call->root, n_first, call->root) };
  for (int i = 0; i < 2; i++)
    tn_move(r, to_temp ? relative[i] : by_rank[i], to_temp ? by_rank[i] : relative[i]);
}
