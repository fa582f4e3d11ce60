/* Allgathers of MPI libraries: Open MPI's coll/base/coll_base_allgather.c.
 *
 * ring: p - 1 steps to the right, each passing on the block received before.
 * recursive-doubling-p2p: partners rank xor 2^i exchange all they have; for numbers of ranks that
 * are no power of two it is Bruck's, as there.
 * bruck-p2p: with distances 1, 2, 4, ... a rank sends what it has to rank - distance; then every
 * rank but 0 turns the blocks into order, with the first p - rank of them in scratch memory
 * meanwhile. neighbor-exchange: p / 2 steps in which neighbours, left and right in turn, exchange
 * two blocks, the first time one; the ring when p is odd, as there.
 *
 * allgatherv (coll_base_allgatherv.c, MPICH's src/mpi/coll/allgatherv) goes the same ways. Its Bruck's
 * is MPICH's: the blocks are collected in scratch memory, the own first, and moved to their places at
 * the end; Open MPI sends them from where they lie, by datatypes with gaps.
 *   T = m*alpha + (p-1)*n*beta; m = p-1 (ring), ceil(lg p) (doubling, Bruck), p/2 (neighbours) */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "p2p.h"

/* No message of these algorithms is larger than the result; a pair has p - 1 at most. */
static struct tn_p2p_use use_up_to(const struct tn_call *call, int blocks)
{
  return (struct tn_p2p_use){ .largest = call->block * (size_t)blocks,
                              .messages = (size_t)call->n_ranks };
}

static struct tn_span own_block(const struct tn_call *call)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  if (call->in_place)
    return tn_block(&recv, call->rank, call->rank);
  return (struct tn_span){ call->rank, TN_SEND, 0, tn_count(call, call->rank) };
}

static void place_own(struct tn_strand *r)
{
  const struct tn_blocks recv = tn_blocks_of(r->call, TN_RECV);
  if (!r->call->in_place)
    tn_move(r, tn_block(&recv, r->call->rank, r->call->rank), own_block(r->call));
}

static void ring(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n = call->n_ranks;
  const int rank = call->rank;
  const int left = tn_wrap(rank - 1, n);
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(use_up_to(call, 1)));
  place_own(r);
  for (int step = 0; step < n - 1; step++) {
    const int received = tn_wrap(rank - step - 1, n);
    tn_sendrecv(&p, (rank + 1) % n, tn_block(&recv, rank, tn_wrap(rank - step, n)),
                tn_block(&recv, rank, received), tn_block(&recv, left, received));
  }
  tn_p2p_end(&p);
}

/* Blocks that a rank puts aside to turn those of Bruck's algorithm. */
static int n_aside(const struct tn_call *call)
{
  return call->rank == 0 ? 0 : call->n_ranks - call->rank;
}

/* From relative order, its own block first, to the order of ranks. */
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

/* Bytes of `count` blocks from the rank's on, round all ranks. */
static size_t bytes_around(const struct tn_call *call, int rank, int count)
{
  size_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += tn_count(call, (rank + i) % call->n_ranks);
  return sum;
}

/* Blocks first .. first + count - 1 of those that a rank collects, its own being number 0. */
static struct tn_span collected(const struct tn_call *call, int rank, int first, int count)
{
  return (struct tn_span){ rank, TN_TEMP, bytes_around(call, rank, first),
                           bytes_around(call, (rank + first) % call->n_ranks, count) };
}

static void bruck_counted(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n = call->n_ranks;
  const int rank = call->rank;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(use_up_to(call, n)));
  tn_move(r, collected(call, rank, 0, 1), own_block(call));
  for (int d = 1; d < n; d *= 2) {
    const int count = d < n - d ? d : n - d;
    tn_sendrecv(&p, tn_wrap(rank - d, n), collected(call, rank, 0, count),
                collected(call, rank, d, count), collected(call, (rank + d) % n, 0, count));
  }
  tn_move(r, tn_block_range(&recv, rank, rank, n - rank), collected(call, rank, 0, n - rank));
  tn_move(r, tn_block_range(&recv, rank, 0, rank), collected(call, rank, n - rank, rank));
  tn_p2p_end(&p);
}

