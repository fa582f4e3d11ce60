/* Allgather and allgatherv "sparbit": Loch, Koslovski, Sparbit: a new logarithmic-cost and data
 * locality-aware MPI Allgather algorithm, 2021; Open MPI's coll_base_allgather.c and _allgatherv.c
 * since 5.0, UCC's tl/ucp/allgather/allgather_sparbit.c of main of 2025.
 *
 * Distances go down: 2^(m-1), ..., 2, 1, with m = ceil(lg p). At distance d a rank has the blocks
 * of every 2d-th rank below it, round all ranks, and sends each of those from which rank + d is
 * less than once around to rank + d, in a message of its own, to its place; it waits for all
 * messages of a distance. Near ranks exchange the most.
 *   T = ceil(lg p) alpha + (p-1) n beta, where the messages of a distance count as one
 * The order in which Open MPI starts the messages of a distance is UCC's. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "base/grown.h"
#include "p2p.h"

static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = (size_t)call->n_ranks };
}

/* Blocks that go over distance d: of odd multiples of d, those below n. */
static int n_blocks(int n, int d)
{
  return ((n - 1) / d + 1) / 2;
}

/* Starts all messages of a distance, but the empty ones of an allgatherv; returns how many. */
static int start(struct tn_p2p *p, int d, struct tn_request *q)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const int to = (rank + d) % n, from = tn_wrap(rank - d, n);
  int n_started = 0;
  for (int i = 0; i < n_blocks(n, d); i++) {
    const int sent = tn_wrap(rank - 2 * i * d, n), received = tn_wrap(from - 2 * i * d, n);
    if (!tn_leaves_out(call, tn_count(call, sent)))
      tn_isend(p, &q[n_started++], to, tn_gathered_block(call, rank, sent));
    if (!tn_leaves_out(call, tn_count(call, received)))
      tn_irecv(p, &q[n_started++], tn_gathered_block(call, rank, received),
               tn_gathered_block(call, from, received));
  }
  return n_started;
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks;
  struct tn_request *q = tn_zeros((size_t)n + 1, sizeof *q);
  tn_gathered_move_own(p->r);
  for (int step = tn_ceil_lg(n) - 1; step >= 0; step--)
    tn_request_wait_all(p, start(p, 1 << step, q), q);
  free(q);
}

static bool form(const struct tn_call *call, struct tn_steps *s)
{
  for (int step = tn_ceil_lg(call->n_ranks) - 1; step >= 0; step--)
    tn_steps_send(s, 1, n_blocks(call->n_ranks, 1 << step) * (double)call->block);
  return true;
}

#define SPARBIT                                                                                    \
  .name = "sparbit", .ompi = "sparbit", TN_MESSAGES,                                               \
  .summary = "ceil(lg p) distances that halve; blocks go to their places, one by one",             \
  .form = form, .use = use_of, .exchange = exchange

const struct tn_algorithm tn_allgather_sparbit = {
  SPARBIT,
  .collective = TN_ALLGATHER,
  .source = "Open MPI, coll_base_allgather.c; UCC, tl/ucp/allgather/allgather_sparbit.c",
  .ompi_id = 7,
  .ucc = "sparbit",
};

const struct tn_algorithm tn_allgatherv_sparbit = {
  SPARBIT,
  .collective = TN_ALLGATHERV,
  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi_id = 6,
};
