#include "basics.h"

#include "base/grown.h"

int *tn_ints_new(int n)
{
  return tn_zeros((size_t)n, sizeof(int));
}

int tn_places_count(const int *places, int n_ranks)
{
  int most = 0;
  for (int r = 0; places && r < n_ranks; r++)
    most = places[r] > most ? places[r] : most;
  return most + 1;
}

int tn_wrap(int value, int n)
{
  return (value + n) % n;
}

int tn_relative(const struct tn_call *call, int rank)
{
  return tn_wrap(rank - call->root, call->n_ranks);
}

int tn_absolute(const struct tn_call *call, int relative)
{
  return tn_wrap(relative + call->root - call->n_ranks, call->n_ranks);
}

bool tn_spans_nodes(const struct tn_call *call)
{
  const int *node = call->layout ? call->layout->node : NULL;
  for (int r = 1; node && r < call->n_ranks; r++)
    if (node[r] != node[0])
      return true;
  return false;
}

int64_t tn_gcd(int64_t a, int64_t b)
{
  while (b != 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static size_t sum_of(const size_t *counts, int n)
{
  size_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += counts[i];
  return sum;
}

struct tn_span tn_block_range(const struct tn_blocks *blocks, int rank, int first, int count)
{
  if (blocks->counts)
    return (struct tn_span){ rank, blocks->buf, sum_of(blocks->counts, first),
                             sum_of(blocks->counts + first, count) };
  const size_t wanted = (size_t)first * blocks->block;
  const size_t off = wanted < blocks->total ? wanted : blocks->total;
  const size_t bytes = (size_t)count * blocks->block;
  const size_t left = blocks->total - off;
  return (struct tn_span){ rank, blocks->buf, off, bytes < left ? bytes : left };
}

struct tn_span tn_block(const struct tn_blocks *blocks, int rank, int i)
{
  return tn_block_range(blocks, rank, i, 1);
}

void tn_wait_for_all(struct tn_strand *r, int slot)
{
  const int p = r->call->n_ranks;
  for (int i = 1; i < p; i++)
    tn_wait(r, (r->call->rank + i) % p, slot, 1);
}

void tn_barrier(struct tn_strand *r, int slot, uint32_t step)
{
  const int p = r->call->n_ranks, n_rounds = tn_ceil_lg(p);
  for (int i = 0; i < n_rounds; i++) {
    const int line = slot + TN_LINE(i);
    tn_post(r, line, step);
    tn_wait(r, tn_wrap(r->call->rank - (1 << i), p), line, step);
  }
}

int tn_barrier_slots(int n_ranks)
{
  return TN_LINE(tn_ceil_lg(n_ranks));
}

int tn_line_and_barrier_slots(const struct tn_call *call)
{
  return TN_LINE(1) + tn_barrier_slots(call->n_ranks);
}
