#include "verify.h"

#include <assert.h>
#include <string.h>

#include "algos/experiments/pattern.h"
#include "algos/kit/counts.h"
#include "verify_data.h"
#include "verify_reduction.h"

/* A piece of a buffer and whose contribution, from which byte on, it holds. */
struct piece {
  size_t off, len;
  int rank;
  size_t from;
};

static struct tn_expected contents(const struct tn_call *call, struct piece piece)
{
  return (struct tn_expected){ call, TN_UINT8, piece.rank, piece.rank + 1, piece.from, piece.len };
}

static void fill_piece(const struct tn_call *call, unsigned char *buf, struct piece piece)
{
  const struct tn_expected part = contents(call, piece);
  tn_expected_fill(&part, buf + piece.off);
}

static bool piece_holds(const struct tn_call *call, const unsigned char *buf, struct piece piece,
                        size_t *ret_offset)
{
  const struct tn_expected part = contents(call, piece);
  size_t offset;
  if (piece.len == 0 || tn_expected_holds(&part, buf + piece.off, &offset))
    return true;
  *ret_offset = piece.off + offset;
  return false;
}

/* The part of recv that is input, before the call. */
static struct piece input_in_recv(const struct tn_call *call)
{
  const int rank = call->rank;
  const bool is_root = rank == call->root;
  const size_t n = tn_count(call, rank);
  switch (call->collective) {
  case TN_BCAST:
  case TN_IBCAST:
    return (struct piece){ 0, is_root ? n : 0, rank, 0 };
  case TN_GATHER:
  case TN_IGATHER:
  case TN_GATHERV:
    return (struct piece){ tn_displacement(call, rank), is_root && call->in_place ? n : 0, rank,
                           0 };
  case TN_ALLGATHER:
  case TN_ALLGATHERV:
    return (struct piece){ tn_displacement(call, rank), call->in_place ? n : 0, rank, 0 };
  case TN_ALLTOALL:
  case TN_ALLTOALLV:
    return (struct piece){ 0, call->in_place ? tn_pairs_received(call, rank) : 0, rank, 0 };
  case TN_SCATTER:
  case TN_ISCATTER:
  case TN_SCATTERV:
  case TN_REDUCE:
  case TN_IREDUCE:
  case TN_ALLREDUCE:
  case TN_IALLREDUCE:
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
  case TN_SCAN:
  case TN_EXSCAN:
  case TN_BARRIER:
  case TN_PATTERN:
  case TN_N_COLLECTIVES:
    break;
  }
  return (struct piece){ 0, 0, rank, 0 };
}

/* What recv holds after the call: `n` pieces of a block each, or what a pattern's transfers say. */
static int n_results(const struct tn_call *call)
{
  if (call->collective == TN_PATTERN)
    return call->pattern->n_transfers(call);
  const struct tn_sizes sizes = tn_user_sizes(call);
  if (call->counts && sizes.recv > 0)
    return call->collective == TN_SCATTERV ? 1 : call->n_ranks;
  return call->block == 0 ? 0 : (int)(sizes.recv / call->block);
}

static struct piece result_of_transfer(const struct tn_call *call, int i)
{
  const struct tn_pattern_copy t = call->pattern->transfer(call, i);
  const size_t len = t.dst.rank == call->rank ? t.dst.len : 0;
  return (struct piece){ t.dst.off, len, t.src.rank, t.src.off };
}

static struct piece result(const struct tn_call *call, int i)
{
  const int rank = call->rank;
  switch (call->collective) {
  case TN_BCAST:
  case TN_IBCAST:
    return (struct piece){ 0, call->block, call->root, 0 };
  case TN_SCATTER:
  case TN_ISCATTER:
  case TN_SCATTERV:
    return (struct piece){ 0, tn_count(call, rank), call->root, tn_displacement(call, rank) };
  case TN_GATHER:
  case TN_IGATHER:
  case TN_GATHERV:
  case TN_ALLGATHER:
  case TN_ALLGATHERV:
    return (struct piece){ tn_displacement(call, i), tn_count(call, i), i, 0 };
  case TN_ALLTOALL:
  case TN_ALLTOALLV: {
    const struct tn_span here = tn_pair_received(call, TN_RECV, i, rank);
    return (struct piece){ here.off, here.len, i, tn_pair_sent(call, TN_SEND, i, rank).off };
  }
  case TN_PATTERN:
    return result_of_transfer(call, i);
  case TN_REDUCE:
  case TN_IREDUCE:
  case TN_ALLREDUCE:
  case TN_IALLREDUCE:
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
  case TN_SCAN:
  case TN_EXSCAN:
  case TN_BARRIER:
  case TN_N_COLLECTIVES:
    break;
  }
  assert(!"reductions are verified elsewhere, a barrier has no result");
  return (struct piece){ 0, 0, 0, 0 };
}

void tn_verify_fill(const struct tn_call *call, unsigned char *send, unsigned char *recv)
{
  if (tn_collective_reduces(call->collective)) {
    tn_verify_fill_reduction(call, send, recv);
    return;
  }
  const struct tn_sizes sizes = tn_user_sizes(call);
  if (sizes.send > 0)
    fill_piece(call, send, (struct piece){ 0, sizes.send, call->rank, 0 });
  if (sizes.recv > 0) {
    memset(recv, TN_NO_RESULT, sizes.recv);
    fill_piece(call, recv, input_in_recv(call));
  }
}

bool tn_verify_check(const struct tn_call *call, const unsigned char *send,
                     const unsigned char *recv, size_t *ret_offset, bool *ret_in_send)
{
  const struct tn_sizes sizes = tn_user_sizes(call);
  size_t offset = 0;
  if (tn_collective_reduces(call->collective))
    return tn_verify_check_reduction(call, send, recv, ret_offset, ret_in_send);
  const struct piece whole_send = { 0, sizes.send, call->rank, 0 };
  const bool send_holds = piece_holds(call, send, whole_send, &offset);
  bool recv_holds = true;
  const int n = n_results(call);
  for (int i = 0; i < n && recv_holds && send_holds; i++)
    recv_holds = piece_holds(call, recv, result(call, i), &offset);
  if (send_holds && recv_holds)
    return true;
  *ret_offset = offset;
  *ret_in_send = !send_holds;
  return false;
}
