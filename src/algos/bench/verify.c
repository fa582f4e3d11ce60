#include "verify.h"

#include <assert.h>
#include <string.h>

#include "algos/experiments/pattern.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

/* Value of all bytes that are not input. */
enum { NO_RESULT = 0xa5 };

/* Expected contents of a buffer from byte `off` on. Reductions have small whole numbers, so that
 * sums are exact in every type and order. Sums of uint8 wrap. */
struct piece {
  size_t off;
  struct tn_expected part;
};

/* Returns a piece of `len` bytes at byte `off` of a buffer. It has the data that `rank`
 * contributes, from byte `from` of the contribution on. */
static struct piece piece_of(const struct tn_call *call, size_t off, size_t len, int rank,
                             size_t from)
{
  return (struct piece){ off, { call, TN_UINT8, rank, rank + 1, from, len } };
}

static struct piece own_vector(const struct tn_call *call, bool is_there)
{
  const size_t len = is_there ? tn_vector_bytes(call) : 0;
  return (struct piece){ 0, { call, call->type, call->rank, call->rank + 1, 0, len } };
}

static void fill_piece(unsigned char *buf, struct piece piece)
{
  if (piece.part.len > 0)
    tn_expected_fill(&piece.part, buf + piece.off);
}

static bool piece_holds(const unsigned char *buf, struct piece piece, size_t *ret_offset)
{
  size_t offset;
  if (piece.part.len == 0 || tn_expected_holds(&piece.part, buf + piece.off, &offset))
    return true;
  *ret_offset = piece.off + offset;
  return false;
}

static struct piece input_in_send(const struct tn_call *call)
{
  if (tn_collective_reduces(call->collective))
    return own_vector(call, tn_contribution(call, call->rank) == TN_SEND);
  return piece_of(call, 0, tn_user_sizes(call).send, call->rank, 0);
}

/* Returns the part of the receive buffer that is input before the call; an empty piece if there is
 * none. */
static struct piece input_in_recv(const struct tn_call *call)
{
  const int rank = call->rank;
  const bool is_root = rank == call->root;
  const size_t n = tn_count(call, rank);
  switch (call->collective) {
  case TN_BCAST:
  case TN_IBCAST:
    return piece_of(call, 0, is_root ? n : 0, rank, 0);
  case TN_GATHER:
  case TN_IGATHER:
  case TN_GATHERV:
    return piece_of(call, tn_displacement(call, rank), is_root && call->in_place ? n : 0, rank, 0);
  case TN_ALLGATHER:
  case TN_ALLGATHERV:
    return piece_of(call, tn_displacement(call, rank), call->in_place ? n : 0, rank, 0);
  case TN_ALLTOALL:
  case TN_ALLTOALLV:
    return piece_of(call, 0, call->in_place ? tn_pairs_received(call, rank) : 0, rank, 0);
  case TN_REDUCE:
  case TN_IREDUCE:
  case TN_ALLREDUCE:
  case TN_IALLREDUCE:
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
  case TN_SCAN:
  case TN_EXSCAN:
    return own_vector(call, tn_contribution(call, rank) == TN_RECV);
  case TN_SCATTER:
  case TN_ISCATTER:
  case TN_SCATTERV:
  case TN_BARRIER:
  case TN_PATTERN:
  case TN_N_COLLECTIVES:
    break;
  }
  return piece_of(call, 0, 0, rank, 0);
}

/* Returns the number of pieces that the receive buffer has after the call: blocks, one sum, or the
 * results of a pattern's transfers. */
static int n_results(const struct tn_call *call)
{
  if (call->collective == TN_PATTERN)
    return call->pattern->n_transfers(call);
  if (tn_collective_reduces(call->collective))
    return 1;
  const struct tn_sizes sizes = tn_user_sizes(call);
  if (call->counts && sizes.recv > 0)
    return call->collective == TN_SCATTERV ? 1 : call->n_ranks;
  return call->block == 0 ? 0 : (int)(sizes.recv / call->block);
}

static struct piece result_of_transfer(const struct tn_call *call, int i)
{
  const struct tn_pattern_copy t = call->pattern->transfer(call, i);
  const size_t len = t.dst.rank == call->rank ? t.dst.len : 0;
  return piece_of(call, t.dst.off, len, t.src.rank, t.src.off);
}

