/* Scatter of MPI libraries: Open MPI's coll/base/coll_base_scatter.c.
 *
 * linear: the root sends block after block. linear-nb: it starts all sends, then waits for all.
 * binomial: a rank receives the blocks of its subtree and sends their parts to its children, the
 * smallest first (MPICH's serves the largest first); a root other than 0 first puts the blocks in
 * relative order.
 * scatterv is linear, without the empty blocks: Open MPI's coll_basic_scatterv.c sends in turn, MPICH's
 * scatterv_allcomm_linear.c starts all sends, as linear-nb.
 *   linear: T = (p-1)*(alpha + n*beta)      binomial: T = ceil(lg p)*alpha + (p-1)*n*beta */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/tree.h"
#include "rooted_messages.h"

#include <stdlib.h>

static const struct tn_rooted bufs = { .all = TN_SEND, .one = TN_RECV };

static void receive_own(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span own = tn_block_at_rank(&bufs, call, call->rank);
  if (!tn_leaves_out(call, own.len))
    tn_recv(p, own, tn_block_at_root(&bufs, call, call->rank));
}

static void keep_own(struct tn_strand *r, struct tn_span from)
{
  if (r->call->rank != r->call->root || !r->call->in_place)
    tn_move(r, tn_block_at_rank(&bufs, r->call, r->call->rank), from);
}

static void linear(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_linear_use(call)));
  if (call->rank != call->root)
    receive_own(&p);
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i == call->root)
      keep_own(r, tn_block_at_root(&bufs, call, i));
    else if (!tn_leaves_out(call, tn_count(call, i)))
      tn_send(&p, i, tn_block_at_root(&bufs, call, i));
  tn_p2p_end(&p);
}

static void root_starts_all(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_request *sends = calloc((size_t)call->n_ranks, sizeof *sends);
  if (!sends)
    abort();
  int n = 0;
  for (int i = 0; i < call->n_ranks; i++)
    if (i == call->root)
      keep_own(p->r, tn_block_at_root(&bufs, call, i));
    else if (!tn_leaves_out(call, tn_count(call, i)))
      tn_isend(p, &sends[n++], i, tn_block_at_root(&bufs, call, i));
  tn_request_wait_all(p, n, sends);
  free(sends);
}

static void linear_nb(struct tn_strand *r)
{
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_linear_use(r->call));
  if (r->call->rank == r->call->root)
    root_starts_all(&p);
  else
    receive_own(&p);
  tn_p2p_end(&p);
}

static void binomial(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  const int size = tn_subtree_size(call->n_ranks, v);
  struct tn_tree tree;
  struct tn_p2p p;
  tn_tree_in_order(&tree, call->n_ranks, v);
  tn_p2p_begin(&p, r, tn_blocking(tn_subtree_use(call)));
  if (v > 0)
    tn_recv(&p, tn_subtree_blocks(&bufs, call, v, v, size),
            tn_subtree_blocks(&bufs, call, tree.parent, v, size));
  else if (call->root != 0)
    tn_root_rotates(r, &bufs, true);
  if (v == 0 || tn_subtree_in_temp(call, v))
    keep_own(r, tn_subtree_blocks(&bufs, call, v, v, 1));
  for (int i = 0; i < tree.n_children; i++) {
    const int child = tree.children[i];
    tn_send(&p, tn_absolute(call, child),
            tn_subtree_blocks(&bufs, call, v, child, tn_subtree_size(call->n_ranks, child)));
  }
  tn_p2p_end(&p);
  tn_tree_finish(&tree);
}

static struct tn_sizes binomial_scratch(const struct tn_call *call)
{
  return tn_subtree_scratch(&bufs, call);
}

#define MESSAGES_SCATTER                                                                           \
  .collective = TN_SCATTER, .source = "Open MPI, coll_base_scatter.c", TN_MESSAGES

const struct tn_algorithm tn_scatter_linear = {
  MESSAGES_SCATTER,
  .name = "linear",
  .summary = "the root sends block after block",
  .ompi = "basic_linear",
  .ompi_id = 1,
  .scratch = tn_linear_scratch,
  .form = tn_form_messages_in_turn,
  .run = linear,
};

const struct tn_algorithm tn_scatter_linear_nb = {
  MESSAGES_SCATTER,
  .name = "linear-nb",
  .summary = "the root starts all sends, then waits for all",
  .ompi = "linear_nb",
  .ompi_id = 3,
  .scratch = tn_linear_scratch,
  .form = tn_form_messages_in_turn,
  .run = linear_nb,
};

const struct tn_algorithm tn_scatter_binomial = {
  MESSAGES_SCATTER,
  .name = "binomial",
  .summary = "each rank passes on the blocks of its subtrees",
  .ompi = "binomial",
  .ompi_id = 2,
  .mpich = "binomial",
  .scratch = binomial_scratch,
  .form = tn_form_messages_double,
  .run = binomial,
};

#define MESSAGES_SCATTERV                                                                          \
  .collective = TN_SCATTERV, TN_MESSAGES, .scratch = tn_linear_scratch,                            \
  .form = tn_form_messages_in_turn

const struct tn_algorithm tn_scatterv_linear = {
  MESSAGES_SCATTERV,
  .name = "linear",
  .summary = "the root sends block after block",
  .source = "Open MPI, coll_basic_scatterv.c",
  .run = linear,
};

const struct tn_algorithm tn_scatterv_linear_nb = {
  MESSAGES_SCATTERV,
  .name = "linear-nb",
  .summary = "the root starts all sends, then waits for all",
  .ucc = "linear",
  .source = "MPICH, scatterv_allcomm_linear.c",
  .mpich = "linear",
  .run = linear_nb,
};
