/* Allgather of AMD's coll/acoll (Open MPI 6.0 and main of 2025, coll_acoll_allgather.c) over groups
 * of consecutive ranks. The group size is a power of two.
 *
 * 1. Each full group gathers its blocks by recursive doubling. A smaller last group uses a ring.
 * 2. The first ranks of the groups exchange the groups' blocks: by recursive doubling if the number
 *   of groups is a power of two and all are full, otherwise by a ring.
 * 3. The first rank of a group sends the members the missing blocks in up to two pieces: of lower
 *   and of higher ranks. A piece of up to `tree` bytes is sent down a binomial tree in the group, a
 *   longer piece directly to all members. A rank waits for its sends at the end.
 * T = (lg g + lg p/g + 2 lg g) alpha' + ((p-1) + (p-g)) n beta, g = group */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/tree.h"
#include "base/grown.h"
#include "round_messages.h"

enum { GROUP, TREE };

static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return tn_blocking((struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks,
                                          .messages = (size_t)call->n_ranks + 2 });
}

static int group_size(const struct tn_call *call)
{
  const int64_t size = call->params[GROUP];
  return size < call->n_ranks ? (int)size : call->n_ranks;
}

/* Returns blocks `from` .. `to` - 1, up to the last rank's, in the RECV buffer of `rank`. */
static struct tn_span blocks(const struct tn_call *call, int rank, int from, int to)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  const int end = to < call->n_ranks ? to : call->n_ranks;
  return tn_block_range(&recv, rank, from, end - from);
}

/* Sends the piece with blocks `from` .. `to` - 1 from the first rank of the group to all members.
 * Returns the number of sends that the caller has started. */
static int pass_on(struct tn_p2p *p, const struct tn_round_exchange *group, int from, int to,
                   struct tn_request *sends)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span own = blocks(call, call->rank, from, to);
  struct tn_tree tree;
  if (own.len <= (size_t)call->params[TREE])
    tn_tree_binomial(&tree, group->n, group->own);
  else
    tn_tree_linear(&tree, group->n, group->own, 0);
  const int n_children = tree.n_children;
  if (tree.parent >= 0)
    tn_recv(p, own, blocks(call, group->first + tree.parent, from, to));
  for (int c = 0; c < n_children; c++)
    tn_isend(p, &sends[c], group->first + tree.children[c], own);
  tn_tree_finish(&tree);
  return n_children;
}

/* Brings the blocks of the ranks below and above the group from its first rank to all members. */
static void spread(struct tn_p2p *p, const struct tn_round_exchange *group, int size)
{
  const int n_ranks = p->r->call->n_ranks;
  struct tn_request *sends = tn_zeros(2 * (size_t)group->n, sizeof *sends);
  int n_sends = 0;
  if (group->first > 0)
    n_sends += pass_on(p, group, 0, group->first, sends);
  if (group->first + size < n_ranks)
    n_sends += pass_on(p, group, group->first + size, n_ranks, &sends[n_sends]);
  tn_request_wait_all(p, n_sends, sends);
  free(sends);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank, size = group_size(call);
  const int first = rank / size * size, members = size < n - first ? size : n - first;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  const struct tn_round_exchange group = { p,
                                           members == call->params[GROUP] ? tn_rounds_doubling
                                                                          : tn_rounds_ring,
                                           .n = members,
                                           .own = rank - first,
                                           .first = first,
                                           .stride = 1,
                                           .blocks = &recv };
  const int n_heads = (n + size - 1) / size;
  const bool doubles = n % size == 0 && tn_is_power_of_two(n_heads);
  tn_gathered_move_own(p->r);
  tn_round_exchange_run(&group);
  if (rank == first)
    tn_round_exchange_run(
        &(struct tn_round_exchange){ p, doubles ? tn_rounds_doubling : tn_rounds_ring, .n = n_heads,
                                     .own = rank / size, .stride = size, .blocks = &recv });
  if (members > 1)
    spread(p, &group, size);
}

static const char *unsupported(const struct tn_call *call)
{
  const int64_t size = call->params[GROUP];
  return (size & (size - 1)) == 0 ? NULL : "group is not a power of two";
}

/* Computes the closed form of a full first group. Without full groups there is only a ring. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const int n = call->n_ranks, size = group_size(call);
  if (size < 1)
    return false;
  const int n_groups = (n + size - 1) / size;
  if (size < call->params[GROUP]) {
    tn_steps_send(s, n - 1, (double)call->block);
    return true;
  }
  tn_steps_double(s, TN_STEP_MESSAGE, size, (double)call->block);
  if (n % size == 0 && tn_is_power_of_two(n_groups))
    tn_steps_double(s, TN_STEP_MESSAGE, n_groups, (double)call->block * size);
  else
    tn_steps_send(s, n_groups - 1, (double)call->block * size);
  /* A piece moves down the group's tree, or directly from its first rank. */
  const double rest = (double)call->block * (n - size);
  if (size > 1 && n > size)
    tn_steps_send(s, rest <= (double)call->params[TREE] ? tn_ceil_lg(size) : size - 1, rest);
  return true;
}

const struct tn_algorithm tn_allgather_groups = {
  TN_MESSAGES,
  .collective = TN_ALLGATHER,
  .name = "groups",
  .summary = "ranks exchange blocks in groups; the groups' first ranks exchange and forward them",
  .source = "Open MPI, coll_acoll_allgather.c",
  .params = { [GROUP] = TN_COUNT_PARAM("group", 1, 1 << 20, 8,
                                       "consecutive ranks of a group, a power of two",
                                       .alias = "sg_size"),
              [TREE] = TN_SIZE_PARAM("tree", 1, 8192,
                                     "largest piece in bytes that goes down a tree in the group",
                                     .at_zero = "never") },
  .unsupported = unsupported,
  .form = form,
  .use = use_of,
  .exchange = exchange,
};
