/* Rabenseifner's reduce and allreduce: Open MPI's coll_base_reduce.c and coll_base_allreduce.c,
 * after Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005.
 *
 * 1. Let q = 2^floor(lg p) and e = p - q. Ranks 2i and 2i + 1, i < e, form a pair, and each of them
 *   adds one half of their vectors. The odd rank sends its half to the even one and leaves. The
 *   remaining ranks are renumbered 0 to q - 1.
 * 2. Reduce-scatter: lg q exchanges at distances 1, 2, 4, .... The lower partner keeps the first
 *   half of their common part, the higher one the second half, and each adds the received half.
 * 3. Allgather or gather. allreduce: the same partners exchange their parts in reverse order, and
 *   the even ranks of step 1 send the result to the odd ones. reduce: at each distance, the longest
 *   first, one of two partners sends its parts to the other one, towards the root, and is done. A
 *   root that left in step 1 takes the place of rank 0.
 * A reduce with fewer elements than q, or with one rank, runs as the linear reduce. */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "reduce_linear.h"
#include "round_messages.h"

/* Returns the span of the part of the sum that belongs to a run of numbers in mirrored order. If
 * two halves differ in length, the first one is shorter. */
static struct tn_span sum_part(const struct tn_round_exchange *c, int rank, int to,
                               struct tn_run part)
{
  const struct tn_call *call = c->p->r->call;
  const size_t size = tn_element_size(call);
  size_t first = 0, n = call->block / size;
  (void)to;
  for (int half = c->n / 2; half >= part.n; half /= 2) {
    const bool is_second = (part.first & half) != 0;
    first += is_second ? n / 2 : 0;
    n = is_second ? n - n / 2 : n / 2;
  }
  return (struct tn_span){ rank, tn_sum_buf(call, rank), first * size, n * size };
}

/* Returns the span in TEMP for data to be added. */
static struct tn_span receive_span(const struct tn_round_exchange *c, int from, int rank,
                                   struct tn_run part)
{
  struct tn_span span = sum_part(c, rank, from, part);
  span.off += span.buf == TN_TEMP ? c->p->r->call->block : 0;
  span.buf = TN_TEMP;
  return span;
}

static struct tn_run whole(const struct tn_round_exchange *c)
{
  return (struct tn_run){ 0, c->n };
}

static void send_part(const struct tn_round_exchange *c, int to, struct tn_run part)
{
  tn_send(c->p, to, sum_part(c, c->p->r->call->rank, to, part));
}

static void receive_part(const struct tn_round_exchange *c, int from, struct tn_run part)
{
  const int rank = c->p->r->call->rank;
  tn_recv(c->p, sum_part(c, rank, rank, part), sum_part(c, from, rank, part));
}

/* Rounds of step 1: the two ranks of a pair exchange halves. */
static bool pair_rounds(int n, int own, int round, int i, struct tn_message *m)
{
  const int peer = own ^ 1, half = n / 2;
  *m = (struct tn_message){ peer, peer, { peer % 2 * half, half }, { own % 2 * half, half } };
  return round == 0 && i == 0;
}

static void leave_a_power_of_two(const struct tn_round_exchange *c)
{
  const int rank = c->p->r->call->rank, peer = tn_fold_partner(rank);
  const struct tn_run second = { c->n / 2, c->n / 2 };
  struct tn_round_exchange pair = *c;
  pair.message = pair_rounds;
  pair.own = rank;
  pair.fold = (struct tn_fold){ 0 };
  tn_round_exchange_run(&pair);
  if (rank % 2 == 0)
    receive_part(c, peer, second);
  else
    send_part(c, peer, second);
}

/* Rounds of step 3: those of step 2 in reverse order, with reversed messages. */
static bool back(int n, int own, int round, int i, struct tn_message *m)
{
  struct tn_message there;
  const int last = tn_ceil_lg(n) - 1;
  if (round > last || !tn_rounds_butterfly(n, own, last - round, i, &there))
    return false;
  *m = (struct tn_message){ there.from, there.to, there.in, there.out };
  return true;
}