/* Returns the sum of the vectors of ranks 0 .. end - 1, from byte `from` of the vector on. */
static struct piece sum_of(const struct tn_call *call, int end, size_t from, size_t len)
{
  return (struct piece){ 0, { call, call->type, 0, end, from, len } };
}

static struct piece result(const struct tn_call *call, int i)
{
  const int rank = call->rank;
  switch (call->collective) {
  case TN_BCAST:
  case TN_IBCAST:
    return piece_of(call, 0, call->block, call->root, 0);
  case TN_SCATTER:
  case TN_ISCATTER:
  case TN_SCATTERV:
    return piece_of(call, 0, tn_count(call, rank), call->root, tn_displacement(call, rank));
  case TN_GATHER:
  case TN_IGATHER:
  case TN_GATHERV:
  case TN_ALLGATHER:
  case TN_ALLGATHERV:
    return piece_of(call, tn_displacement(call, i), tn_count(call, i), i, 0);
  case TN_ALLTOALL:
  case TN_ALLTOALLV: {
    const struct tn_span here = tn_pair_received(call, TN_RECV, i, rank);
    return piece_of(call, here.off, here.len, i, tn_pair_sent(call, TN_SEND, i, rank).off);
  }
  case TN_PATTERN:
    return result_of_transfer(call, i);
  case TN_REDUCE:
  case TN_IREDUCE:
  case TN_ALLREDUCE:
  case TN_IALLREDUCE:
    return sum_of(call, call->n_ranks, 0, tn_user_sizes(call).recv);
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
    return sum_of(call, call->n_ranks, tn_displacement(call, rank), tn_count(call, rank));
  case TN_SCAN:
    return sum_of(call, rank + 1, 0, call->block);
  case TN_EXSCAN:
    return sum_of(call, rank, 0, call->block);
  case TN_BARRIER:
  case TN_N_COLLECTIVES:
    break;
  }
  assert(!"a barrier has no result");
  return piece_of(call, 0, 0, 0, 0);
}

/* Returns true if RECV is unchanged, as it must be on rank 0 of an exscan, which has no result.
 * Otherwise *ret_offset is the first changed byte. */
static bool is_untouched(const struct tn_call *call, const unsigned char *recv, size_t *ret_offset)
{
  if (tn_contribution(call, call->rank) == TN_RECV)
    return piece_holds(recv, input_in_recv(call), ret_offset);
  for (size_t off = 0; off < call->block; off++)
    if (recv[off] != NO_RESULT) {
      *ret_offset = off;
      return false;
    }
  return true;
}

static bool results_hold(const struct tn_call *call, const unsigned char *recv, size_t *ret_offset)
{
  if (call->collective == TN_EXSCAN && call->rank == 0)
    return is_untouched(call, recv, ret_offset);
  const int n = n_results(call);
  for (int i = 0; i < n; i++)
    if (!piece_holds(recv, result(call, i), ret_offset))
      return false;
  return true;
}

void tn_verify_fill(const struct tn_call *call, unsigned char *send, unsigned char *recv)
{
  const struct tn_sizes sizes = tn_user_sizes(call);
  if (sizes.recv > 0)
    memset(recv, NO_RESULT, sizes.recv);
  fill_piece(send, input_in_send(call));
  fill_piece(recv, input_in_recv(call));
}

struct tn_expected tn_verify_sum(const struct tn_call *call)
{
  struct tn_expected sum = result(call, 0).part;
  if (call->collective == TN_EXSCAN && call->rank == 0)
    sum.len = 0; /* rank 0 has no result */
  return sum;
}

bool tn_verify_check(const struct tn_call *call, const unsigned char *send,
                     const unsigned char *recv, size_t *ret_offset, bool *ret_in_send)
{
  size_t offset = 0;
  const bool send_holds = piece_holds(send, input_in_send(call), &offset);
  if (send_holds && results_hold(call, recv, &offset))
    return true;
  *ret_offset = offset;
  *ret_in_send = !send_holds;
  return false;
}
