/* Prefix sums of MPI libraries: Open MPI's coll_base_scan.c and coll_base_exscan.c, MPICH's
 * scan_intra_recursive_doubling.c and exscan_intra_recursive_doubling.c. Vectors have n bytes. Rank
 * r gets the sum of the vectors of ranks 0 .. r (scan) or 0 .. r - 1 (exscan; rank 0 gets no
 * result).
 *
 * linear: each rank waits for the sum of the ranks before it, adds its own vector and sends the new
 * sum on. T = (p-1)*(alpha + n*(beta + gamma))
 *
 * recursive-doubling: in step i a rank and its partner, rank xor 2^i, exchange the sums of their
 * groups of 2^i ranks. Both add it to their group's sum, the higher rank also to its result. A rank
 * without a partner skips the exchange. Empty vectors are not sent. */
#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/kit/reduction.h"
#include "p2p.h"

static struct tn_span in_buf(const struct tn_call *call, int rank, enum tn_buf buf, size_t place)
{
  return (struct tn_span){ rank, buf, place * call->block, call->block };
}

static struct tn_span result(const struct tn_call *call)
{
  return in_buf(call, call->rank, TN_RECV, 0);
}

static void pass_on(struct tn_p2p *p, struct tn_span sum)
{
  if (p->r->call->rank + 1 < p->r->call->n_ranks)
    tn_send(p, p->r->call->rank + 1, sum);
}

static void scan_linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span before = in_buf(call, call->rank, TN_TEMP, 0);
  tn_move_own_vector(p->r);
  if (call->rank > 0) {
    tn_recv(p, before, in_buf(call, call->rank - 1, TN_RECV, 0));
    tn_reduce(p->r, result(call), before);
  }
  pass_on(p, result(call));
}

/* Returns the span that a rank sends to the next: rank 0's contribution, otherwise a sum in
 * TEMP. */
static struct tn_span exscan_sum(const struct tn_call *call, int rank)
{
  return in_buf(call, rank, rank == 0 ? tn_contribution(call, 0) : TN_TEMP, 0);
}

static void exscan_linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span sum = exscan_sum(call, call->rank);
  const bool is_between = call->rank > 0 && call->rank + 1 < call->n_ranks;
  if (is_between)
    tn_move(p->r, sum, tn_own_vector(call));
  if (call->rank > 0)
    tn_recv(p, result(call), exscan_sum(call, call->rank - 1));
  if (is_between)
    tn_reduce(p->r, sum, result(call));
  pass_on(p, sum);
}

static void doubling(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span group = in_buf(call, call->rank, TN_TEMP, 0);
  const struct tn_span received = in_buf(call, call->rank, TN_TEMP, 1);
  bool has_result = call->collective == TN_SCAN;
  if (call->block == 0)
    return;
  if (call->n_ranks > 1)
    tn_move(p->r, group, tn_own_vector(call));
  if (has_result)
    tn_move_own_vector(p->r);
  for (int distance = 1; distance < call->n_ranks; distance *= 2) {
    const int peer = call->rank ^ distance;
    if (peer >= call->n_ranks)
      continue;
    tn_sendrecv(p, peer, group, received, in_buf(call, peer, TN_TEMP, 0));
    if (peer < call->rank && has_result) /* `received` is a sum of lower ranks */
      tn_reduce(p->r, result(call), received);
    else if (peer < call->rank) /* in an exscan, the first sum received starts the result */
      tn_move(p->r, result(call), received);
    has_result = has_result || peer < call->rank;
    tn_reduce(p->r, group, received);
  }
}

static struct tn_sizes scratch_linear(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? call->block : 0 };
}

static struct tn_sizes scratch_doubling(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? 2 * call->block : 0,
                            .temp_largest = call->block };
}

#define LINEAR                                                                                     \
  .name = "linear", .ompi = "linear", .ompi_id = 1,                                                \
  .summary = "each rank receives the sum of the ranks before it, adds its data and forwards it",   \
  .scratch = scratch_linear, .use = tn_use_block_blocking, TN_MESSAGES
#define DOUBLING                                                                                   \
  .name = "recursive-doubling", .ompi = "recursive_doubling", .ompi_id = 2,                        \
  .mpich = "recursive_doubling",                                                                   \
  .summary = "partners at doubling distances exchange the sums of their groups",                   \
  .scratch = scratch_doubling, .use = tn_use_block_blocking, .exchange = doubling, TN_MESSAGES

const struct tn_algorithm tn_scan_linear = {
  LINEAR,
  .collective = TN_SCAN,
  .source = "Open MPI, coll_base_scan.c",
  .form = tn_form_sums_in_turn,
  .exchange = scan_linear,
};

const struct tn_algorithm tn_scan_recursive_doubling = {
  DOUBLING,
  .collective = TN_SCAN,
  .source = "Open MPI, coll_base_scan.c",
};

const struct tn_algorithm tn_exscan_linear = {
  LINEAR,
  .collective = TN_EXSCAN,
  .source = "Open MPI, coll_base_exscan.c",
  .exchange = exscan_linear,
};

const struct tn_algorithm tn_exscan_recursive_doubling = {
  DOUBLING,
  .collective = TN_EXSCAN,
  .source = "Open MPI, coll_base_exscan.c",
};
