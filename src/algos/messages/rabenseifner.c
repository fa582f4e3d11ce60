/* Rabenseifner's reduce and allreduce: Open MPI's coll_base_reduce.c and coll_base_allreduce.c,
 * after Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005.
 *
 * 1. With q = 2^floor(lg p) and e = p - q ranks too many, ranks 2i and 2i + 1, i < e, add half of
 *    their vectors each; the odd one sends its half to the even one and leaves. The others are
 *    renumbered 0 to q - 1.
 * 2. Reduce-scatter: lg q exchanges over distances 1, 2, 4, ...; the lower one keeps the first half
 *    of the window that both have, the other one the second; each adds what it receives.
 * 3. Allgather or gather. allreduce: the same partners exchange what they have, and the even ranks
 *    of step 1 send the result to the odd ones. reduce: at each distance, the longest first, ranks
 *    on the other side than the root send and are done. An odd root of step 1 takes rank 0's place.
 *
 * reduce with fewer elements than q, or one rank, is the linear one. */
#include "algos/entries.h"
#include "algos/kit/fold.h"
#include "algos/kit/reduction.h"
#include "p2p.h"
#include "reduce_linear.h"

enum { MAX_STEPS = 31 };

/* Bytes of the vector. */
struct window {
  size_t off, len;
};

/* One exchange: both partners had keep and give together. */
struct halving {
  struct window keep, give;
};

/* What a rank knows of its part. */
struct course {
  struct tn_p2p *p;
  struct tn_fold fold;
  int n_steps; /* lg q */
  int number;  /* of this rank among the new ones; -1: left */
  struct halving steps[MAX_STEPS];
};

/* Ranks collect in RECV where they have one, else in TEMP. */
static enum tn_buf sum_of(const struct tn_call *call, int rank)
{
  return tn_call_has_result(call, rank) ? TN_RECV : TN_TEMP;
}

static struct tn_span sum_part(const struct tn_call *call, int rank, struct window w)
{
  return (struct tn_span){ rank, sum_of(call, rank), w.off, w.len };
}

/* Where what is to be added arrives. */
static struct tn_span landing(const struct tn_call *call, struct window w)
{
  const size_t start = sum_of(call, call->rank) == TN_TEMP ? call->block : 0;
  return (struct tn_span){ call->rank, TN_TEMP, start + w.off, w.len };
}

static struct window first_half(const struct tn_call *call, struct window w)
{
  const size_t size = tn_element_size(call);
  return (struct window){ w.off, w.len / size / 2 * size };
}

static struct window second_half(const struct tn_call *call, struct window w)
{
  const size_t half = first_half(call, w).len;
  return (struct window){ w.off + half, w.len - half };
}

static struct window whole(const struct tn_call *call)
{
  return (struct window){ 0, call->block };
}

/* Exchanges with a peer: gives it one part of the sum and adds its part of the other. */
static void exchange_parts(struct course *c, int peer, struct window keep, struct window give)
{
  const struct tn_call *call = c->p->r->call;
  tn_sendrecv(c->p, peer, sum_part(call, call->rank, give), landing(call, keep),
              sum_part(call, peer, keep));
  tn_reduce(c->p->r, sum_part(call, call->rank, keep), landing(call, keep));
}

static void send_part(struct course *c, int to, struct window w)
{
  tn_send(c->p, to, sum_part(c->p->r->call, c->p->r->call->rank, w));
}

static void receive_part(struct course *c, int from, struct window w)
{
  const struct tn_call *call = c->p->r->call;
  tn_recv(c->p, sum_part(call, call->rank, w), sum_part(call, from, w));
}

static void leave_a_power_of_two(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  const struct window first = first_half(call, whole(call));
  const struct window second = second_half(call, whole(call));
  if (!tn_fold_pairs(&c->fold, call->rank))
    return;
  if (call->rank % 2 == 0) {
    exchange_parts(c, call->rank + 1, first, second);
    receive_part(c, call->rank + 1, second);
  } else {
    exchange_parts(c, call->rank - 1, second, first);
    send_part(c, call->rank - 1, second);
  }
}

