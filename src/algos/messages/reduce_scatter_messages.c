/* Reduce-scatters of MPI libraries in which partners exchange halves or groups of shares: Open
 * MPI's coll_base_reduce_scatter.c and coll_base_reduce_scatter_block.c, MPICH's
 * src/mpi/coll/reduce_scatter(_block). Every rank has p shares and gets the sum of the share with
 * its number. Empty parts are not sent.
 *
 * All algorithms compute sums in a copy of the vector. If the number of ranks is not a power of
 * two, recursive-halving and butterfly fold the ranks (kit/fold.h): the even rank of a pair sends
 * its vector to the odd rank, its proxy, and receives its own share at the end.
 * recursive-halving: q ranks remain. Partners at distances q/2, q/4, ..., 1 exchange halves of
 *   their common range and add them. T = lg p * alpha + (p-1)*n*(beta + gamma), if p is a power of
 *   two; n is the bytes of a share.
 * butterfly: the distances are 1, 2, 4, ... (Traff, An improved algorithm for (non-commutative)
 *   reduce-scatter, EuroPVM/MPI 2005). At the end number v has the shares of the number whose bits
 *   are those of v in reverse order (mirrored), and sends them to that number. If the number of
 *   ranks is a power of two, the shares are permuted at the start instead. The library uses two
 *   buffers to preserve the order of operands, here one.
 * recursive-doubling: the distances are 1, 2, 4, .... Each rank sends the sums of all shares,
 *   except the shares of its own group of ranks, in up to two messages (the libraries send one
 *   message with a derived datatype). A rank without a partner gets the partner group's data from
 *   its own group. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "round_messages.h"

enum { HALVING, BUTTERFLY, DOUBLING };

/* Returns the span of shares first .. first + n - 1 of the sum, at the start of TEMP. */
static struct tn_span shares(const struct tn_call *call, int rank, int first, int n)
{
  const struct tn_blocks sums = tn_blocks_of(call, TN_TEMP);
  return tn_block_range(&sums, rank, first, n);
}

/* Returns the span in TEMP that receives data to be added to `part` of the sum. */
static struct tn_span receive_span(const struct tn_call *call, int rank, struct tn_span part)
{
  return (struct tn_span){ rank, TN_TEMP, tn_vector_bytes(call) + part.off, part.len };
}

/* Returns the span of the shares of a run of numbers, extra ranks included. */
static struct tn_span sent(const struct tn_round_exchange *c, int rank, int to, struct tn_run part)
{
  const int first = tn_fold_first(&c->fold, part.first);
  (void)to;
  return shares(c->p->r->call, rank, first, tn_fold_first(&c->fold, part.first + part.n) - first);
}

static struct tn_span into(const struct tn_round_exchange *c, int from, int rank,
                           struct tn_run part)
{
  return receive_span(c->p->r->call, rank, sent(c, from, rank, part));
}

static struct tn_span result(const struct tn_call *call)
{
  return (struct tn_span){ call->rank, TN_RECV, 0, tn_count(call, call->rank) };
}

static void send_share(struct tn_p2p *p, int to, int which)
{
  const struct tn_span share = shares(p->r->call, p->r->call->rank, which, 1);
  if (share.len > 0)
    tn_send(p, to, share);
}

static void receive_result(struct tn_p2p *p, int from)
{
  const struct tn_span own = result(p->r->call);
  if (own.len > 0)
    tn_recv(p, own, shares(p->r->call, from, own.rank, 1));
}

static void keep_result(struct tn_p2p *p, int which)
{
  const struct tn_span own = result(p->r->call);
  if (own.len > 0)
    tn_move(p->r, own, shares(p->r->call, own.rank, which, 1));
}

/* Folds the ranks: a pair's even rank sends its vector to the odd one. */
static void fold(const struct tn_round_exchange *c)
{
  const struct tn_call *call = c->p->r->call;
  const int rank = call->rank, partner = tn_fold_partner(rank);
  const struct tn_span sum = shares(call, rank, 0, call->n_ranks);
  const struct tn_span received = receive_span(call, rank, sum);
  if (!tn_fold_pairs(&c->fold, rank))
    return;
  if (rank % 2 == 0) {
    tn_send(c->p, partner, sum);
  } else {
    tn_recv(c->p, received, shares(call, partner, 0, call->n_ranks));
    tn_reduce(c->p->r, sum, received);
  }
}

static void collect_own(struct tn_strand *r)
{
  const struct tn_span own = tn_own_vector(r->call);
  tn_move(r, (struct tn_span){ own.rank, TN_TEMP, 0, own.len }, own);
}

