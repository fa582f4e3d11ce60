/* Allreduces of MPI libraries: Open MPI's coll/base/coll_base_allreduce.c.
 *
 * recursive-doubling: in step i a rank and its partner, rank xor 2^i, exchange whole vectors. A
 *   rank has its sum in scratch memory or RECV, and receives into the other place. The lower
 *   partner adds its sum to the received vector, so that its sum changes its place. If p is not a
 *   power of two, the first ranks form pairs 2i and 2i + 1: the even rank sends its vector to the
 *   odd one before and receives the result afterwards.
 * ring: the vector has p blocks. In the first round the blocks are summed: a rank adds one while it
 *   receives the next. In the second round the sums are distributed. With fewer elements than
 *   ranks, recursive-doubling runs instead.
 * segmented-ring: a ring whose first round runs in phases. Each phase handles a part of about
 *   `segment` bytes of every block. If the vector is shorter than p segments, there is one phase,
 *   as in the ring. */
#include "algos/entries.h"
#include "algos/kit/exchange.h"
#include "algos/kit/reduction.h"
#include "p2p.h"
#include "ring_sum.h"
#include "segments.h"

enum { SEGMENT };

static size_t n_elements(const struct tn_call *call)
{
  return call->block / tn_element_size(call);
}

/* Returns the fold to a power of two; the odd rank of a pair is the proxy. */
static struct tn_fold fold_of(const struct tn_call *call)
{
  return tn_fold_of(call->n_ranks, 1);
}

static struct tn_span in_buf(const struct tn_call *call, int rank, enum tn_buf buf)
{
  return (struct tn_span){ rank, buf, 0, call->block };
}

/* Returns the buffer that has the sum of the rank with this number before the exchange at
 * `distance`: TEMP at first, changed by each exchange in which the rank is the lower partner. */
static enum tn_buf doubling_sum(int number, int distance)
{
  int n_lower = 0;
  for (int d = 1; d < distance; d *= 2)
    n_lower += (number & d) == 0;
  return n_lower % 2 == 0 ? TN_TEMP : TN_RECV;
}

static void double_once(struct tn_p2p *p, int number, int distance)
{
  const struct tn_call *call = p->r->call;
  const struct tn_fold fold = fold_of(call);
  const int peer = tn_fold_rank(&fold, number ^ distance);
  const enum tn_buf mine = doubling_sum(number, distance);
  const struct tn_span sum = in_buf(call, call->rank, mine);
  const struct tn_span received = in_buf(call, call->rank, mine == TN_TEMP ? TN_RECV : TN_TEMP);
  tn_sendrecv(p, peer, sum, received,
              in_buf(call, peer, doubling_sum(number ^ distance, distance)));
  if ((number & distance) == 0)
    tn_reduce(p->r, received, sum);
  else
    tn_reduce(p->r, sum, received);
}

/* Runs recursive-doubling on a rank that is not extra, with the messages from and to its extra
 * rank. */
static void doubling_rounds(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_fold fold = fold_of(call);
  const int number = tn_fold_number(&fold, call->rank);
  const bool is_paired = tn_fold_pairs(&fold, call->rank);
  const struct tn_span result = in_buf(call, call->rank, doubling_sum(number, fold.n_new));
  if (is_paired) {
    tn_recv(p, in_buf(call, call->rank, TN_RECV), in_buf(call, call->rank - 1, TN_TEMP));
    tn_reduce(p->r, in_buf(call, call->rank, TN_TEMP), in_buf(call, call->rank, TN_RECV));
  }
  for (int distance = 1; distance < fold.n_new; distance *= 2)
    double_once(p, number, distance);
  if (is_paired)
    tn_send(p, call->rank - 1, result);
  if (result.buf != TN_RECV)
    tn_move(p->r, in_buf(call, call->rank, TN_RECV), result);
}

static void recursive_doubling(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_fold fold = fold_of(call);
  const struct tn_span own = in_buf(call, call->rank, TN_TEMP);
  const int peer = tn_fold_partner(call->rank);
  if (call->n_ranks == 1) {
    tn_move_own_vector(p->r);
    return;
  }
  tn_move(p->r, own, tn_own_vector(call));
  if (tn_fold_number(&fold, call->rank) >= 0) {
    doubling_rounds(p);
    return;
  }
  /* An extra rank (even) sends its vector and receives the result. */
  tn_send(p, peer, own);
  tn_recv(p, in_buf(call, call->rank, TN_RECV),
          in_buf(call, peer, doubling_sum(tn_fold_number(&fold, peer), fold.n_new)));
}

