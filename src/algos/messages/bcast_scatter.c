/* Broadcasts of MPI libraries as a scatter followed by an allgather: Open MPI's
 * coll/base/coll_base_bcast.c.
 *
 * The scatter sends p pieces down a binomial tree; a subtree without bytes gets no message. There
 * are two algorithms for the allgather:
 * scatter-ring-allgather, for long vectors: a ring of p - 1 steps. Textbook form with pieces of n/p
 *   bytes: T = (ceil(lg p) + p - 1)*alpha + 2*(p-1)/p*n*beta
 * scatter-doubling-allgather, for medium vectors (MPICH's scatter_recursive_doubling_allgather): at
 * distances 1, 2, 4, ... a rank and its partner, rank xor distance, exchange all pieces that their
 * groups have. If p is not a power of two, ranks without a partner receive the pieces from their
 * group down a binomial tree. The root sends a vector of less than p bytes to all ranks. Ranks
 * count from the root. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/forms.h"
#include "round_messages.h"
#include "segments.h"

enum { RING, DOUBLING };

static const struct tn_shape linear = { .kind = TN_LINEAR };

static bool is_too_short(const struct tn_call *call)
{
  return call->block < (size_t)call->n_ranks;
}

/* Returns the division of the vector into p pieces; the last ones may be shorter or empty. */
static struct tn_blocks pieces(const struct tn_call *call)
{
  const size_t p = (size_t)call->n_ranks;
  return (
      struct tn_blocks){ .buf = TN_RECV, .block = (call->block + p - 1) / p, .total = call->block };
}

/* Returns the pieces of relative ranks first .. first + count - 1 (at most up to the last rank) as
 * a span in the memory of relative rank v. */
static struct tn_span pieces_of(const struct tn_call *call, int v, int first, int count)
{
  const struct tn_blocks blocks = pieces(call);
  const int left = call->n_ranks - first;
  return tn_block_range(&blocks, tn_absolute(call, v), first, count < left ? count : left);
}

static struct tn_span subtree(const struct tn_call *call, int v, int child)
{
  return pieces_of(call, v, child, tn_subtree_size(call->n_ranks, child));
}

static void scatter(struct tn_p2p *p, int v)
{
  const struct tn_call *call = p->r->call;
  struct tn_tree tree;
  tn_tree_knomial(&tree, call->n_ranks, v, 2);
  if (v > 0 && subtree(call, v, v).len > 0)
    tn_recv(p, subtree(call, v, v), subtree(call, tree.parent, v));
  for (int i = 0; i < tree.n_children; i++) {
    const struct tn_span part = subtree(call, v, tree.children[i]);
    if (part.len > 0)
      tn_send(p, tn_absolute(call, tree.children[i]), part);
  }
  tn_tree_finish(&tree);
}

static int half_of(int v, int distance)
{
  return v / distance * distance;
}

/* Forwards pieces within a group whose partner group is incomplete. The first `n_with` ranks of the
 * group have a partner; the other ranks receive the pieces of the partner group from them. */
static void pass_on(struct tn_p2p *p, int v, int distance)
{
  const struct tn_call *call = p->r->call;
  const int half = half_of(v, distance), upper = half + distance;
  const int n_with = call->n_ranks - upper;
  for (int step = distance / 2; step > 0; step /= 2) {
    const int partner = v ^ step, group = half_of(v, 2 * step);
    if (partner > v && v < group + n_with && partner >= group + n_with)
      tn_send(p, tn_absolute(call, partner), pieces_of(call, v, upper, distance));
    else if (partner < v && partner < group + n_with && v >= group + n_with)
      tn_recv(p, pieces_of(call, v, upper, distance), pieces_of(call, partner, upper, distance));
  }
}

static void doubling(struct tn_p2p *p, int v)
{
  const struct tn_call *call = p->r->call;
  for (int distance = 1; distance < call->n_ranks; distance *= 2) {
    const int partner = v ^ distance;
    const int own = half_of(v, distance), other = half_of(partner, distance);
    if (partner < call->n_ranks)
      tn_sendrecv(p, tn_absolute(call, partner), pieces_of(call, v, own, distance),
                  pieces_of(call, v, other, distance), pieces_of(call, partner, other, distance));
    if (other + distance > call->n_ranks)
      pass_on(p, v, distance);
  }
}

/* Returns the upper limits of the messages. In the ring a rank sends to its right neighbour, to
 * which it may already have sent pieces in the scatter. */
static struct tn_p2p_use use(const struct tn_call *call)
{
  const struct tn_cut whole = tn_cut_whole(call, 0);
  if (is_too_short(call))
    return tn_cut_use(&whole);
  return tn_blocking(
      (struct tn_p2p_use){ .largest = call->block, .messages = (size_t)call->n_ranks });
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_cut whole = tn_cut_whole(call, 0);
  const struct tn_blocks blocks = pieces(call);
  const int v = tn_relative(call, call->rank);
  if (is_too_short(call)) {
    tn_tree_down(p, &linear, &whole, TN_TOGETHER);
    return;
  }
  scatter(p, v);
  if (call->variant == RING)
    tn_round_exchange_run(&(struct tn_round_exchange){ p, tn_rounds_ring, .n = call->n_ranks,
                                                       .own = v, .stride = 1, .blocks = &blocks });
  else
    doubling(p, v);
}

static bool ring_form(const struct tn_call *call, struct tn_steps *s)
{
  const double piece = (double)call->block / call->n_ranks;
  if (is_too_short(call))
    return tn_form_messages_in_turn(call, s);
  tn_steps_double(s, TN_STEP_MESSAGE, call->n_ranks, piece);
  tn_steps_send(s, call->n_ranks - 1, piece);
  return true;
}

#define SCATTER_ALLGATHER                                                                          \
  TN_MESSAGES, .collective = TN_BCAST, .source = "Open MPI, coll_base_bcast.c", .use = use,        \
               .exchange = exchange

const struct tn_algorithm tn_bcast_scatter_ring_allgather = {
  SCATTER_ALLGATHER,
  .variant = RING,
  .name = "scatter-ring-allgather",
  .summary = "binomial scatter of p pieces, then a ring allgather",
  .ompi = "scatter_allgather_ring",
  .ompi_id = 9,
  .mpich = "scatter_ring_allgather",
  .form = ring_form,
};

const struct tn_algorithm tn_bcast_scatter_doubling_allgather = {
  SCATTER_ALLGATHER,
  .variant = DOUBLING,
  .name = "scatter-doubling-allgather",
  .summary = "binomial scatter of p pieces, then an allgather by recursive doubling",
  .ompi = "scatter_allgather",
  .ompi_id = 8,
  .mpich = "scatter_recursive_doubling_allgather",
};
