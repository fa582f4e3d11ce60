#include "counts.h"

size_t tn_counts_number(enum tn_collective collective, int n_ranks)
{
  const size_t n = (size_t)n_ranks;
  switch ((int)collective) {
  case TN_SCATTERV:
  case TN_GATHERV:
  case TN_ALLGATHERV:
  case TN_REDUCE_SCATTER:
    return n;
  case TN_ALLTOALLV:
    return n * n;
  default:
    return 0;
  }
}

size_t tn_counts_largest(size_t n, const size_t *counts)
{
  size_t largest = 0;
  for (size_t i = 0; i < n; i++)
    largest = counts[i] > largest ? counts[i] : largest;
  return largest;
}

size_t tn_count(const struct tn_call *call, int rank)
{
  return call->counts ? call->counts[rank] : call->block;
}

struct tn_blocks tn_blocks_of(const struct tn_call *call, enum tn_buf buf)
{
  return (struct tn_blocks){
    .buf = buf, .block = call->block, .total = tn_count_total(call), .counts = call->counts
  };
}

size_t tn_displacement(const struct tn_call *call, int rank)
{
  if (!call->counts)
    return (size_t)rank * call->block;
  size_t sum = 0;
  for (int i = 0; i < rank; i++)
    sum += call->counts[i];
  return sum;
}

size_t tn_count_total(const struct tn_call *call)
{
  return tn_displacement(call, call->n_ranks);
}

struct tn_span tn_gathered_block(const struct tn_call *call, int rank, int of)
{
  return (struct tn_span){ rank, TN_RECV, tn_displacement(call, of), tn_count(call, of) };
}

struct tn_span tn_gathered_input(const struct tn_call *call, int rank)
{
  return call->in_place ? tn_gathered_block(call, rank, rank)
                        : (struct tn_span){ rank, TN_SEND, 0, tn_count(call, rank) };
}

void tn_gathered_move_own(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (!r->call->in_place)
    tn_move(r, tn_gathered_block(r->call, rank, rank), tn_gathered_input(r->call, rank));
}

bool tn_gathers(const struct tn_call *call)
{
  return call->collective == TN_GATHER || call->collective == TN_GATHERV ||
         call->collective == TN_IGATHER;
}

struct tn_span tn_block_at_root(const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, tn_gathers(call) ? TN_RECV : TN_SEND,
                           tn_displacement(call, rank), tn_count(call, rank) };
}

struct tn_span tn_block_at_rank(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, tn_gathers(call) ? TN_SEND : TN_RECV, 0, tn_count(call, rank) };
}

static size_t pair(const struct tn_call *call, int from, int to)
{
  return call->counts ? call->counts[(size_t)from * (size_t)call->n_ranks + (size_t)to]
                      : call->block;
}

static size_t sent_before(const struct tn_call *call, int rank, int to)
{
  if (!call->counts)
    return (size_t)to * call->block;
  size_t sum = 0;
  for (int i = 0; i < to; i++)
    sum += pair(call, rank, i);
  return sum;
}

static size_t received_before(const struct tn_call *call, int rank, int from)
{
  if (!call->counts)
    return (size_t)from * call->block;
  size_t sum = 0;
  for (int i = 0; i < from; i++)
    sum += pair(call, i, rank);
  return sum;
}

struct tn_span tn_pair_sent(const struct tn_call *call, enum tn_buf buf, int from, int to)
{
  return (struct tn_span){ from, buf, sent_before(call, from, to), pair(call, from, to) };
}

struct tn_span tn_pair_received(const struct tn_call *call, enum tn_buf buf, int from, int to)
{
  return (struct tn_span){ to, buf, received_before(call, to, from), pair(call, from, to) };
}

size_t tn_pairs_sent(const struct tn_call *call, int rank)
{
  return sent_before(call, rank, call->n_ranks);
}

size_t tn_pairs_received(const struct tn_call *call, int rank)
{
  return received_before(call, rank, call->n_ranks);
}

bool tn_omits_message(const struct tn_call *call, size_t bytes)
{
  return bytes == 0 && tn_counts_number(call->collective, call->n_ranks) > 0;
}

bool tn_counts_uneven_pair(int n_ranks, const size_t *counts, int *ret_a, int *ret_b)
{
  const size_t n = (size_t)n_ranks;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < a; b++)
      if (counts[a * n + b] != counts[b * n + a]) {
        *ret_a = (int)b;
        *ret_b = (int)a;
        return true;
      }
  return false;
}
