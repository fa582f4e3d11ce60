/* Helpers of all algorithms: ranks relative to the root, blocks of a vector, waits, a barrier. */
#ifndef TN_ALGOS_KIT_BASICS_H
#define TN_ALGOS_KIT_BASICS_H

#include "algos/transport.h"
#include "base/steps.h"

/* First flag in cache line `i` of a rank's flags. Flags with different purposes share no line. */
#define TN_LINE(i) ((i)*TN_LINE_SLOTS)

int tn_relative(const struct tn_call *call, int rank);

int tn_absolute(const struct tn_call *call, int relative);

/* Returns value mod n in [0, n), for value >= -n. */
int tn_wrap(int value, int n);

static inline bool tn_is_power_of_two(int n)
{
  return (n & (n - 1)) == 0;
}

/* Returns the largest power of two <= n, for n >= 1. */
static inline int tn_power_within(int n)
{
  return 1 << (tn_ceil_lg(n + 1) - 1);
}

int64_t tn_gcd(int64_t a, int64_t b);

static inline size_t tn_larger(size_t a, size_t b)
{
  return a > b ? a : b;
}

static inline size_t tn_smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

static inline size_t tn_aligned(size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

/* Returns n zeros; the caller frees them with free(). */
int *tn_ints_new(int n);

/* Returns the number of different places (nodes, ...) in places[n_ranks], where each rank's place
 * is numbered from 0 without gaps. Returns 1 if `places` is NULL. */
int tn_places_count(const int *places, int n_ranks);

/* Returns true if the ranks are on two or more nodes; false without a layout. */
bool tn_spans_nodes(const struct tn_call *call);

/* A buffer of `total` bytes in blocks of `block` bytes; the last ones may be shorter or empty. With
 * counts, block i has counts[i] bytes. */
struct tn_blocks {
  enum tn_buf buf;
  size_t block, total;
  const size_t *counts; /* bytes of each block, borrowed; NULL: all blocks have `block` bytes */
};

/* Returns blocks first .. first + count - 1 in the buffer of `rank` as one span; count may be 0. */
struct tn_span tn_block_range(const struct tn_blocks *blocks, int rank, int first, int count);

struct tn_span tn_block(const struct tn_blocks *blocks, int rank, int i);

/* Waits until flag `slot` of every other rank announces step 1, beginning with the next rank. */
void tn_wait_for_all(struct tn_strand *r, int slot);

/* Runs a dissemination barrier: in round i a rank signals rank + 2^i and waits for rank - 2^i, on
 * one line of flags per round from `slot` on. `step` is 2 for a call's second barrier on the same
 * lines, otherwise 1. */
void tn_barrier(struct tn_strand *r, int slot, uint32_t step);

/* Return the number of flags that tn_barrier uses, and the number of flags of an algorithm that
 * uses one line of flags followed by those of a barrier. */
int tn_barrier_slots(int n_ranks);
int tn_line_and_barrier_slots(const struct tn_call *call);

#endif
