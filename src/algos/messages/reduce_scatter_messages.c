/* Reduce-scatters of MPI libraries by halves and groups: Open MPI's coll_base_reduce_scatter.c and
 * coll_base_reduce_scatter_block.c, MPICH's src/mpi/coll/reduce_scatter(_block). Every rank has a
 * vector of p shares, p the number of ranks, and gets the sum of share number rank. Empty parts are
 * not sent.
 *
 * All sum in a copy of the vector. With a number of ranks that is no power of two,
 * recursive-halving and butterfly fold them (kit/fold.h): the even rank of a pair sends its vector
 * to the odd one, who answers for both, and in the end gets its share.
 *
 * recursive-halving: partners at distances q/2, q/4, ..., 1 among the q that are left exchange
 *   halves of the range of shares that both have; each adds what it receives.
 *   T = lg p * alpha + (p-1)*n*(beta + gamma), p a power of two, n the bytes of a share
 * butterfly: distances 1, 2, 4, ... (Traff, An improved algorithm for (non-commutative)
 *   reduce-scatter, EuroPVM/MPI 2005). Number v is left with the shares of number v with its bits
 *   mirrored, and sends them there; with a power of two ranks the shares are laid in that order at
 *   first instead. What is summed in which of two buffers in the library, to keep the order of
 *   operands, is summed in one here.
 * recursive-doubling: distances 1, 2, 4, ...; each sends the sums of all shares but those of its
 *   own group of ranks, as up to two messages where the libraries send one of a derived data type.
 *   Ranks whose partner is beyond the last rank get what it would have sent from others of their
 *   group. */
#include "reduce_scatter.h"

#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/fold.h"
#include "algos/kit/reduction.h"
#include "p2p.h"

enum { HALVING, BUTTERFLY, DOUBLING };

/* A range of the vector's bytes. */
struct range {
  size_t from, to;
};

/* What a rank knows of its part. The sum of the whole vector is in TEMP at 0, what comes in at
 * `landing`. */
struct course {
  struct tn_p2p *p;
  struct tn_fold fold;
  size_t *start; /* [n_ranks + 1] of shares */
  size_t landing;
};

static struct tn_span sum_part(int rank, struct range part)
{
  return (struct tn_span){ rank, TN_TEMP, part.from, part.to - part.from };
}

static struct tn_span landing(const struct course *c, int rank, struct range part)
{
  return (struct tn_span){ rank, TN_TEMP, c->landing + part.from, part.to - part.from };
}

static struct range share(const struct course *c, int rank)
{
  return (struct range){ c->start[rank], c->start[rank + 1] };
}

static struct range whole(const struct course *c)
{
  return (struct range){ 0, c->landing };
}

/* The shares that numbers [from, to) answer for. */
static struct range numbers(const struct course *c, int from, int to)
{
  return (struct range){ c->start[tn_fold_first(&c->fold, from)],
                         c->start[tn_fold_first(&c->fold, to)] };
}

static struct tn_span result(const struct course *c)
{
  const int rank = c->p->r->call->rank;
  const struct range own = share(c, rank);
  return (struct tn_span){ rank, TN_RECV, 0, own.to - own.from };
}

static void add_landed(struct course *c, struct range part)
{
  const int rank = c->p->r->call->rank;
  if (part.to > part.from)
    tn_reduce(c->p->r, sum_part(rank, part), landing(c, rank, part));
}

/* Empty parts are not sent. */
static void exchange(struct course *c, int peer, struct range keep, struct range give)
{
  const int rank = c->p->r->call->rank;
  struct tn_request q[2];
  int n = 0;
  if (keep.to > keep.from)
    tn_irecv(c->p, &q[n++], landing(c, rank, keep), sum_part(peer, keep));
  if (give.to > give.from)
    tn_isend(c->p, &q[n++], peer, sum_part(rank, give));
  tn_request_wait_all(c->p, n, q);
  add_landed(c, keep);
}

static void send_part(struct course *c, int to, struct range part)
{
  if (part.to > part.from)
    tn_send(c->p, to, sum_part(c->p->r->call->rank, part));
}

static void receive_result(struct course *c, int from)
{
  const struct tn_span own = result(c);
  if (own.len > 0)
    tn_recv(c->p, own, sum_part(from, share(c, own.rank)));
}

static void keep_result(struct course *c, struct range from)
{
  const struct tn_span own = result(c);
  if (own.len > 0)
    tn_move(c->p->r, own, sum_part(own.rank, from));
}