static void bruck(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n = call->n_ranks;
  const int rank = call->rank;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(use_up_to(call, n)));
  if (rank != 0 || !call->in_place)
    tn_move(r, tn_block(&recv, rank, 0), own_block(call));
  for (int d = 1; d < n; d *= 2) {
    const int from = (rank + d) % n;
    const int count = d < n - d ? d : n - d;
    tn_sendrecv(&p, tn_wrap(rank - d, n), tn_block_range(&recv, rank, 0, count),
                tn_block_range(&recv, rank, d, count), tn_block_range(&recv, from, 0, count));
  }
  turn(r);
  tn_p2p_end(&p);
}

static void doubling(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  if (!tn_is_power_of_two(call->n_ranks)) {
    if (call->collective == TN_ALLGATHERV)
      bruck_counted(r);
    else
      bruck(r);
    return;
  }
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(use_up_to(call, call->n_ranks)));
  place_own(r);
  for (int d = 1; d < call->n_ranks; d *= 2) {
    const int peer = rank ^ d;
    const int theirs = peer / d * d;
    tn_sendrecv(&p, peer, tn_block_range(&recv, rank, rank / d * d, d),
                tn_block_range(&recv, rank, theirs, d), tn_block_range(&recv, peer, theirs, d));
  }
  tn_p2p_end(&p);
}

static void neighbor_exchange(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n = call->n_ranks;
  const int rank = call->rank;
  const int even = rank / 2 * 2;
  const int sign = rank % 2 == 0 ? 1 : -1;
  const int peers[2] = { tn_wrap(rank + sign, n), tn_wrap(rank - sign, n) };
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  struct tn_p2p p;
  if (n % 2 != 0) {
    ring(r);
    return;
  }
  tn_p2p_begin(&p, r, tn_blocking(use_up_to(call, 2)));
  place_own(r);
  tn_sendrecv(&p, peers[0], tn_block(&recv, rank, rank), tn_block(&recv, rank, peers[0]),
              tn_block(&recv, peers[0], peers[0]));
  int sent = even;
  int received[2] = { even, even };
  for (int step = 1; step < n / 2; step++) {
    const int side = step % 2;
    received[side] = tn_wrap(received[side] + (side ? -2 : 2) * sign, n);
    tn_sendrecv(&p, peers[side], tn_block_range(&recv, rank, sent, 2),
                tn_block_range(&recv, rank, received[side], 2),
                tn_block_range(&recv, peers[side], received[side], 2));
    sent = received[side];
  }
  tn_p2p_end(&p);
}

static bool neighbor_form(const struct tn_call *call, struct tn_steps *s)
{
  if (call->n_ranks % 2 != 0)
    return tn_form_messages_in_turn(call, s);
  tn_steps_send(s, 1, (double)call->block);
  tn_steps_send(s, call->n_ranks / 2 - 1, 2 * (double)call->block);
  return true;
}

static struct tn_sizes scratch_ring(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_up_to(call, 1)) };
}

static struct tn_sizes scratch_neighbor(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_up_to(call, 2)) };
}

static struct tn_sizes scratch_bruck(const struct tn_call *call)
{
  const bool is_counted = call->collective == TN_ALLGATHERV;
  return (struct tn_sizes){ .temp = is_counted ? tn_count_total(call)
                                               : call->block * (size_t)n_aside(call),
                            .shared = tn_p2p_shared(call, use_up_to(call, call->n_ranks)) };
}

static struct tn_sizes scratch_doubling(const struct tn_call *call)
{
  struct tn_sizes sizes = scratch_bruck(call);
  if (tn_is_power_of_two(call->n_ranks))
    sizes.temp = 0;
  return sizes;
}

