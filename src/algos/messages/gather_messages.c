/* Gather of MPI libraries: Open MPI's coll/base/coll_base_gather.c.
 *
 * linear: the root receives block after block. linear-sync: it asks each rank for its block, and
 * receives an empty message after it: all of the block is in the first of the two segments that the
 * library has. binomial: a rank collects the blocks of its subtree,
 * the smallest child's first, and sends them to its parent; a root other than 0 puts them into
 * the order of ranks at the end. gatherv is linear, without the empty blocks: in Open MPI's
 * coll_basic_gatherv.c the root receives in turn, in MPICH's gatherv_allcomm_linear.c (linear-nb) it
 * starts all receives, then waits for all. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/tree.h"
#include "rooted_messages.h"

#include <stdlib.h>

enum { SSEND };

static const struct tn_rooted bufs = { .all = TN_RECV, .one = TN_SEND };

/* Where the rank's own block is at the start. */
static struct tn_span own_block(const struct tn_call *call)
{
  return call->in_place && call->rank == call->root ? tn_block_at_root(&bufs, call, call->rank)
                                                    : tn_block_at_rank(&bufs, call, call->rank);
}

static void send_own(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span own = own_block(call);
  if (!tn_leaves_out(call, own.len))
    tn_send(p, call->root, own);
}

static void linear(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_linear_use(call)));
  if (call->rank != call->root)
    send_own(&p);
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i != call->root && tn_leaves_out(call, tn_count(call, i)))
      continue;
    else if (i != call->root)
      tn_recv(&p, tn_block_at_root(&bufs, call, i), tn_block_at_rank(&bufs, call, i));
    else if (!call->in_place)
      tn_move(r, tn_block_at_root(&bufs, call, i), own_block(call));
  tn_p2p_end(&p);
}

static void root_starts_all(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_request *receives = calloc((size_t)call->n_ranks, sizeof *receives);
  if (!receives)
    abort();
  int n = 0;
  for (int i = 0; i < call->n_ranks; i++)
    if (i == call->root && !call->in_place)
      tn_move(p->r, tn_block_at_root(&bufs, call, i), own_block(call));
    else if (i != call->root && !tn_leaves_out(call, tn_count(call, i)))
      tn_irecv(p, &receives[n++], tn_block_at_root(&bufs, call, i),
               tn_block_at_rank(&bufs, call, i));
  tn_request_wait_all(p, n, receives);
  free(receives);
}

/* MPICH's ranks do not send to a root of many before that receives. */
static bool is_synchronous(const struct tn_call *call)
{
  return call->params[SSEND] > 0 && call->n_ranks >= call->params[SSEND];
}

static struct tn_p2p_use nb_use(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_blocking(tn_linear_use(call));
  use.is_synchronous = is_synchronous(call);
  return use;
}

static void linear_nb(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, nb_use(call));
  if (call->rank == call->root)
    root_starts_all(&p);
  else if (!is_synchronous(call))
    send_own(&p);
  else if (!tn_leaves_out(call, tn_count(call, call->rank)))
    tn_ssend(&p, call->root, own_block(call));
  tn_p2p_end(&p);
}

static struct tn_sizes nb_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, nb_use(call)) };
}

static struct tn_p2p_use sync_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 2 };
}

static struct tn_span nothing(int rank)
{
  return (struct tn_span){ .rank = rank, .buf = TN_SEND };
}

static void ask_in_turn(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int root = call->root;
  struct tn_request first, *rest = calloc((size_t)call->n_ranks, sizeof *rest);
  int n = 0;
  if (!rest)
    abort();
  for (int i = 0; i < call->n_ranks; i++) {
    if (i == root)
      continue;
    tn_irecv(p, &first, tn_block_at_root(&bufs, call, i), tn_block_at_rank(&bufs, call, i));
    tn_send(p, i, nothing(root));
    tn_irecv(p, &rest[n++], nothing(root), nothing(i));
    tn_request_wait(p, &first);
  }
  if (!call->in_place)
    tn_move(p->r, tn_block_at_root(&bufs, call, root), own_block(call));
  tn_request_wait_all(p, n, rest);
  free(rest);
}

