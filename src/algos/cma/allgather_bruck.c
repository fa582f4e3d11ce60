/* Bruck's allgather in the CMA paper, section V.A.4: T = T_allgather + ceil(lg p)*alpha +
 * (p-1)*(2*n*beta + l*ceil(n/s)) + T_barrier, n = call->block, p = call->n_ranks.
 *
 * A rank starts with its own block at the beginning of TN_TEMP. In the step with distance d = 1, 2,
 * 4, ... it copies the first min(d, p - d) blocks of rank + d behind its own blocks, so that at the
 * end position i has block rank + i (mod p). Then it moves the blocks to their places, in two
 * pieces.
 *
 * Departures: the last step copies the missing blocks (the paper prints p - 2^ceil(lg p), which is
 * negative). Blocks are collected in scratch memory, not shifted inside the receive buffer, so that
 * p blocks are moved; the paper moves at most p - 1. */
#include "algos/entries.h"
#include "allgather.h"

/* Returns the division of the scratch memory into p blocks of full size, even if the last block of
 * the vector is shorter. */
static struct tn_blocks collected(const struct tn_call *call, const struct tn_allgather *ag)
{
  return (struct tn_blocks){ .buf = TN_TEMP,
                             .block = ag->blocks.block,
                             .total = (size_t)call->n_ranks * ag->blocks.block };
}

static void collect(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  const struct tn_blocks temp = collected(r->call, ag);
  uint32_t step = 1;
  for (int d = 1; d < p; d *= 2) {
    const int peer = (rank + d) % p;
    const int count = d < p - d ? d : p - d;
    tn_wait(r, peer, ag->slot, step);
    r->transport->attach(r, peer, TN_TEMP);
    tn_copy(r, tn_block_range(&temp, rank, d, count), tn_block_range(&temp, peer, 0, count));
    tn_post(r, ag->slot, ++step);
  }
}

/* Moves the first n blocks from scratch memory to their places in the receive buffer, or back if
 * to_places is false. Blocks that wrap around are moved in two pieces. */
static void move_first(struct tn_strand *r, const struct tn_allgather *ag, int n, bool to_places)
{
  const int rank = r->call->rank;
  const int n_behind = r->call->n_ranks - rank;
  for (int done = 0, count; done < n; done += count) {
    count = done == 0 && n_behind < n ? n_behind : n - done;
    const struct tn_span at = tn_block_range(&ag->blocks, rank, done ? 0 : rank, count);
    const struct tn_span temp = { rank, TN_TEMP, (size_t)done * ag->blocks.block, at.len };
    tn_move(r, to_places ? at : temp, to_places ? temp : at);
  }
}

/* Runs Bruck's allgather. A rank that starts with all blocks copies only half of them to scratch
 * memory, as others read at most half. */
void tn_allgather_bruck(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  const bool holds_all = rank == ag->holder;
  const struct tn_span own = tn_block(&ag->blocks, rank, rank);
  r->transport->expose(r, TN_TEMP);
  if (holds_all)
    move_first(r, ag, p / 2, false);
  else
    tn_move(r, (struct tn_span){ rank, TN_TEMP, 0, own.len },
            ag->own_move ? (struct tn_span){ rank, TN_SEND, 0, own.len } : own);
  tn_post(r, ag->slot, holds_all ? (uint32_t)p : 1);
  if (holds_all)
    return;
  collect(r, ag);
  move_first(r, ag, p, true);
}

static void bruck(struct tn_strand *r)
{
  tn_allgather_run(r, tn_allgather_bruck);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? tn_blocks_of(call, TN_TEMP).total : 0 };
}

/* Computes the closed form, in which the final shift moves the paper's maximum, p - 1 blocks. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_double(s, TN_STEP_COPY, call->n_ranks, (double)call->block);
  s->moved = (call->n_ranks - 1) * (double)call->block;
  return true;
}

const struct tn_algorithm tn_allgather_bruck_entry = {
  .collective = TN_ALLGATHER,
  .name = "bruck",
  .summary = "each step appends twice as many blocks; the last one rotates them",
  .source = "CMA paper, V.A.4",
  .ompi = "bruck",
  .ompi_id = 2,
  .mpich = "brucks",
  .cma_native = true,
  TN_SINGLE_COPY,
  .n_slots = tn_line_and_barrier_slots,
  .scratch = scratch,
  .form = form,
  .run = bruck,
};