static void allgather(struct tn_round_exchange *c)
{
  const int rank = c->p->r->call->rank;
  c->message = back;
  c->into = NULL;
  c->adds = false;
  if (c->own >= 0)
    tn_round_exchange_run(c);
  if (!tn_fold_pairs(&c->fold, rank))
    return;
  if (rank % 2 == 0)
    send_part(c, rank + 1, whole(c));
  else
    receive_part(c, rank - 1, whole(c));
}

/* Lets a root that left in step 1 return for rank 0, which sends it the first part and leaves. */
static void let_root_back(struct tn_round_exchange *c)
{
  const int rank = c->p->r->call->rank, root = c->p->r->call->root;
  if (rank == root) {
    receive_part(c, 0, (struct tn_run){ 0, 1 });
    c->own = 0;
  } else if (c->own == 0) {
    send_part(c, root, (struct tn_run){ 0, 1 });
    c->own = -1;
  }
}

static void gather(struct tn_round_exchange *c)
{
  const struct tn_call *call = c->p->r->call;
  struct tn_message m;
  /* true if the root left in step 1; it then replaces rank 0. */
  const bool has_left = tn_fold_number(&c->fold, call->root) < 0;
  const int root = has_left ? 0 : tn_fold_number(&c->fold, call->root);
  if (has_left)
    let_root_back(c);
  for (int i = tn_ceil_lg(c->n) - 1; i >= 0 && c->own >= 0; i--) {
    tn_rounds_butterfly(c->n, c->own, i, 0, &m);
    const int peer = has_left && m.to == 0 ? call->root : tn_fold_rank(&c->fold, m.to);
    if (m.to >> i == root >> i) {
      send_part(c, peer, m.in);
      break;
    }
    receive_part(c, peer, m.out);
  }
}

/* Returns true if the linear reduce runs: for one rank, or for few elements. */
static bool is_linear(const struct tn_call *call)
{
  return call->collective == TN_REDUCE &&
         (call->n_ranks == 1 || tn_has_few_elements(call, call->n_ranks));
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_round_exchange c = tn_round_exchange_folded(p, 0);
  c.message = tn_rounds_butterfly;
  c.sent = sum_part;
  c.into = receive_span;
  c.adds = true;
  if (is_linear(call)) {
    tn_reduce_linear(p);
    return;
  }
  const struct tn_span own = tn_own_vector(call), sum = sum_part(&c, call->rank, 0, whole(&c));
  if (own.buf != sum.buf)
    tn_move(p->r, sum, own);
  if (tn_fold_pairs(&c.fold, call->rank))
    leave_a_power_of_two(&c);
  if (c.own >= 0)
    tn_round_exchange_run(&c);
  if (call->collective == TN_REDUCE)
    gather(&c);
  else
    allgather(&c);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const size_t vectors = tn_sum_buf(call, call->rank) == TN_TEMP ? 2 : 1;
  return (struct tn_sizes){ .temp = is_linear(call) ? tn_reduce_linear_temp(call)
                                                    : vectors * call->block,
                            .temp_largest = call->block };
}

const struct tn_algorithm tn_reduce_rabenseifner = {
  TN_MESSAGES,
  .collective = TN_REDUCE,
  .name = "rabenseifner-reduce",
  .summary = "reduce-scatter by halving, then a binomial gather; linear for few elements",
  .source = "Open MPI, coll_base_reduce.c; Thakur et al., IJHPCA 2005",
  .ompi = "rabenseifner",
  .ompi_id = 7,
  .mpich = "reduce_scatter_gather",
  .scratch = scratch,
  .sends = { TN_ONE_BLOCK, 3, true }, /* messages in a pair of step 1: exchange, half, result */
  .exchange = exchange,
};

const struct tn_algorithm tn_allreduce_rabenseifner = {
  TN_MESSAGES,
  .collective = TN_ALLREDUCE,
  .name = "rabenseifner",
  .summary = "reduce-scatter by halving, then an allgather by doubling",
  .source = "Open MPI, coll_base_allreduce.c; Thakur et al., IJHPCA 2005",
  .ompi = "rabenseifner",
  .ompi_id = 6,
  .mpich = "reduce_scatter_allgather",
  .scratch = scratch,
  .sends = { TN_ONE_BLOCK, 3, true }, /* messages in a pair of step 1: exchange, half, result */
  .exchange = exchange,
};