static struct tn_round_exchange course_of(struct tn_p2p *p, tn_rounds *message)
{
  struct tn_round_exchange c = tn_round_exchange_folded(p, 1);
  c.message = message;
  c.posts = TN_POST_NO_EMPTY;
  c.sent = sent;
  c.into = into;
  c.adds = true;
  return c;
}

static void halving(struct tn_p2p *p)
{
  const struct tn_round_exchange c = course_of(p, tn_rounds_halving);
  const int rank = p->r->call->rank, partner = tn_fold_partner(rank);
  collect_own(p->r);
  fold(&c);
  if (c.own < 0) {
    receive_result(p, partner);
    return;
  }
  tn_round_exchange_run(&c);
  keep_result(p, rank);
  if (tn_fold_pairs(&c.fold, rank))
    send_share(p, partner, partner);
}

/* Returns true if shares of equal length are permuted to mirrored order at the start, so that each
 * rank ends with its own. */
static bool is_laid_out(const struct tn_call *call)
{
  return call->collective == TN_REDUCE_SCATTER_BLOCK && tn_is_power_of_two(call->n_ranks);
}

static void lay_out(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  for (int i = 0; i < call->n_ranks; i++) {
    struct tn_span from = shares(call, call->rank, i, 1);
    from.buf = tn_contribution(call, call->rank);
    tn_move(r, shares(call, call->rank, tn_rounds_mirrored(i, call->n_ranks), 1), from);
  }
}

/* Sends the shares that the rank has, of the mirrored number, to their owners; receives its own. */
static void send_where_due(const struct tn_round_exchange *c)
{
  const struct tn_call *call = c->p->r->call;
  const int mirror = tn_rounds_mirrored(c->own, c->n), rank = call->rank;
  const int peer = tn_fold_rank(&c->fold, mirror);
  const struct tn_span theirs = shares(call, rank, peer, 1), own = result(call);
  struct tn_request q[2];
  int n = 0;
  if (tn_fold_pairs(&c->fold, peer))
    send_share(c->p, tn_fold_partner(peer), tn_fold_partner(peer));
  if (mirror == c->own) {
    keep_result(c->p, rank);
    return;
  }
  if (own.len > 0)
    tn_irecv(c->p, &q[n++], own, shares(call, peer, rank, 1));
  if (theirs.len > 0)
    tn_isend(c->p, &q[n++], peer, theirs);
  tn_request_wait_all(c->p, n, q);
}

static void butterfly(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_round_exchange c = course_of(p, tn_rounds_butterfly);
  if (is_laid_out(call))
    lay_out(p->r);
  else
    collect_own(p->r);
  fold(&c);
  if (c.own < 0) {
    receive_result(p, tn_fold_rank(&c.fold, tn_rounds_mirrored(call->rank / 2, c.n)));
    return;
  }
  tn_round_exchange_run(&c);
  if (is_laid_out(call))
    keep_result(p, tn_rounds_mirrored(c.own, c.n));
  else
    send_where_due(&c);
}

enum { N_PIECES = 2 };

/* Returns one of two pieces of all shares except the shares of ranks first .. first + size - 1: the
 * lower shares (i = 0) or the higher shares (i = 1). */
static struct tn_span outside(const struct tn_call *call, int rank, int first, int size, int i)
{
  const int n = call->n_ranks, end = first + size < n ? first + size : n;
  return i == 0 ? shares(call, rank, 0, first < n ? first : n) : shares(call, rank, end, n - end);
}

/* Sends the peer the sums of all groups except the caller's, and receives the peer's sums of all
 * groups except the peer's. */
static void swap_outsides(struct tn_p2p *p, int peer, int size)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  struct tn_request q[2 * N_PIECES];
  int n = 0;
  for (int i = 0; i < N_PIECES; i++) {
    const struct tn_span part = outside(call, peer, peer - peer % size, size, i);
    if (part.len > 0)
      tn_irecv(p, &q[n++], receive_span(call, rank, part), part);
  }
  for (int i = 0; i < N_PIECES; i++) {
    const struct tn_span part = outside(call, rank, rank - rank % size, size, i);
    if (part.len > 0)
      tn_isend(p, &q[n++], peer, part);
  }
  tn_request_wait_all(p, n, q);
}

/* Forwards or receives, in the caller's group, the data of group `other`, which has only `n_there`
 * ranks. Returns true if received. */
