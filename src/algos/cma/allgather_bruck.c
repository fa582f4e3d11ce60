/* Bruck's allgather in the CMA paper, section V.A.4:
 *   T = T_allgather + ceil(lg p)*alpha + (p-1)*(2*n*beta + l*ceil(n/s)) + T_barrier
 * n = call->block, p = call->n_ranks.
 *
 * A rank starts with its own block at the beginning of TN_TEMP; in the step with distance d = 1, 2,
 * 4, ... it appends the first min(d, p - d) blocks of rank + d, so that position i ends up with
 * block rank + i (mod p). Then it moves the blocks to their places, in two pieces.
 *
 * Departures: the last step moves what is missing (printed: p - 2^ceil(lg p), which is negative);
 * blocks are collected in scratch memory instead of being shifted inside the receive buffer, so
 * that p blocks are moved and not p - 1 at worst. */
#include "algos/entries.h"
#include "allgather.h"

static struct tn_blocks collected(const struct tn_call *call)
{
  return tn_blocks_of(call, TN_TEMP);
}

static void collect(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  const struct tn_blocks temp = collected(r->call);
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

static void move_to_places(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  const struct tn_blocks temp = collected(r->call);
  tn_move(r, tn_block_range(&ag->blocks, rank, rank, p - rank),
          tn_block_range(&temp, rank, 0, p - rank));
  if (rank > 0)
    tn_move(r, tn_block_range(&ag->blocks, rank, 0, rank),
            tn_block_range(&temp, rank, p - rank, rank));
}

static void exchange(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const struct tn_blocks temp = collected(r->call);
  const struct tn_span contribution = { rank, TN_SEND, 0, ag->blocks.block };
  r->transport->expose(r, TN_TEMP);
  tn_move(r, tn_block(&temp, rank, 0),
          ag->own_move ? contribution : tn_block(&ag->blocks, rank, rank));
  tn_post(r, ag->slot, 1);
  collect(r, ag);
  move_to_places(r, ag);
}

static void bruck(struct tn_strand *r)
{
  tn_allgather_run(r, exchange);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? collected(call).total : 0 };
}

/* With the paper's worst shift, of p - 1 blocks. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_double(s, TN_STEP_COPY, call->n_ranks, (double)call->block);
  s->moved = (call->n_ranks - 1) * (double)call->block;
  return true;
}

const struct tn_algorithm tn_allgather_bruck_entry = {
  .collective = TN_ALLGATHER,
  .name = "bruck",
  .summary = "appends twice as many blocks in each step, then rotates them into place",
  .source = "CMA paper, V.A.4",
  .ompi = "bruck",
  .ompi_id = 2,
  .mpich = "brucks",
  .cma_native = true,
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_allgather_slots,
  .scratch = scratch,
  .form = form,
  .run = bruck,
};
