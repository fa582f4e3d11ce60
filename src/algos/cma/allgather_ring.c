/* Ring allgathers of the CMA paper, sections V.A.1 and V.A.2, with the equation of V.A.2: T =
 * T_memcpy + T_allgather + (p-1)*(alpha + n*beta + l*ceil(n/s)) + T_barrier, n = call->block, p =
 * call->n_ranks.
 *
 * ring-neighbor: in step i = 1 .. p - 1 a rank reads block rank - i*j from rank - j (mod p), when
 *   rank - j has finished step i - 1. j is the parameter `distance`, coprime to p.
 * ring-source-read, ring-source-write: in step i a rank reads the block of rank - i from rank - i,
 *   or writes its own block to rank + i. No step waits for other steps.
 * Departures: the source rings move the rank's own block after publishing the address, and readers
 * use the user's buffer. A rank that starts with all blocks (the root of a broadcast) receives
 * none. */
#include <inttypes.h>
#include <stdio.h>

#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "allgather.h"

enum { DISTANCE };

void tn_allgather_ring_neighbor(struct tn_strand *r, const struct tn_allgather *ag,
                                int64_t distance)
{
  const int p = r->call->n_ranks;
  const int rank = r->call->rank;
  const int j = (int)(distance % p);
  const int neighbor = tn_wrap(rank - j, p);
  const bool holds_all = rank == ag->holder;
  tn_allgather_expose(r, ag);
  tn_allgather_move_own(r, ag);
  tn_post(r, ag->slot, holds_all ? (uint32_t)p - 1 : 1);
  if (holds_all)
    return;
  int block = rank;
  for (int step = 1; step < p; step++) {
    block = tn_wrap(block - j, p);
    tn_wait(r, neighbor, ag->slot, (uint32_t)step);
    if (step == 1)
      tn_allgather_attach(r, ag, neighbor);
    tn_copy(r, tn_block(&ag->blocks, rank, block), tn_block(&ag->blocks, neighbor, block));
    if (step < p - 1)
      tn_post(r, ag->slot, (uint32_t)step + 1);
  }
}

static struct tn_span contribution_of(const struct tn_allgather *ag, int rank)
{
  const struct tn_span block = tn_block(&ag->blocks, rank, rank);
  return ag->own_move ? (struct tn_span){ rank, TN_SEND, 0, block.len } : block;
}

void tn_allgather_ring_source_read(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int p = r->call->n_ranks;
  const int rank = r->call->rank;
  if (ag->own_move)
    r->transport->expose(r, TN_SEND);
  else
    tn_allgather_expose(r, ag);
  tn_post(r, ag->slot, 1);
  tn_allgather_move_own(r, ag);
  if (rank == ag->holder)
    return;
  for (int step = 1; step < p; step++) {
    const int source = tn_wrap(rank - step, p);
    tn_wait(r, source, ag->slot, 1);
    if (ag->own_move)
      r->transport->attach(r, source, TN_SEND);
    else
      tn_allgather_attach(r, ag, source);
    tn_copy(r, tn_block(&ag->blocks, rank, source), contribution_of(ag, source));
  }
}

void tn_allgather_ring_source_write(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int p = r->call->n_ranks;
  const int rank = r->call->rank;
  tn_allgather_expose(r, ag);
  tn_post(r, ag->slot, 1);
  tn_allgather_move_own(r, ag);
  for (int step = 1; step < p; step++) {
    const int target = (rank + step) % p;
    if (target == ag->holder)
      continue;
    tn_wait(r, target, ag->slot, 1);
    tn_allgather_attach(r, ag, target);
    tn_copy(r, tn_block(&ag->blocks, target, rank), contribution_of(ag, rank));
  }
}

const char *tn_ring_unsupported(int n_ranks, int64_t distance)
{
  static _Thread_local char reason[160];
  if (tn_gcd(distance, n_ranks) == 1)
    return NULL;
  int n =
      snprintf(reason, sizeof reason,
               "distance %" PRId64 " and %d ranks have a common divisor (try 1", distance, n_ranks);
  int n_named = 1;
  for (int d = 2; d < n_ranks && n_named < 4; d++) {
    if (tn_gcd(d, n_ranks) != 1)
      continue;
    n += snprintf(reason + n, sizeof reason - (size_t)n, ", %d", d);
    n_named++;
  }
  snprintf(reason + n, sizeof reason - (size_t)n, ")");
  return reason;
}

static const char *neighbor_unsupported(const struct tn_call *call)
{
  return tn_ring_unsupported(call->n_ranks, call->params[DISTANCE]);
}

static void exchange_with_neighbor(struct tn_strand *r, const struct tn_allgather *ag)
{
  tn_allgather_ring_neighbor(r, ag, r->call->params[DISTANCE]);
}

static void ring_neighbor(struct tn_strand *r)
{
  tn_allgather_run(r, exchange_with_neighbor);
}

static void ring_source_read(struct tn_strand *r)
{
  tn_allgather_run(r, tn_allgather_ring_source_read);
}

static void ring_source_write(struct tn_strand *r)
{
  tn_allgather_run(r, tn_allgather_ring_source_write);
}

#define RING                                                                                       \
  TN_SINGLE_COPY, .collective = TN_ALLGATHER, .counted = true, .cma_native = true,                 \
                  .n_slots = tn_line_and_barrier_slots, .form = tn_form_copies_in_turn

const struct tn_algorithm tn_allgather_ring_neighbor_entry = {
  RING,
  .name = "ring-neighbor",
  .summary = "each rank reads block after block from the rank `distance` before it",
  .source = "CMA paper, V.A.1",
  .ompi = "ring",
  .ompi_id = 4,
  .mpich = "ring",
  .params = { [DISTANCE] = TN_DISTANCE_PARAM("distance") },
  .unsupported = neighbor_unsupported,
  .run = ring_neighbor,
};
const struct tn_algorithm tn_allgather_ring_source_read_entry = {
  RING,
  .name = "ring-source-read",
  .summary = "each rank reads every block from the rank that contributes it",
  .source = "CMA paper, V.A.2",
  .run = ring_source_read,
};
const struct tn_algorithm tn_allgather_ring_source_write_entry = {
  RING,
  .name = "ring-source-write",
  .summary = "each rank writes its block to every other rank",
  .source = "CMA paper, V.A.2",
  .run = ring_source_write,
};
