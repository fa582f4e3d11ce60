/* Gather of AMD's coll/acoll (Open MPI 6.0 and main of 2025, coll_acoll_gather.c) over groups of
 * consecutive ranks and over nodes. Here a node is `node` consecutive groups, which may differ from
 * a node of the machine.
 *
 * Ranks k * group ... (k + 1) * group - 1 form a group. In the root's group all ranks send to the
 * root, in other groups to the first rank, which receives in rank order into scratch memory. Then
 * the first rank of each group sends the group's blocks to the first rank of its node, in the
 * root's node to the root. At the end the first ranks of the other nodes send their blocks to the
 * root. Messages are blocking, one after another.
 *
 * T = (group - 1 + p/group - 1) alpha + (p-1) n beta at the root, with one node */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "p2p.h"

enum { GROUP, NODE };

/* Ranks first .. first + n - 1 of a group or node. */
struct rank_range {
  int first, n;
};

/* Returns the number of ranks in a full group (param GROUP) or node (param NODE). */
static int64_t size_of(const struct tn_call *call, int param)
{
  return call->params[GROUP] * (param == NODE ? call->params[NODE] : 1);
}

static struct rank_range rank_range_of(const struct tn_call *call, int param, int rank)
{
  const int64_t size = size_of(call, param);
  const int first = (int)(rank / size * size), rest = call->n_ranks - first;
  return (struct rank_range){ first, size < rest ? (int)size : rest };
}

static bool has(struct rank_range rank_range, int rank)
{
  return rank >= rank_range.first && rank < rank_range.first + rank_range.n;
}

/* Returns the rank that collects for `rank`'s group or node: the root, or else the first rank. */
static int head_of(const struct tn_call *call, int param, int rank)
{
  const struct rank_range rank_range = rank_range_of(call, param, rank);
  return has(rank_range, call->root) ? call->root : rank_range.first;
}

/* Returns the ranks whose blocks `rank` collects, with its own. The first rank of a node without
 * the root collects for its group, too. */
static struct rank_range collected_by(const struct tn_call *call, int rank)
{
  const struct rank_range own = { rank, 1 };
  if (rank == call->root)
    return (struct rank_range){ 0, call->n_ranks };
  if (rank == head_of(call, NODE, rank))
    return rank_range_of(call, NODE, rank);
  return rank == head_of(call, GROUP, rank) ? rank_range_of(call, GROUP, rank) : own;
}

/* Returns the span of the blocks of ranks `of` in the memory of `rank`: final places at the root;
 * on other ranks that collect, scratch memory from the first collected block on. */
static struct tn_span blocks_at(const struct tn_call *call, int rank, struct rank_range of)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  const struct rank_range all = collected_by(call, rank);
  const bool collects = rank == head_of(call, GROUP, rank);
  if (rank == call->root)
    return tn_block_range(&recv, rank, of.first, of.n);
  return (struct tn_span){ rank, collects ? TN_TEMP : TN_SEND,
                           (size_t)(of.first - all.first) * call->block,
                           (size_t)of.n * call->block };
}

static void receive(struct tn_p2p *p, int from, struct rank_range of)
{
  const struct tn_call *call = p->r->call;
  tn_recv(p, blocks_at(call, call->rank, of), blocks_at(call, from, of));
}

/* Receives from the first ranks of groups (param GROUP) or nodes (param NODE) in `among`, except
 * from the caller and the root. */
static void collect_heads(struct tn_p2p *p, int param, struct rank_range among)
{
  const struct tn_call *call = p->r->call;
  for (int64_t i = among.first; i < among.first + among.n; i += size_of(call, param)) {
    const struct rank_range of = rank_range_of(call, param, (int)i);
    if (!has(of, call->rank) && !has(of, call->root))
      receive(p, of.first, of);
  }
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, root = call->root;
  const int head = head_of(call, GROUP, rank), node_head = head_of(call, NODE, rank);
  const struct rank_range own = { rank, 1 }, everybody = { 0, call->n_ranks };
  const struct tn_span sent = { rank, TN_SEND, 0, call->block };
  if (rank == head && !(rank == root && call->in_place))
    tn_move(p->r, blocks_at(call, rank, own), sent);
  if (rank != head) {
    tn_send(p, head, sent);
  } else {
    const struct rank_range group = rank_range_of(call, GROUP, rank);
    for (int i = group.first; i < group.first + group.n; i++)
      if (i != rank)
        receive(p, i, (struct rank_range){ i, 1 });
    if (rank == node_head)
      collect_heads(p, GROUP, rank_range_of(call, NODE, rank));
    else
      tn_send(p, node_head, blocks_at(call, rank, collected_by(call, rank)));
    if (rank == root)
      collect_heads(p, NODE, everybody);
    else if (rank == node_head)
      tn_send(p, root, blocks_at(call, rank, collected_by(call, rank)));
  }
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool keeps = call->rank != call->root && call->rank == head_of(call, GROUP, call->rank);
  const size_t n = (size_t)collected_by(call, call->rank).n;
  return (struct tn_sizes){ .temp = keeps ? n * call->block : 0 };
}

static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const int64_t size = call->params[GROUP];
  if (size_of(call, NODE) < call->n_ranks)
    return false;
  const struct rank_range group = rank_range_of(call, GROUP, call->root);
  const int64_t n_groups = (call->n_ranks + size - 1) / size;
  tn_steps_send(s, group.n - 1, (double)call->block);
  if (n_groups > 1)
    tn_steps_send(s, (double)(n_groups - 1),
                  (double)call->block * (call->n_ranks - group.n) / (double)(n_groups - 1));
  return true;
}

const struct tn_algorithm tn_gather_groups = {
  TN_MESSAGES,
  .collective = TN_GATHER,
  .name = "groups",
  .summary = "blocks go to the first rank of each group, then to the root",
  .source = "Open MPI, coll_acoll_gather.c",
  .params = { [GROUP] = TN_COUNT_PARAM("group", 1, 1000000, 8, "consecutive ranks of a group",
                                       .alias = "sg_size"),
              [NODE] = TN_COUNT_PARAM("node", 1, 1000000, 16, "groups of a node") },
  .scratch = scratch,
  .form = form,
  .sends = { TN_BLOCK_PER_RANK, 1, true },
  .exchange = exchange,
};