#define MESSAGES_ALLGATHER                                                                         \
  .collective = TN_ALLGATHER, .source = "Open MPI, coll_base_allgather.c", TN_MESSAGES

const struct tn_algorithm tn_allgather_ring = {
  MESSAGES_ALLGATHER,
  .name = "ring",
  .summary = "p - 1 steps, each passing on the block received before",
  .ucc = "ring",
  .ompi = "ring",
  .ompi_id = 4,
  .mpich = "ring",
  .scratch = scratch_ring,
  .form = tn_form_messages_in_turn,
  .run = ring,
};

const struct tn_algorithm tn_allgather_doubling_p2p = {
  MESSAGES_ALLGATHER,
  .name = "recursive-doubling-p2p",
  .summary = "partners exchange all blocks they have; Bruck's algorithm unless p is a power of two",
  .ompi = "recursive_doubling",
  .ompi_id = 3,
  .mpich = "recursive_doubling",
  .scratch = scratch_doubling,
  .form = tn_form_messages_double,
  .run = doubling,
};

const struct tn_algorithm tn_allgather_bruck_p2p = {
  MESSAGES_ALLGATHER,
  .name = "bruck-p2p",
  .summary = "ceil(lg p) steps over doubling distances, then a rotation",
  .ucc = "bruck",
  .ompi = "bruck",
  .ompi_id = 2,
  .mpich = "brucks",
  .scratch = scratch_bruck,
  .form = tn_form_messages_double,
  .run = bruck,
};

const struct tn_algorithm tn_allgather_neighbor_exchange = {
  MESSAGES_ALLGATHER,
  .name = "neighbor-exchange",
  .summary = "p / 2 steps in which neighbours exchange two blocks; the ring when p is odd",
  .ucc = "neighbor",
  .ompi = "neighbor",
  .ompi_id = 5,
  .scratch = scratch_neighbor,
  .form = neighbor_form,
  .run = neighbor_exchange,
};

#define MESSAGES_ALLGATHERV .collective = TN_ALLGATHERV, TN_MESSAGES

const struct tn_algorithm tn_allgatherv_ring = {
  MESSAGES_ALLGATHERV,
  .name = "ring",
  .summary = "p - 1 steps, each passing on the block received before",
  .ucc = "ring",
  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi = "ring",
  .ompi_id = 3,
  .scratch = scratch_ring,
  .form = tn_form_messages_in_turn,
  .run = ring,
};

const struct tn_algorithm tn_allgatherv_doubling_p2p = {
  MESSAGES_ALLGATHERV,
  .name = "recursive-doubling-p2p",
  .summary = "partners exchange all blocks they have; Bruck's algorithm unless p is a power of two",
  .source = "MPICH, src/mpi/coll/allgatherv",
  .mpich = "recursive_doubling",
  .scratch = scratch_doubling,
  .form = tn_form_messages_double,
  .run = doubling,
};

const struct tn_algorithm tn_allgatherv_bruck_p2p = {
  MESSAGES_ALLGATHERV,
  .name = "bruck-p2p",
  .summary = "ceil(lg p) steps over doubling distances, collected in scratch memory",
  .source = "MPICH, src/mpi/coll/allgatherv",
  .ompi = "bruck",
  .ompi_id = 2,
  .mpich = "brucks",
  .scratch = scratch_bruck,
  .form = tn_form_messages_double,
  .run = bruck_counted,
};

const struct tn_algorithm tn_allgatherv_neighbor_exchange = {
  MESSAGES_ALLGATHERV,
  .name = "neighbor-exchange",
  .summary = "p / 2 steps in which neighbours exchange two blocks; the ring when p is odd",
  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi = "neighbor",
  .ompi_id = 4,
  .scratch = scratch_neighbor,
  .form = neighbor_form,
  .run = neighbor_exchange,
};