static void linear_sync(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(sync_use(call)));
  if (call->rank == call->root) {
    ask_in_turn(&p);
  } else {
    tn_recv(&p, nothing(call->rank), nothing(call->root));
    tn_send(&p, call->root, own_block(call));
    tn_send(&p, call->root, nothing(call->rank));
  }
  tn_p2p_end(&p);
}

static struct tn_sizes sync_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, sync_use(call)) };
}

/* Not of a leaf, nor where the block is in its place. */
static void collect_own(struct tn_strand *r, int v)
{
  const struct tn_call *call = r->call;
  if (tn_subtree_in_temp(call, v) || (v == 0 && !call->in_place))
    tn_move(r, tn_subtree_blocks(&bufs, call, v, v, 1), own_block(call));
}

static void binomial(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_tree tree;
  struct tn_p2p p;
  tn_tree_in_order(&tree, call->n_ranks, v);
  tn_p2p_begin(&p, r, tn_blocking(tn_subtree_use(call)));
  collect_own(r, v);
  for (int i = 0; i < tree.n_children; i++) {
    const int child = tree.children[i];
    const int n = tn_subtree_size(call->n_ranks, child);
    tn_recv(&p, tn_subtree_blocks(&bufs, call, v, child, n),
            tn_subtree_blocks(&bufs, call, child, child, n));
  }
  if (v > 0)
    tn_send(&p, tn_absolute(call, tree.parent),
            tn_subtree_blocks(&bufs, call, v, v, tn_subtree_size(call->n_ranks, v)));
  else if (call->root != 0)
    tn_root_rotates(r, &bufs, false);
  tn_p2p_end(&p);
  tn_tree_finish(&tree);
}

static struct tn_sizes binomial_scratch(const struct tn_call *call)
{
  return tn_subtree_scratch(&bufs, call);
}

#define MESSAGES_GATHER                                                                            \
  .collective = TN_GATHER, .source = "Open MPI, coll_base_gather.c", TN_MESSAGES

const struct tn_algorithm tn_gather_linear = {
  MESSAGES_GATHER,
  .name = "linear",
  .summary = "the root receives block after block",
  .ompi = "basic_linear",
  .ompi_id = 1,
  .scratch = tn_linear_scratch,
  .form = tn_form_messages_in_turn,
  .run = linear,
};

const struct tn_algorithm tn_gather_linear_sync = {
  MESSAGES_GATHER,
  .name = "linear-sync",
  .summary = "the root asks for one block after another",
  .ompi = "linear_sync",
  .ompi_id = 3,
  .scratch = sync_scratch,
  .run = linear_sync,
};

const struct tn_algorithm tn_gather_binomial = {
  MESSAGES_GATHER,
  .name = "binomial",
  .summary = "each rank collects the blocks of its subtrees",
  .ompi = "binomial",
  .ompi_id = 2,
  .mpich = "binomial",
  .scratch = binomial_scratch,
  .form = tn_form_messages_double,
  .run = binomial,
};

#define MESSAGES_GATHERV .collective = TN_GATHERV, TN_MESSAGES, .form = tn_form_messages_in_turn

const struct tn_algorithm tn_gatherv_linear = {
  MESSAGES_GATHERV,
  .name = "linear",
  .summary = "the root receives block after block",
  .source = "Open MPI, coll_basic_gatherv.c",
  .scratch = tn_linear_scratch,
  .run = linear,
};

const struct tn_algorithm tn_gatherv_linear_nb = {
  MESSAGES_GATHERV,
  .name = "linear-nb",
  .summary = "the root starts all receives, then waits for all",
  .ucc = "linear",
  .source = "MPICH, gatherv_allcomm_linear.c",
  .mpich = "linear",
  .params = { [SSEND] = { .name = "ssend",
                          .kind = TN_PARAM_INT,
                          .min = 1,
                          .preset = 32,
                          .at_zero = "never",
                          .summary = "number of ranks from which on they send synchronously" } },
  .scratch = nb_scratch,
  .run = linear_nb,
};
