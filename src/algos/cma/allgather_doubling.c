/* Recursive doubling of the CMA paper, section V.A.3: T = T_memcpy + T_allgather + lg(p)*alpha +
 * (p-1)*(n*beta + l*ceil(n/s)) + T_barrier, if p is a power of two and n is a multiple of the page
 * size s. n = call->block, p = call->n_ranks.
 *
 * In phase i a group of 2^(i+1) ranks has two halves. Each rank has all blocks of its half, and
 * reads the blocks of the other half from its partner at distance 2^i. If p is not a power of two,
 * the upper half of the last group may be incomplete. Ranks without a partner read the upper blocks
 * from ranks of the lower half, along a binomial tree (MPICH's subtree exchange).
 *
 * Departure: phase i moves 2^i blocks at distance 2^i (the paper prints n/p bytes at distance
 * i). */
#include "algos/entries.h"
#include "allgather.h"

/* Returns the distance from a rank of the lower half that has no partner to the rank from which it
 * reads. `local` is its index among `half` ranks, of which the first `n_complete` read from
 * partners. Before the step with distance t, ranks with an index below n_complete in a subtree of
 * 2t ranks have the blocks. */
static int distance_to_giver(int local, int half, int n_complete)
{
  int t = half / 2;
  while (local % (2 * t) < n_complete || local % (2 * t) - t < 0 ||
         local % (2 * t) - t >= n_complete)
    t /= 2;
  return t;
}

bool tn_doubling_read(int n_ranks, int rank, int phase, struct tn_doubling_read *ret)
{
  const int half = 1 << phase;
  const int base = rank & ~(2 * half - 1);
  const int local = rank - base;
  const int above = n_ranks - base - half;
  const int n_upper = above < half ? above : half;
  if (n_upper <= 0)
    return false;
  if (local >= half)
    *ret = (struct tn_doubling_read){ rank - half, base, half, phase };
  else if (local < n_upper)
    *ret = (struct tn_doubling_read){ rank + half, base + half, n_upper, phase };
  else
    *ret = (struct tn_doubling_read){ rank - distance_to_giver(local, half, n_upper), base + half,
                                      n_upper, phase + 1 };
  return true;
}

void tn_allgather_recursive_doubling(struct tn_strand *r, const struct tn_allgather *ag)
{
  const int rank = r->call->rank;
  const int p = r->call->n_ranks;
  const int n_phases = tn_ceil_lg(p);
  const bool holds_all = rank == ag->holder;
  tn_allgather_expose(r, ag);
  tn_allgather_move_own(r, ag);
  tn_post(r, ag->slot, holds_all ? (uint32_t)n_phases + 1 : 1);
  for (int phase = 0; phase < n_phases && !holds_all; phase++) {
    struct tn_doubling_read read;
    if (tn_doubling_read(p, rank, phase, &read)) {
      tn_wait(r, read.peer, ag->slot, (uint32_t)read.peer_phases + 1);
      tn_allgather_attach(r, ag, read.peer);
      tn_copy(r, tn_block_range(&ag->blocks, rank, read.first, read.count),
              tn_block_range(&ag->blocks, read.peer, read.first, read.count));
    }
    tn_post(r, ag->slot, (uint32_t)phase + 2);
  }
}

static void recursive_doubling(struct tn_strand *r)
{
  tn_allgather_run(r, tn_allgather_recursive_doubling);
}

/* Computes the closed form for powers of two, as the paper gives no cost of the subtree
 * exchange. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_double(s, TN_STEP_COPY, call->n_ranks, (double)call->block);
  s->is_textbook = !tn_is_power_of_two(call->n_ranks);
  return true;
}

const struct tn_algorithm tn_allgather_recursive_doubling_entry = {
  TN_SINGLE_COPY,
  .collective = TN_ALLGATHER,
  .counted = true,
  .name = "recursive-doubling",
  .summary = "partners at doubling distances exchange all their blocks",
  .source = "CMA paper, V.A.3",
  .ompi = "recursive_doubling",
  .ompi_id = 3,
  .mpich = "recursive_doubling",
  .cma_native = true,
  .n_slots = tn_line_and_barrier_slots,
  .form = form,
  .run = recursive_doubling,
};