/* The even rank of a pair leaves. */
static void fold(struct course *c)
{
  const int rank = c->p->r->call->rank, partner = tn_fold_partner(rank);
  if (!tn_fold_pairs(&c->fold, rank))
    return;
  if (rank % 2 == 0) {
    send_part(c, partner, whole(c));
  } else {
    tn_recv(c->p, landing(c, rank, whole(c)), sum_part(partner, whole(c)));
    add_landed(c, whole(c));
  }
}

static void collect_own(struct tn_strand *r)
{
  const struct tn_span own = tn_own_vector(r->call);
  tn_move(r, (struct tn_span){ own.rank, TN_TEMP, 0, own.len }, own);
}

/* Exchanges halves with partners at falling distances, or at rising ones. */
static void halve(struct course *c, int number, bool rises)
{
  int first = 0, distance = 1;
  for (int half = c->fold.n_new / 2; half > 0; half /= 2, distance *= 2) {
    const struct range low = numbers(c, first, first + half);
    const struct range high = numbers(c, first + half, first + 2 * half);
    const int bit = rises ? distance : half;
    const bool is_high = (number & bit) != 0;
    exchange(c, tn_fold_rank(&c->fold, number ^ bit), is_high ? high : low, is_high ? low : high);
    first += is_high ? half : 0;
  }
}

static void halving(struct course *c)
{
  const int rank = c->p->r->call->rank, number = tn_fold_number(&c->fold, rank);
  collect_own(c->p->r);
  fold(c);
  if (number < 0) {
    receive_result(c, tn_fold_partner(rank));
    return;
  }
  halve(c, number, false);
  keep_result(c, share(c, rank));
  if (tn_fold_pairs(&c->fold, rank))
    send_part(c, tn_fold_partner(rank), share(c, tn_fold_partner(rank)));
}

/* The lowest bits of a number below n, a power of two, in reverse. */
static int mirrored(int number, int n)
{
  int mirror = 0;
  for (int bit = 1; bit < n; bit *= 2)
    mirror = 2 * mirror + ((number & bit) != 0);
  return mirror;
}

/* Laid in mirrored order, which shares of one length allow, the sums end where they belong. */
static bool is_laid_out(const struct tn_call *call)
{
  return call->collective == TN_REDUCE_SCATTER_BLOCK && tn_is_power_of_two(call->n_ranks);
}

static void lay_out(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  for (int i = 0; i < call->n_ranks; i++) {
    struct tn_span from = tn_own_vector(call);
    from.off += c->start[i];
    from.len = call->block;
    tn_move(c->p->r, sum_part(call->rank, share(c, mirrored(i, call->n_ranks))), from);
  }
}

/* A rank sends the shares of its mirrored number where they belong. */
static void send_where_due(struct course *c, int number)
{
  const int mirror = mirrored(number, c->fold.n_new), rank = c->p->r->call->rank;
  const int peer = tn_fold_rank(&c->fold, mirror);
  struct tn_request q[2];
  int n = 0;
  if (tn_fold_pairs(&c->fold, peer))
    send_part(c, tn_fold_partner(peer), share(c, tn_fold_partner(peer)));
  if (mirror == number) {
    keep_result(c, share(c, rank));
    return;
  }
  const struct range theirs = share(c, peer), own = share(c, rank);
  if (own.to > own.from)
    tn_irecv(c->p, &q[n++], result(c), sum_part(peer, own));
  if (theirs.to > theirs.from)
    tn_isend(c->p, &q[n++], peer, sum_part(rank, theirs));
  tn_request_wait_all(c->p, n, q);
}

static void butterfly(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  const int number = tn_fold_number(&c->fold, call->rank), n_new = c->fold.n_new;
  if (is_laid_out(call))
    lay_out(c);
  else
    collect_own(c->p->r);
  fold(c);
  if (number < 0) {
    receive_result(c, tn_fold_rank(&c->fold, mirrored(call->rank / 2, n_new)));
    return;
  }
  halve(c, number, true);
  if (is_laid_out(call))
    keep_result(c, share(c, mirrored(number, n_new)));
  else
    send_where_due(c, number);
}

enum { N_PIECES = 2 };

/* All shares but those of the `size` ranks from `first` on. */
struct outside {
  struct range piece[N_PIECES];
};

