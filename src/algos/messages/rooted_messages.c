/* Scatter and gather of MPI libraries: Open MPI's coll/base/coll_base_scatter.c and
 * coll_base_gather.c. A gather mirrors a scatter.
 *
 * linear: the root sends, or receives, one block after another. linear-nb: the root starts all
 *   messages, then waits for all. linear-sync, gather only: the root asks each rank for its block,
 *   and receives an empty message after the block. In the library a block has two segments; here
 *   the first segment has the whole block.
 * binomial: in a scatter a rank receives the blocks of its subtree and sends each child the blocks
 *   of the child's subtree, the smallest subtree first (in MPICH the largest first). A root other
 *   than 0 first permutes the blocks to relative order. In a gather it receives from its children,
 *   the smallest subtree first, and sends all blocks to its parent; a root other than 0 permutes
 *   them at the end.
 * scatterv and gatherv are linear and skip empty blocks. Open MPI's coll_basic_scatterv.c and
 *   coll_basic_gatherv.c handle one block after another; MPICH's scatterv_allcomm_linear.c and
 *   gatherv_allcomm_linear.c handle all blocks at once, as linear-nb.
 * linear: T = (p-1)*(alpha + n*beta); binomial: T = ceil(lg p)*alpha + (p-1)*n*beta */
#include "rooted_messages.h"

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/tree.h"
#include "base/grown.h"

enum { SSEND };

struct block_move {
  struct tn_span dst, src;
};

/* Returns a move between two spans, towards the root in a gather, otherwise away from it;
 * `near_root` is the span nearer to the root. */
static struct block_move block_move_between(const struct tn_call *call, struct tn_span near_root,
                                            struct tn_span beyond)
{
  return tn_gathers(call) ? (struct block_move){ near_root, beyond }
                          : (struct block_move){ beyond, near_root };
}

static struct block_move block_move_of(const struct tn_call *call, int rank)
{
  return block_move_between(call, tn_block_at_root(call, rank), tn_block_at_rank(call, rank));
}

/* Receives the block if its destination is the caller; otherwise sends it. */
static void carry(struct tn_p2p *p, struct block_move block_move)
{
  if (block_move.dst.rank == p->r->call->rank)
    tn_recv(p, block_move.dst, block_move.src);
  else
    tn_send(p, block_move.dst.rank, block_move.src);
}

static void start(struct tn_p2p *p, struct block_move block_move, struct tn_request *q)
{
  if (block_move.dst.rank == p->r->call->rank)
    tn_irecv(p, q, block_move.dst, block_move.src);
  else
    tn_isend(p, q, block_move.dst.rank, block_move.src);
}

static void place_own_block(struct tn_strand *r)
{
  const struct block_move own = block_move_of(r->call, r->call->rank);
  if (!r->call->in_place)
    tn_move(r, own.dst, own.src);
}

static bool is_omitted(const struct tn_call *call, int rank)
{
  return tn_omits_message(call, tn_count(call, rank));
}

static void linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  if (call->rank != call->root && !is_omitted(call, call->rank))
    carry(p, block_move_of(call, call->rank));
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i == call->root)
      place_own_block(p->r);
    else if (!is_omitted(call, i))
      carry(p, block_move_of(call, i));
}

static void root_starts_all(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_request *requests = tn_zeros((size_t)call->n_ranks, sizeof *requests);
  int n = 0;
  for (int i = 0; i < call->n_ranks; i++)
    if (i == call->root)
      place_own_block(p->r);
    else if (!is_omitted(call, i))
      start(p, block_move_of(call, i), &requests[n++]);
  tn_request_wait_all(p, n, requests);
  free(requests);
}

/* Returns true if the call is a gather with synchronous sends: MPICH's from `ssend` ranks on. */
static bool is_synchronous(const struct tn_call *call)
{
  return tn_gathers(call) && call->params[SSEND] > 0 && call->n_ranks >= call->params[SSEND];
}

static struct tn_p2p_use nb_use(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_use_block_blocking(call);
  use.is_blocking = tn_gathers(call);
  use.is_synchronous = is_synchronous(call);
  return use;
}