/* What new rank `number` keeps and gives in each step. */
static void plan_halvings(struct course *c, int number)
{
  const struct tn_call *call = c->p->r->call;
  struct window w = whole(call);
  for (int i = 0; i < c->n_steps; i++) {
    const struct window first = first_half(call, w), second = second_half(call, w);
    const bool is_lower = (number & 1 << i) == 0;
    c->steps[i] = is_lower ? (struct halving){ first, second } : (struct halving){ second, first };
    w = c->steps[i].keep;
  }
}

static void allgather(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  for (int i = c->n_steps - 1; i >= 0 && c->number >= 0; i--) {
    const int peer = tn_fold_rank(&c->fold, c->number ^ 1 << i);
    const struct halving *step = &c->steps[i];
    tn_sendrecv(c->p, peer, sum_part(call, call->rank, step->keep),
                sum_part(call, call->rank, step->give), sum_part(call, peer, step->give));
  }
  if (!tn_fold_pairs(&c->fold, call->rank))
    return;
  if (call->rank % 2 == 0)
    send_part(c, call->rank + 1, whole(call));
  else
    receive_part(c, call->rank - 1, whole(call));
}

static void let_root_back(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  if (call->rank == call->root) {
    plan_halvings(c, 0);
    receive_part(c, 0, c->steps[c->n_steps - 1].keep);
    c->number = 0;
  } else if (c->number == 0) {
    send_part(c, call->root, c->steps[c->n_steps - 1].keep);
    c->number = -1;
  }
}

static void gather(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  /* An odd root of step 1 comes back for rank 0. */
  const bool has_left = tn_fold_number(&c->fold, call->root) < 0;
  const int root = has_left ? 0 : tn_fold_number(&c->fold, call->root);
  if (has_left)
    let_root_back(c);
  for (int i = c->n_steps - 1; i >= 0 && c->number >= 0; i--) {
    const int number = c->number ^ 1 << i;
    const int peer = has_left && number == 0 ? call->root : tn_fold_rank(&c->fold, number);
    if (number >> i == root >> i) {
      send_part(c, peer, c->steps[i].keep);
      break;
    }
    receive_part(c, peer, c->steps[i].give);
  }
}

/* A pair of step 1 has most messages one way: an exchange, a half, and the result or 0's to the
 * root. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return tn_blocking((struct tn_p2p_use){ .largest = call->block, .messages = 3 });
}

/* Of a reduce with few elements: the linear one. */
static bool is_linear(const struct tn_call *call)
{
  return call->collective == TN_REDUCE &&
         (call->n_ranks == 1 || tn_has_few_elements(call, call->n_ranks));
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct course c = { .p = p, .fold = tn_fold_of(call->n_ranks, 0) };
  c.n_steps = tn_ceil_lg(c.fold.n_new);
  c.number = tn_fold_number(&c.fold, call->rank);
  if (is_linear(call)) {
    tn_reduce_linear(p);
    return;
  }
  const struct tn_span own = tn_own_vector(call), sum = sum_part(call, call->rank, whole(call));
  if (own.buf != sum.buf)
    tn_move(p->r, sum, own);
  leave_a_power_of_two(&c);
  if (c.number >= 0)
    plan_halvings(&c, c.number);
  for (int i = 0; i < c.n_steps && c.number >= 0; i++)
    exchange_parts(&c, tn_fold_rank(&c.fold, c.number ^ 1 << i), c.steps[i].keep, c.steps[i].give);
  if (call->collective == TN_REDUCE)
    gather(&c);
  else
    allgather(&c);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const size_t vectors = sum_of(call, call->rank) == TN_TEMP ? 2 : 1;
  return (struct tn_sizes){ .temp = is_linear(call) ? tn_reduce_linear_temp(call)
                                                    : vectors * call->block,
                            .temp_largest = call->block };
}

const struct tn_algorithm tn_reduce_rabenseifner = {
  TN_MESSAGES,
  .collective = TN_REDUCE,
  .name = "rabenseifner-reduce",
  .summary = "reduce-scatter by halving, then a binomial gather; linear with fewer elements "
             "than 2^floor(lg p)",
  .source = "Open MPI, coll_base_reduce.c; Thakur et al., IJHPCA 2005",
  .ompi = "rabenseifner",
  .ompi_id = 7,
  .mpich = "reduce_scatter_gather",
  .scratch = scratch,
  .use = use_of,
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
  .use = use_of,
  .exchange = exchange,
};