static bool share_received(struct tn_p2p *p, int size, int n_there, int other)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  bool has_come = false;
  for (int distance = size / 2; distance > 0; distance /= 2) {
    const int peer = rank ^ distance, first = rank - rank % (2 * distance);
    const bool has = rank < first + n_there, peer_has = peer < first + n_there;
    for (int i = 0; i < N_PIECES; i++) {
      const struct tn_span part = receive_span(call, rank, outside(call, rank, other, size, i));
      if (part.len == 0)
        continue;
      if (peer > rank && has && !peer_has)
        tn_send(p, peer, part);
      else if (peer < rank && !has && peer_has)
        tn_recv(p, part, (struct tn_span){ peer, part.buf, part.off, part.len });
    }
    has_come = has_come || (peer < rank && !has && peer_has);
  }
  return has_come;
}

static void doubling(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, n = call->n_ranks;
  collect_own(p->r);
  for (int size = 1; size < n; size *= 2) {
    const int peer = rank ^ size, other = peer - peer % size;
    bool has_come = peer < n;
    if (peer < n)
      swap_outsides(p, peer, size);
    if (other + size > n)
      has_come = share_received(p, size, n - (rank - rank % size) - size, other) || has_come;
    for (int i = 0; i < N_PIECES && has_come; i++) {
      const struct tn_span sum = outside(call, rank, other, size, i);
      if (sum.len > 0)
        tn_reduce(p->r, sum, receive_span(call, rank, sum));
    }
  }
  keep_result(p, rank);
}

static void reduce_scatter(struct tn_p2p *p)
{
  static void (*const ways[])(
      struct tn_p2p * p) = { [HALVING] = halving, [BUTTERFLY] = butterfly, [DOUBLING] = doubling };
  if (!tn_reduce_scatter_trivially(p->r))
    ways[p->r->call->variant](p);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? 2 * tn_vector_bytes(call) : 0,
                            .temp_largest = tn_vector_bytes(call) };
}

static bool halving_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_double(s, TN_STEP_MESSAGE, call->n_ranks, (double)call->block);
  s->is_reduced = true;
  return tn_is_power_of_two(call->n_ranks);
}

/* Two ranks have at most an exchange and one more send. */
#define BY_HALVES                                                                                  \
  TN_MESSAGES, .scratch = scratch, .sends = { TN_ALL_BLOCKS, 2, true }, .exchange = reduce_scatter
#define BY_HALVING                                                                                 \
  BY_HALVES, .variant = HALVING, .name = "recursive-halving", .ompi = "recursive_halving",         \
             .mpich = "recursive_halving", .form = halving_form,                                   \
             .summary = "partners at halving distances exchange halves of their remaining data"
#define BY_BUTTERFLY                                                                               \
  BY_HALVES, .variant = BUTTERFLY, .name = "butterfly", .ompi = "butterfly",                       \
             .mpich = "noncommutative", .ompi_id = 4,                                              \
             .summary = "partners at doubling distances exchange halves, then send them where "    \
                        "they belong"
#define BY_DOUBLING                                                                                \
  BY_HALVES, .variant = DOUBLING, .name = "recursive-doubling", .mpich = "recursive_doubling",     \
             .summary = "partners at doubling distances exchange all but the sums of their own "   \
                        "groups"
#define BLOCKS                                                                                     \
  .collective = TN_REDUCE_SCATTER_BLOCK, .source = "Open MPI, coll_base_reduce_scatter_block.c"
#define SHARES .collective = TN_REDUCE_SCATTER, .source = "Open MPI, coll_base_reduce_scatter.c"

const struct tn_algorithm tn_reduce_scatter_block_doubling = { BY_DOUBLING, BLOCKS,
                                                               .ompi = "recursive_doubling",
                                                               .ompi_id = 2 };
const struct tn_algorithm tn_reduce_scatter_block_halving = { BY_HALVING, BLOCKS, .ompi_id = 3 };
const struct tn_algorithm tn_reduce_scatter_block_butterfly = { BY_BUTTERFLY, BLOCKS };

const struct tn_algorithm tn_reduce_scatter_halving = { BY_HALVING, SHARES, .ompi_id = 2 };
const struct tn_algorithm tn_reduce_scatter_butterfly = { BY_BUTTERFLY, SHARES };
const struct tn_algorithm tn_reduce_scatter_doubling = {
  BY_DOUBLING, .collective = TN_REDUCE_SCATTER,
  .source = "MPICH, reduce_scatter_intra_recursive_doubling.c"
};
