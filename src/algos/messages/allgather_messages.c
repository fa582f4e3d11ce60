/* Allgathers of MPI libraries: Open MPI's coll/base/coll_base_allgather.c.
 *
 * ring: p - 1 steps; in each a rank sends the last received block to the right.
 * recursive-doubling-p2p: in step i a rank and its partner, rank xor 2^i, exchange all their
 *   blocks. If p is not a power of two, Bruck's algorithm runs, as in the library.
 * bruck-p2p: at distances 1, 2, 4, ... a rank sends the blocks that it has to rank - distance. Then
 *   every rank except 0 rotates the blocks into rank order.
 * neighbor-exchange: in p / 2 steps a rank exchanges two blocks with its left and its right
 *   neighbour alternately, one block in the first step. If p is odd, the ring runs, as in the
 *   library.
 * allgatherv (coll_base_allgatherv.c, MPICH's src/mpi/coll/allgatherv) uses the same algorithms.
 * Its Bruck's algorithm is MPICH's: blocks are collected in scratch memory, the rank's own block
 * first, and moved at the end. Open MPI sends them from their places, by datatypes with gaps. T =
 * m*alpha + (p-1)*n*beta; m = p-1 (ring), ceil(lg p) (doubling, Bruck), p/2 (neighbours) */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "round_messages.h"

static struct tn_p2p_use use_two(const struct tn_call *call)
{
  return tn_blocking((struct tn_p2p_use){ .largest = (call->n_ranks % 2 == 0 ? 2 : 1) * call->block,
                                          .messages = (size_t)call->n_ranks });
}

/* Returns the number of blocks that a rank stores in scratch memory while it rotates the blocks of
 * Bruck's algorithm. */
static int n_aside(const struct tn_call *call)
{
  return call->rank == 0 ? 0 : call->n_ranks - call->rank;
}

/* Rotates the blocks from relative order (own block first) to rank order. */
static void turn(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank, n = n_aside(call);
  const struct tn_blocks temp = tn_blocks_of(call, TN_TEMP);
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  if (rank == 0)
    return;
  tn_move(r, tn_block_range(&temp, rank, 0, n), tn_block_range(&recv, rank, 0, n));
  for (int done = 0; done < rank; done += n) { /* spans of one move must not overlap */
    const int count = n < rank - done ? n : rank - done;
    tn_move(r, tn_block_range(&recv, rank, done, count),
            tn_block_range(&recv, rank, done + n, count));
  }
  tn_move(r, tn_block_range(&recv, rank, rank, n), tn_block_range(&temp, rank, 0, n));
}

/* Returns the total bytes of `count` consecutive blocks, beginning with the block of `rank`; block
 * 0 follows the last block. */
static size_t bytes_around(const struct tn_call *call, int rank, int count)
{
  size_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += tn_count(call, (rank + i) % call->n_ranks);
  return sum;
}

/* Returns the span of blocks `part` in the scratch memory where `rank` collects blocks, its own
 * first. */
static struct tn_span collected(const struct tn_round_exchange *c, int rank, int to,
                                struct tn_run part)
{
  const struct tn_call *call = c->p->r->call;
  (void)to;
  return (struct tn_span){ rank, TN_TEMP,
                           bytes_around(call, rank, tn_wrap(part.first - rank, call->n_ranks)),
                           bytes_around(call, part.first, part.n) };
}

static void bruck_counted(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_round_exchange c = tn_round_exchange_of(p, &recv);
  c.sent = collected;
  tn_move(p->r, collected(&c, rank, rank, (struct tn_run){ rank, 1 }),
          tn_gathered_input(call, rank));
  tn_round_exchange_run(&c);
  tn_move(p->r, tn_block_range(&recv, rank, rank, n - rank),
          collected(&c, rank, rank, (struct tn_run){ rank, n - rank }));
  tn_move(p->r, tn_block_range(&recv, rank, 0, rank),
          collected(&c, rank, rank, (struct tn_run){ 0, rank }));
}

/* Returns the span of blocks `part` in RECV, where `rank` collects blocks, its own first. */
static struct tn_span relative(const struct tn_round_exchange *c, int rank, int to,
                               struct tn_run part)
{
  (void)to;
  return tn_block_range(c->blocks, rank, tn_wrap(part.first - rank, c->n), part.n);
}

static void bruck(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_round_exchange c = tn_round_exchange_of(p, &recv);
  c.sent = relative;
  if (rank != 0 || !call->in_place)
    tn_move(p->r, tn_block(&recv, rank, 0), tn_gathered_input(call, rank));
  tn_round_exchange_run(&c);
  turn(p->r);
}

