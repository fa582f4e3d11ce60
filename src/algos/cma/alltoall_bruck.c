/* Bruck's alltoall, named in the CMA paper, section IV.C.2, without an equation. Here T =
 * T_memcpy(p*n) + T_allgather + sum over d of T_copy(m_d * n) + T_barrier, n = call->block, p =
 * call->n_ranks, d = 1, 2, 4, ... < p, and m_d is the count of numbers below p that have bit d.
 *
 * Block j of a rank is the block for rank + j. A rank first moves its blocks to scratch memory in
 * this order. In the step with distance d a rank reads all blocks whose number has bit d from rank
 * - d, in one copy of many pieces.
 *
 * Departures: the last step of a block copies it into the receive buffer, without a final
 * reordering. Block j of a rank may still be read while the rank receives its next block j. So
 * scratch memory has two halves: each step copies a block from one half to the other, and a rank
 * waits for its reader before it overwrites a block. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "alltoall.h"

enum { LINE_PROGRESS, LINE_BARRIER };

/* Maximum number of pieces in one copy; a system call takes up to 1024. */
enum { MAX_PIECES = 512 };

int tn_bruck_next(int n_ranks, int distance, int block)
{
  block++;
  if ((block & distance) == 0)
    block = (block | (distance - 1)) + 1;
  return block < n_ranks ? block : n_ranks;
}

static struct tn_blocks both_halves(const struct tn_call *call)
{
  return (struct tn_blocks){ .buf = TN_TEMP,
                             .block = call->block,
                             .total = call->block * 2 * (size_t)call->n_ranks };
}

static struct tn_span resting_place(const struct tn_call *call, int rank, int j, int distance)
{
  const struct tn_blocks temp = both_halves(call);
  const int half = __builtin_popcount((unsigned)j & ((unsigned)distance - 1)) & 1;
  return tn_block(&temp, rank, half * call->n_ranks + j);
}

/* Returns where block j is after its step with `distance`: in RECV after the last step, otherwise
 * in scratch memory. */
static struct tn_span destination(const struct tn_call *call, int j, int distance)
{
  if (j >= 2 * distance)
    return resting_place(call, call->rank, j, 2 * distance);
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block(&recv, call->rank, tn_wrap(call->rank - j, call->n_ranks));
}

static void read_blocks(struct tn_strand *r, int peer, int distance)
{
  struct tn_span dst[MAX_PIECES], src[MAX_PIECES];
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  int n = 0;
  for (int j = tn_bruck_next(p, distance, -1); j < p; j = tn_bruck_next(p, distance, j)) {
    dst[n] = destination(call, j, distance);
    src[n] = resting_place(call, peer, j, distance);
    if (++n == MAX_PIECES) {
      r->transport->copy(r, n, dst, n, src);
      n = 0;
    }
  }
  if (n > 0)
    r->transport->copy(r, n, dst, n, src);
}

/* Moves the blocks to scratch memory in the order of their destinations, the rank's own first. */
static void rotate(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank;
  const int p = call->n_ranks;
  const struct tn_blocks temp = both_halves(call);
  const struct tn_blocks user = tn_blocks_of(call, call->in_place ? TN_RECV : TN_SEND);
  tn_move(r, tn_block_range(&temp, rank, 0, p - rank), tn_block_range(&user, rank, rank, p - rank));
  if (rank > 0)
    tn_move(r, tn_block_range(&temp, rank, p - rank, rank), tn_block_range(&user, rank, 0, rank));
}

static void exchange(struct tn_strand *r)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  uint32_t step = 1;
  tn_post(r, TN_LINE(LINE_PROGRESS), step);
  for (int d = 1; d < p; d *= 2) {
    const int peer = tn_wrap(rank - d, p);
    tn_wait(r, peer, TN_LINE(LINE_PROGRESS), step);
    if (d > 1)
      tn_wait(r, (rank + d / 2) % p, TN_LINE(LINE_PROGRESS), step);
    r->transport->attach(r, peer, TN_TEMP);
    read_blocks(r, peer, d);
    tn_post(r, TN_LINE(LINE_PROGRESS), ++step);
  }
}

static void bruck(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const size_t n = call->block;
  const size_t off = (size_t)call->rank * n;
  if (!call->in_place)
    tn_move(r, (struct tn_span){ call->rank, TN_RECV, off, n },
            (struct tn_span){ call->rank, TN_SEND, off, n });
  if (call->n_ranks == 1)
    return;
  r->transport->expose(r, TN_TEMP);
  rotate(r);
  exchange(r);
  tn_barrier(r, TN_LINE(LINE_BARRIER), 1);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? both_halves(call).total : 0 };
}

/* Computes the closed form. It includes the move to scratch memory, the paper's "additional memory
 * copying". */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_bruck(s, TN_STEP_COPY, call->n_ranks, (double)call->block);
  s->moved = call->n_ranks * (double)call->block;
  return true;
}

const struct tn_algorithm tn_alltoall_bruck = {
  .collective = TN_ALLTOALL,
  .name = "bruck",
  .summary = "each of ceil(lg p) steps moves about half of all blocks",
  .source = "CMA paper, IV.C.2",
  .ompi = "modified_bruck",
  .ompi_id = 3,
  .mpich = "brucks",
  .cma_native = true,
  TN_SINGLE_COPY,
  .n_slots = tn_line_and_barrier_slots,
  .scratch = scratch,
  .form = form,
  .run = bruck,
};