static struct outside outside_of(const struct course *c, int first, int size)
{
  const int n = c->p->r->call->n_ranks, end = first + size < n ? first + size : n;
  return (
      struct outside){ { { 0, c->start[first < n ? first : n] }, { c->start[end], c->start[n] } } };
}

/* Sends the sums of `give` to a peer and receives `take` beside the own sums. */
static void swap_outsides(struct course *c, int peer, struct outside give, struct outside take)
{
  const int rank = c->p->r->call->rank;
  struct tn_request q[2 * N_PIECES];
  int n = 0;
  for (int i = 0; i < N_PIECES; i++)
    if (take.piece[i].to > take.piece[i].from)
      tn_irecv(c->p, &q[n++], landing(c, rank, take.piece[i]), sum_part(peer, take.piece[i]));
  for (int i = 0; i < N_PIECES; i++)
    if (give.piece[i].to > give.piece[i].from)
      tn_isend(c->p, &q[n++], peer, sum_part(rank, give.piece[i]));
  tn_request_wait_all(c->p, n, q);
}

/* Passes on, or gets, what has come from a group of which `n_there` ranks exist; true: got it. */
static bool share_received(struct course *c, int size, int n_there, struct outside what)
{
  const int rank = c->p->r->call->rank;
  bool has_come = false;
  for (int distance = size / 2; distance > 0; distance /= 2) {
    const int peer = rank ^ distance, first = rank - rank % (2 * distance);
    const bool has = rank < first + n_there, peer_has = peer < first + n_there;
    for (int i = 0; i < N_PIECES; i++) {
      const struct range part = what.piece[i];
      if (part.to == part.from)
        continue;
      if (peer > rank && has && !peer_has)
        tn_send(c->p, peer, landing(c, rank, part));
      else if (peer < rank && !has && peer_has)
        tn_recv(c->p, landing(c, rank, part), landing(c, peer, part));
    }
    has_come = has_come || (peer < rank && !has && peer_has);
  }
  return has_come;
}

static void doubling(struct course *c)
{
  const struct tn_call *call = c->p->r->call;
  const int rank = call->rank, n = call->n_ranks;
  collect_own(c->p->r);
  for (int size = 1; size < n; size *= 2) {
    const int peer = rank ^ size, own_first = rank - rank % size, first = peer - peer % size;
    const struct outside take = outside_of(c, first, size);
    bool has_come = peer < n;
    if (peer < n)
      swap_outsides(c, peer, outside_of(c, own_first, size), take);
    if (first + size > n)
      has_come = share_received(c, size, n - own_first - size, take) || has_come;
    for (int i = 0; i < N_PIECES && has_come; i++)
      add_landed(c, take.piece[i]);
  }
  keep_result(c, share(c, rank));
}

/* Exchanges of a pair, and messages from one to the other beside. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return tn_blocking((struct tn_p2p_use){ .largest = tn_vector_bytes(call), .messages = 2 });
}

static void reduce_scatter(struct tn_p2p *p)
{
  if (tn_reduce_scatter_trivially(p->r))
    return;
  struct course c = { .p = p,
                      .fold = tn_fold_of(p->r->call->n_ranks, 1),
                      .start = tn_share_starts(p->r->call),
                      .landing = tn_vector_bytes(p->r->call) };
  if (p->r->call->variant == HALVING)
    halving(&c);
  else if (p->r->call->variant == BUTTERFLY)
    butterfly(&c);
  else
    doubling(&c);
  free(c.start);
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

#define BY_HALVES TN_MESSAGES, .scratch = scratch, .use = use_of, .exchange = reduce_scatter
#define BY_HALVING                                                                                 \
  BY_HALVES, .variant = HALVING, .name = "recursive-halving", .ompi = "recursive_halving",         \
             .mpich = "recursive_halving", .form = halving_form,                                   \
             .summary = "partners over halving distances exchange halves of what both have left"
#define BY_BUTTERFLY                                                                               \
  BY_HALVES, .variant = BUTTERFLY, .name = "butterfly", .ompi = "butterfly",                       \
             .mpich = "noncommutative", .ompi_id = 4,                                              \
             .summary = "partners over doubling distances exchange halves, and send them where "   \
                        "they belong"
#define BY_DOUBLING                                                                                \
  BY_HALVES, .variant = DOUBLING, .name = "recursive-doubling", .mpich = "recursive_doubling",     \
             .summary = "partners over doubling distances exchange all but the sums of their own " \
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
