/* The broadcast of MPI libraries for long vectors: Open MPI's coll/base/coll_base_bcast.c.
 *
 * A binomial scatter of p pieces, in which a subtree without bytes gets no message, then a ring of
 * p - 1 steps. A vector of less than p bytes is sent by the linear algorithm. In textbooks, with
 * pieces of n/p bytes:
 *   T = (ceil(lg p) + p - 1)*alpha + 2*(p-1)/p*n*beta */
#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/kit/tree.h"
#include "p2p.h"
#include "scatter_pieces.h"

struct tn_blocks tn_pieces(const struct tn_call *call)
{
  const size_t p = (size_t)call->n_ranks;
  return (
      struct tn_blocks){ .buf = TN_RECV, .block = (call->block + p - 1) / p, .total = call->block };
}

/* Steps of the ring go to the rank that may have got its pieces from the same rank before. */
struct tn_p2p_use tn_pieces_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = (size_t)call->n_ranks };
}

/* No message when a subtree has no piece. */
void tn_scatter_pieces(struct tn_p2p *p, int v)
{
  const struct tn_call *call = p->r->call;
  const struct tn_blocks blocks = tn_pieces(call);
  struct tn_tree tree;
  tn_tree_knomial(&tree, call->n_ranks, v, 2);
  const struct tn_span own =
      tn_block_range(&blocks, call->rank, v, tn_subtree_size(call->n_ranks, v));
  if (v > 0 && own.len > 0) {
    struct tn_span theirs = own;
    theirs.rank = tn_absolute(call, tree.parent);
    tn_recv(p, own, theirs);
  }
  for (int i = 0; i < tree.n_children; i++) {
    const int child = tree.children[i];
    const struct tn_span part =
        tn_block_range(&blocks, call->rank, child, tn_subtree_size(call->n_ranks, child));
    if (part.len > 0)
      tn_send(p, tn_absolute(call, child), part);
  }
  tn_tree_finish(&tree);
}

static void scatter_ring_allgather(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n = call->n_ranks;
  const int v = tn_relative(call, call->rank);
  const int left = tn_wrap(call->rank - 1, n);
  const struct tn_blocks blocks = tn_pieces(call);
  struct tn_p2p p;
  if (call->block < (size_t)n) {
    tn_algorithm_run(&tn_bcast_linear, r);
    return;
  }
  tn_p2p_begin(&p, r, tn_blocking(tn_pieces_use(call)));
  tn_scatter_pieces(&p, v);
  for (int step = 0; step < n - 1; step++) {
    const int sent = tn_wrap(v - step, n);
    const int received = tn_wrap(v - step - 1, n);
    tn_sendrecv(&p, (call->rank + 1) % n, tn_block(&blocks, call->rank, sent),
                tn_block(&blocks, call->rank, received), tn_block(&blocks, left, received));
  }
  tn_p2p_end(&p);
}

struct tn_sizes tn_pieces_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, tn_pieces_use(call)) };
}

static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const double piece = (double)call->block / call->n_ranks;
  if (call->block < (size_t)call->n_ranks)
    return tn_form_messages_in_turn(call, s);
  tn_steps_double(s, TN_STEP_MESSAGE, call->n_ranks, piece);
  tn_steps_send(s, call->n_ranks - 1, piece);
  return true;
}

const struct tn_algorithm tn_bcast_scatter_ring_allgather = {
  .collective = TN_BCAST,
  .name = "scatter-ring-allgather",
  .summary = "binomial scatter of p pieces, then a ring",
  .source = "Open MPI, coll_base_bcast.c",
  .ompi = "scatter_allgather_ring",
  .ompi_id = 9,
  .mpich = "scatter_ring_allgather",
  TN_MESSAGES,
  .scratch = tn_pieces_scratch,
  .form = form,
  .run = scatter_ring_allgather,
};