static void linear_nb(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  if (call->rank == call->root)
    root_starts_all(p);
  else if (is_omitted(call, call->rank))
    return;
  else if (is_synchronous(call))
    tn_ssend(p, call->root, tn_block_at_rank(call, call->rank));
  else
    carry(p, block_move_of(call, call->rank));
}

static struct tn_span nothing(int rank)
{
  return (struct tn_span){ .rank = rank, .buf = TN_SEND };
}

static void ask_in_turn(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int root = call->root;
  struct tn_request first, *rest = tn_zeros((size_t)call->n_ranks, sizeof *rest);
  int n = 0;
  for (int i = 0; i < call->n_ranks; i++) {
    if (i == root)
      continue;
    tn_irecv(p, &first, tn_block_at_root(call, i), tn_block_at_rank(call, i));
    tn_send(p, i, nothing(root));
    tn_irecv(p, &rest[n++], nothing(root), nothing(i));
    tn_request_wait(p, &first);
  }
  place_own_block(p->r);
  tn_request_wait_all(p, n, rest);
  free(rest);
}

static void linear_sync(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  if (call->rank == call->root) {
    ask_in_turn(p);
    return;
  }
  tn_recv(p, nothing(call->rank), nothing(call->root));
  tn_send(p, call->root, tn_block_at_rank(call, call->rank));
  tn_send(p, call->root, nothing(call->rank));
}

struct tn_p2p_use tn_subtree_use(const struct tn_call *call)
{
  return tn_blocking(
      (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 1 });
}

/* Returns true if a rank stores its subtree's blocks in scratch memory. */
static bool is_in_temp(const struct tn_call *call, int relative)
{
  return relative == 0 ? call->root != 0 : relative % 2 == 0;
}

struct tn_span tn_subtree_blocks(const struct tn_call *call, int relative, int first, int count)
{
  const int rank = tn_absolute(call, relative);
  const struct tn_span users =
      relative == 0 ? tn_block_at_root(call, rank) : tn_block_at_rank(call, rank);
  return (struct tn_span){ rank, is_in_temp(call, relative) ? TN_TEMP : users.buf,
                           (size_t)(first - relative) * call->block, (size_t)count * call->block };
}

static struct tn_span subtree(const struct tn_call *call, int holder, int child)
{
  return tn_subtree_blocks(call, holder, child, tn_subtree_size(call->n_ranks, child));
}

size_t tn_subtree_temp(const struct tn_call *call)
{
  const int v = tn_relative(call, call->rank);
  const struct tn_span kept = subtree(call, v, v);
  return kept.buf == TN_TEMP ? kept.len : 0;
}

void tn_subtree_move_own(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  const bool is_there = v == 0 && call->in_place;
  const struct tn_span own = tn_gathers(call) && is_there ? tn_block_at_root(call, call->rank)
                                                          : tn_block_at_rank(call, call->rank);
  const struct block_move block_move =
      block_move_between(call, tn_subtree_blocks(call, v, v, 1), own);
  /* A root that gathers in scratch memory needs its own block there, even in place. */
  if (is_there ? tn_gathers(call) && is_in_temp(call, v) : v == 0 || is_in_temp(call, v))
    tn_move(r, block_move.dst, block_move.src);
}

void tn_root_rotates(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int root = call->root, n_first = call->n_ranks - root;
  const struct tn_blocks users = tn_blocks_of(call, tn_block_at_root(call, root).buf);
  const struct tn_blocks temp = tn_blocks_of(call, TN_TEMP);
  const struct block_move block_moves[2] = {
    block_move_between(call, tn_block_range(&users, root, root, n_first),
                       tn_block_range(&temp, root, 0, n_first)),
    block_move_between(call, tn_block_range(&users, root, 0, root),
                       tn_block_range(&temp, root, n_first, root))
  };
  for (int i = 0; i < 2; i++)
    tn_move(r, block_moves[i].dst, block_moves[i].src);
}

/* Moves the subtree's blocks from or to the parent; at the root, all blocks from or to the user's
 * buffer. */
static void meet_parent(struct tn_p2p *p, const struct tn_tree *tree, int v)
{
  const struct tn_call *call = p->r->call;
  if (v > 0)
    carry(p, block_move_between(call, subtree(call, tree->parent, v), subtree(call, v, v)));
  else if (call->root != 0)
    tn_root_rotates(p->r);
}