/* Returns the bytes of the longest part of a block that is cut into n_phases parts. */
static size_t longest(const struct tn_call *call, size_t n_phases)
{
  return tn_elements_piece(tn_ring_block(call, 0), n_phases, 0).n * tn_element_size(call);
}

/* A phase of the ring. It handles part `number` of the `n` parts of every block. */
struct phase {
  const struct tn_call *call;
  size_t number, n;
};

static struct tn_span block_in_phase(const void *what, int rank, int i)
{
  const struct phase *phase = what;
  const size_t size = tn_element_size(phase->call);
  const struct tn_elements part =
      tn_elements_piece(tn_ring_block(phase->call, i), phase->n, phase->number);
  return (struct tn_span){ rank, TN_RECV, part.first * size, part.n * size };
}

static bool is_too_short(const struct tn_call *call)
{
  return n_elements(call) < (size_t)call->n_ranks;
}

/* Returns the number of phases, as in Open MPI's coll/base: one per p segments, at least one; a
 * remainder of more than half a phase adds one. The ring has one phase. */
static size_t n_phases_of(const struct tn_call *call)
{
  const size_t n = n_elements(call), p = (size_t)call->n_ranks;
  const struct tn_cut part = tn_cut_elements(call, call->params[SEGMENT]);
  if (call->params[SEGMENT] == 0)
    return 1;
  const size_t of_phase = p * (part.segment / tn_element_size(call)), rest = n % of_phase;
  return tn_larger(1, n / of_phase + (n > of_phase && rest >= p && rest > of_phase / 2));
}

static struct tn_p2p_use use_phases(const struct tn_call *call)
{
  /* At most p messages in each phase, and p in the second round. */
  return is_too_short(call) ? tn_use_block_blocking(call)
                            : tn_blocking((struct tn_p2p_use){ .largest = longest(call, 1),
                                                               .messages = (n_phases_of(call) + 1) *
                                                                           (size_t)call->n_ranks });
}

static void ring_in_phases(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct phase phase = { .call = call, .n = n_phases_of(call) };
  if (is_too_short(call)) {
    recursive_doubling(p);
    return;
  }
  tn_move_own_vector(p->r);
  for (; phase.number < phase.n && call->n_ranks > 1; phase.number++)
    tn_ring_sum(&(struct tn_ring){
        .p = p, .block = block_in_phase, .what = &phase, .longest = longest(call, phase.n) });
  tn_ring_share(p, 1); /* now the rank has the sum of block rank + 1 */
}

/* Returns the number of blocks that a rank sends to the next: p - 1 in each of two rounds. Parts of
 * a block count as one. */
static int blocks_passed(const struct tn_call *call)
{
  return 2 * (call->n_ranks - 1);
}

static struct tn_sizes scratch_doubling(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? call->block : 0 };
}

static struct tn_sizes scratch_phases(const struct tn_call *call)
{
  const size_t part = longest(call, n_phases_of(call));
  if (is_too_short(call))
    return scratch_doubling(call);
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? 2 * part : 0, .temp_largest = part };
}

#define MESSAGES_ALLREDUCE                                                                         \
  .collective = TN_ALLREDUCE, .source = "Open MPI, coll_base_allreduce.c", TN_MESSAGES

const struct tn_algorithm tn_allreduce_recursive_doubling = {
  MESSAGES_ALLREDUCE,
  .name = "recursive-doubling",
  .summary = "partners at doubling distances exchange whole vectors and add them",
  .ompi = "recursive_doubling",
  .ompi_id = 3,
  .mpich = "recursive_doubling",
  .scratch = scratch_doubling,
  .use = tn_use_block_blocking,
  .exchange = recursive_doubling,
};

const struct tn_algorithm tn_allreduce_ring = {
  MESSAGES_ALLREDUCE,
  .name = "ring",
  .summary = "blocks go round the ring twice: summed, then copied; recursive doubling if there are "
             "fewer elements than ranks",
  .ompi = "ring",
  .ompi_id = 4,
  .scratch = scratch_phases,
  .use = use_phases,
  .exchange = ring_in_phases,
};

const struct tn_algorithm tn_allreduce_segmented_ring = {
  MESSAGES_ALLREDUCE,
  .name = "segmented-ring",
  .summary = "ring with a first round in phases of p segments; plain ring if there are fewer",
  .ompi = "segmented_ring",
  .ompi_id = 5,
  .pair_messages = blocks_passed,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_phases,
  .use = use_phases,
  .exchange = ring_in_phases,
};
