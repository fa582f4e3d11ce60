/* What several algorithms share: relative ranks, blocks of a vector, signals, the barrier. */
#ifndef TN_ALGOS_KIT_BASICS_H
#define TN_ALGOS_KIT_BASICS_H

#include "algos/transport.h"
#include "base/steps.h"

/* Flag slot at the start of line `i` of a rank's flags: flags of different purpose never share. */
#define TN_LINE(i) ((i)*TN_LINE_SLOTS)

/* Rank counted from the root: the root is 0, the rank after it 1. */
int tn_relative(const struct tn_call *call, int rank);

/* The rank whose relative rank is `relative`, in [0, n_ranks). */
int tn_absolute(const struct tn_call *call, int relative);

/* value mod n in [0, n), for value >= -n. */
int tn_wrap(int value, int n);

/* Whether n, at least 1, is a power of two. */
static inline bool tn_is_power_of_two(int n)
{
  return (n & (n - 1)) == 0;
}

/* The largest power of two that is at most n, which is at least 1. */
static inline int tn_power_within(int n)
{
  return 1 << (tn_ceil_lg(n + 1) - 1);
}

/* Greatest common divisor of two positive numbers. */
int64_t tn_gcd(int64_t a, int64_t b);

static inline size_t tn_larger(size_t a, size_t b)
{
  return a > b ? a : b;
}

static inline size_t tn_smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* n rounded up to a multiple of `to`, which is positive. */
static inline size_t tn_aligned(size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

/* n zeros, for free(). */
int *tn_ints_new(int n);

/* How many places there are: densely numbered, places[n_ranks]; NULL: one. */
int tn_places_count(const int *places, int n_ranks);

/* Whether the call's ranks sit on several nodes; a call without a layout has one. */
bool tn_spans_nodes(const struct tn_call *call);

/* A buffer divided into blocks of `block` bytes from its start, cut off at `total` bytes: the last
 * blocks may be shorter or empty. Where there are counts, block i has counts[i] bytes instead. */
struct tn_blocks {
  enum tn_buf buf;
  size_t block, total;
  const size_t *counts; /* borrowed; NULL: blocks of one size */
};

/* Blocks first .. first + count - 1 of `rank` as one span; count may be 0. */
struct tn_span tn_block_range(const struct tn_blocks *blocks, int rank, int first, int count);

/* Block i of `rank`. */
struct tn_span tn_block(const struct tn_blocks *blocks, int rank, int i);

/* Waits for step 1 on `slot` of every rank but the caller, beginning with the rank after it. */
void tn_wait_for_all(struct tn_strand *r, int slot);

/* Dissemination barrier: in round i a rank signals rank + 2^i and waits for rank - 2^i. Uses one
 * line per round from `slot` on. A call with two barriers on the same lines numbers them by
 * `step`, from 1. */
void tn_barrier(struct tn_strand *r, int slot, uint32_t step);

/* Slots that tn_barrier uses; and the flags of an entry that has one line, and a barrier behind it. */
int tn_barrier_slots(int n_ranks);
int tn_line_and_barrier_slots(const struct tn_call *call);

#endif