static void binomial(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_tree tree;
  tn_tree_in_order(&tree, call->n_ranks, v);
  if (!tn_gathers(call))
    meet_parent(p, &tree, v);
  tn_subtree_move_own(p->r);
  for (int i = 0; i < tree.n_children; i++)
    carry(p, block_move_between(call, subtree(call, v, tree.children[i]),
                                subtree(call, tree.children[i], tree.children[i])));
  if (tn_gathers(call))
    meet_parent(p, &tree, v);
  tn_tree_finish(&tree);
}

static struct tn_sizes binomial_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = tn_subtree_temp(call) };
}

#define LINEAR(c)                                                                                  \
  .collective = c, TN_MESSAGES, .name = "linear", .form = tn_form_messages_in_turn,                \
  .use = tn_use_block_blocking, .exchange = linear
#define LINEAR_NB(c)                                                                               \
  .collective = c, TN_MESSAGES, .name = "linear-nb", .form = tn_form_messages_in_turn,             \
  .use = nb_use, .exchange = linear_nb
#define BINOMIAL(c)                                                                                \
  .collective = c, TN_MESSAGES, .name = "binomial", .ompi = "binomial", .ompi_id = 2,              \
  .mpich = "binomial", .scratch = binomial_scratch, .form = tn_form_messages_double,               \
  .use = tn_subtree_use, .exchange = binomial
#define STARTS_SENDS .summary = "the root starts all sends, then waits for all"
#define SENDS .summary = "the root sends block after block"
#define RECEIVES .summary = "the root receives block after block"
#define OF_SCATTER .source = "Open MPI, coll_base_scatter.c"
#define OF_GATHER .source = "Open MPI, coll_base_gather.c"

const struct tn_algorithm tn_scatter_linear = { LINEAR(TN_SCATTER), OF_SCATTER, SENDS,
                                                .ompi = "basic_linear", .ompi_id = 1 };
const struct tn_algorithm tn_scatter_linear_nb = { LINEAR_NB(TN_SCATTER), OF_SCATTER, STARTS_SENDS,
                                                   .ompi = "linear_nb", .ompi_id = 3 };
const struct tn_algorithm tn_scatter_binomial = {
  BINOMIAL(TN_SCATTER), OF_SCATTER, .summary = "each rank forwards the blocks of its subtrees"
};

const struct tn_algorithm tn_gather_linear = { LINEAR(TN_GATHER), OF_GATHER, RECEIVES,
                                               .ompi = "basic_linear", .ompi_id = 1 };
const struct tn_algorithm tn_gather_linear_sync = {
  .collective = TN_GATHER,
  OF_GATHER,
  TN_MESSAGES,
  .name = "linear-sync",
  .summary = "the root requests one block after another",
  .ompi = "linear_sync",
  .ompi_id = 3,
  .sends = { TN_ONE_BLOCK, 2, true },
  .exchange = linear_sync,
};
const struct tn_algorithm tn_gather_binomial = {
  BINOMIAL(TN_GATHER), OF_GATHER, .summary = "each rank collects the blocks of its subtrees"
};

const struct tn_algorithm tn_scatterv_linear = { LINEAR(TN_SCATTERV), SENDS,
                                                 .source = "Open MPI, coll_basic_scatterv.c" };
const struct tn_algorithm tn_scatterv_linear_nb = { LINEAR_NB(TN_SCATTERV), STARTS_SENDS,
                                                    .ucc = "linear", .mpich = "linear",
                                                    .source = "MPICH, scatterv_allcomm_linear.c" };

const struct tn_algorithm tn_gatherv_linear = { LINEAR(TN_GATHERV), RECEIVES,
                                                .source = "Open MPI, coll_basic_gatherv.c" };
const struct tn_algorithm tn_gatherv_linear_nb = {
  LINEAR_NB(TN_GATHERV),
  .summary = "the root starts all receives, then waits for all",
  .ucc = "linear",
  .source = "MPICH, gatherv_allcomm_linear.c",
  .mpich = "linear",
  .params = { [SSEND] =
                  TN_COUNT_PARAM("ssend", 1, 0, 32, "number of ranks from which MPI_Ssend is used",
                                 .at_zero = "never") },
};