static bool doubling_or_bruck(int n, int own, int round, int i, struct tn_message *m)
{
  return (tn_is_power_of_two(n) ? tn_rounds_doubling : tn_rounds_bruck)(n, own, round, i, m);
}

static void doubling(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  (tn_is_power_of_two(call->n_ranks)   ? tn_gather_in_rounds
   : call->collective == TN_ALLGATHERV ? bruck_counted
                                       : bruck)(p);
}

static bool neighbor_or_ring(int n, int own, int round, int i, struct tn_message *m)
{
  return (n % 2 == 0 ? tn_rounds_neighbor : tn_rounds_ring)(n, own, round, i, m);
}

static struct tn_sizes scratch_bruck(const struct tn_call *call)
{
  const bool is_counted = call->collective == TN_ALLGATHERV;
  return (struct tn_sizes){ .temp = is_counted ? tn_count_total(call)
                                               : call->block * (size_t)n_aside(call) };
}

static struct tn_sizes scratch_doubling(const struct tn_call *call)
{
  return tn_is_power_of_two(call->n_ranks) ? (struct tn_sizes){ 0 } : scratch_bruck(call);
}

#define RING                                                                                       \
  TN_MESSAGES, .name = "ring", .ucc = "ring", .ompi = "ring",                                      \
               .summary = "in each of p - 1 steps a rank forwards the block received before",      \
               .rounds = tn_rounds_ring, .sends.is_blocking = true,                                \
               .exchange = tn_gather_in_rounds
#define DOUBLING                                                                                   \
  TN_MESSAGES, .name = "recursive-doubling-p2p", .mpich = "recursive_doubling",                    \
               .summary = "partners exchange all their blocks; Bruck's algorithm unless p is "     \
                          "a power of two",                                                        \
               .scratch = scratch_doubling, .rounds = doubling_or_bruck,                           \
               .sends = { TN_BLOCK_PER_RANK, 0, true }, .exchange = doubling
#define BRUCK                                                                                      \
  TN_MESSAGES, .name = "bruck-p2p", .ompi = "bruck", .ompi_id = 2, .mpich = "brucks",              \
               .scratch = scratch_bruck, .rounds = tn_rounds_bruck,                                \
               .sends = { TN_BLOCK_PER_RANK, 0, true }
#define NEIGHBOR                                                                                   \
  TN_MESSAGES, .name = "neighbor-exchange", .ompi = "neighbor",                                    \
               .summary = "in p / 2 steps neighbours exchange two blocks; the ring if p "          \
                          "is odd",                                                                \
               .rounds = neighbor_or_ring, .use = use_two, .exchange = tn_gather_in_rounds
#define BLOCKS .collective = TN_ALLGATHER, .source = "Open MPI, coll_base_allgather.c"
#define COUNTED .collective = TN_ALLGATHERV, .source = "Open MPI, coll_base_allgatherv.c"
#define COUNTED_BY_MPICH .collective = TN_ALLGATHERV, .source = "MPICH, src/mpi/coll/allgatherv"

const struct tn_algorithm tn_allgather_ring = { RING, BLOCKS, .ompi_id = 4, .mpich = "ring" };
const struct tn_algorithm tn_allgather_doubling_p2p = { DOUBLING, BLOCKS,
                                                        .ompi = "recursive_doubling",
                                                        .ompi_id = 3 };
const struct tn_algorithm tn_allgather_bruck_p2p = {
  BRUCK,
  BLOCKS,
  .summary = "ceil(lg p) exchanges at doubling distances, then a rotation",
  .ucc = "bruck",
  .exchange = bruck,
};
const struct tn_algorithm tn_allgather_neighbor_exchange = { NEIGHBOR, BLOCKS, .ucc = "neighbor",
                                                             .ompi_id = 5 };

const struct tn_algorithm tn_allgatherv_ring = { RING, COUNTED, .ompi_id = 3 };
const struct tn_algorithm tn_allgatherv_doubling_p2p = { DOUBLING, COUNTED_BY_MPICH };
const struct tn_algorithm tn_allgatherv_bruck_p2p = {
  BRUCK,
  COUNTED_BY_MPICH,
  .summary = "ceil(lg p) exchanges at doubling distances, in scratch memory",
  .exchange = bruck_counted,
};
const struct tn_algorithm tn_allgatherv_neighbor_exchange = { NEIGHBOR, COUNTED, .ompi_id = 4 };
