/* Gather and scatter in two levels, pipelined (CMA paper, section VII.G, "more advanced designs"):
 * inside each node by kernel copies with a throttle, between the root and the leaders of the nodes
 * by messages of `batch` blocks. A message is sent while the next blocks are copied.
 *
 * The root is the leader of its node; every other node has its lowest rank as leader. Gather:
 * members write into their leader's memory, at most `throttle` at a time. The leader sends a batch
 * to the root as soon as all members of the batch have written. Scatter: the root starts all sends
 * at once; the members of a batch read when their leader has received it. T = T_node(first batch) +
 * max(T_node, T_network) of all further batches, for each node. With all ranks on one node these
 * algorithms equal throttled-write and throttled-read. Batches of ranks that are not consecutive
 * pass through scratch memory of the root. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "base/grown.h"
#include "partition.h"

enum { THROTTLE, BATCH };
enum { LINE_READY, LINE_DONE, N_LINES };

/* Nodes as groups, and the caller's group. `k` is the throttle, at most the number of ranks. */
struct nodes {
  const struct tn_call *call;
  struct tn_partition p;
  int group, leader, k, batch;
  bool to_root;
  enum tn_buf all, one; /* user's buffer of p blocks, and of one block */
  int ready, done;      /* indices of flags */
};

static int at_most(int64_t value, int most)
{
  return value < most ? (int)value : most;
}

static void nodes_init(struct nodes *s, const struct tn_call *call)
{
  const bool to_root = call->collective == TN_GATHER;
  *s = (struct nodes){ .call = call,
                       .k = at_most(call->params[THROTTLE], call->n_ranks),
                       .batch = at_most(call->params[BATCH], call->n_ranks),
                       .to_root = to_root,
                       .all = to_root ? TN_RECV : TN_SEND,
                       .one = to_root ? TN_SEND : TN_RECV,
                       .ready = tn_p2p_slots(call) + TN_LINE(LINE_READY),
                       .done = tn_p2p_slots(call) + TN_LINE(LINE_DONE) };
  tn_partition_init(&s->p, call->n_ranks, call->layout ? call->layout->node : NULL, call->root);
  s->group = s->p.group[call->rank];
  s->leader = s->p.leader[s->group];
}

static int member(const struct nodes *s, int group, int i)
{
  return s->p.member[s->p.first[group] + i];
}

/* Returns the number of members in the batch that begins with member i; 0 after the last batch. */
static int batch_at(const struct nodes *s, int group, int i)
{
  const int left = tn_partition_size(&s->p, group) - i;
  return left > 0 ? at_most(s->batch, left) : 0;
}

/* Returns the span of the blocks of n members, beginning with member i, in the memory of `rank`,
 * which is the root or the leader of the group. */
static struct tn_span blocks_at(const struct nodes *s, int rank, int group, int i, int n)
{
  const size_t block = s->call->block;
  const int first = member(s, group, i);
  const bool in_a_row = member(s, group, i + n - 1) == first + n - 1;
  struct tn_span span = { rank, TN_TEMP, (size_t)i * block, (size_t)n * block };
  if (rank == s->call->root) {
    span.buf = in_a_row ? s->all : TN_TEMP;
    span.off = (size_t)(in_a_row ? first : s->p.first[group] + i) * block;
  }
  return span;
}

/* Moves the blocks of a batch at the root between scratch memory and the user's buffer. Does
 * nothing if the batch needs no scratch memory. */
static void root_orders(struct tn_strand *r, const struct nodes *s, int group, int i)
{
  const int root = s->call->root, n = batch_at(s, group, i);
  const struct tn_span all = blocks_at(s, root, group, i, n);
  for (int m = 0; m < n && all.buf == TN_TEMP; m++) {
    const struct tn_span place = blocks_at(s, root, group, i + m, 1);
    const struct tn_span temp = { root, TN_TEMP, all.off + (size_t)m * place.len, place.len };
    tn_move(r, s->to_root ? place : temp, s->to_root ? temp : place);
  }
}

/* Moves the caller's block: a member's to or from the leader, a leader's within its memory. */
static void bring_own(struct tn_strand *r, const struct nodes *s)
{
  const struct tn_span own = { s->call->rank, s->one, 0, s->call->block };
  const struct tn_span there = blocks_at(s, s->leader, s->group, s->p.index[s->call->rank], 1);
  const struct tn_span dst = s->to_root ? there : own, src = s->to_root ? own : there;
  if (s->call->rank != s->leader)
    tn_copy(r, dst, src);
  else if (s->leader != s->call->root || !s->call->in_place)
    tn_move(r, dst, src);
}

/* Runs a member's part: waits for the k-th member before it, not counting the leader, then
 * copies. */
static void follow(struct tn_strand *r, const struct nodes *s)
{
  const int i = s->p.index[s->call->rank], head = s->p.index[s->leader];
  const bool at_once = s->to_root || s->leader == s->call->root;
  const int before = i - (i > head) - s->k;
  tn_wait(r, s->leader, s->ready, at_once ? 1 : (uint32_t)(i / s->batch) + 1);
  r->transport->attach(r, s->leader, s->leader == s->call->root ? s->all : TN_TEMP);
  if (before >= 0)
    tn_wait(r, member(s, s->group, before + (before >= head)), s->done, 1);
  bring_own(r, s);
  tn_post(r, s->done, 1);
}

/* Waits until the group's members with an index below `end` are done. All are done when the last k
 * of them are. */
static void wait_for_members(struct tn_strand *r, const struct nodes *s, int end)
{
  for (int i = end - 1, n = 0; i >= 0 && n < s->k; i--)
    if (member(s, s->group, i) != s->leader) {
      tn_wait(r, member(s, s->group, i), s->done, 1);
      n++;
    }
}

/* Runs the root's messages: sends or receives the other nodes' batches, all first batches first. */
static void root_exchanges(struct tn_p2p *p, const struct nodes *s, struct tn_request *requests)
{
  int n = 0;
  for (int i = 0; i < s->p.largest; i += s->batch)
    for (int g = 0; g < s->p.n_groups; g++) {
      const int count = g == s->group ? 0 : batch_at(s, g, i), leader = s->p.leader[g];
      if (count == 0)
        continue;
      const struct tn_span own = blocks_at(s, s->call->root, g, i, count);
      if (s->to_root) {
        tn_irecv(p, &requests[n++], own, blocks_at(s, leader, g, i, count));
        continue;
      }
      root_orders(p->r, s, g, i);
      tn_isend(p, &requests[n++], leader, own);
    }
  tn_request_wait_all(p, n, requests);
  for (int g = 0; g < s->p.n_groups && s->to_root; g++)
    for (int i = 0; g != s->group && batch_at(s, g, i) > 0; i += s->batch)
      root_orders(p->r, s, g, i);
}

/* Runs a leader's messages: sends batches to the root, or receives and announces them to
 * members. */
static void leader_exchanges(struct tn_p2p *p, const struct nodes *s, struct tn_request *requests)
{
  const int root = s->call->root;
  int n = 0;
  for (int i = 0, count; (count = batch_at(s, s->group, i)) > 0; i += s->batch) {
    const struct tn_span own = blocks_at(s, s->leader, s->group, i, count);
    if (s->to_root) {
      wait_for_members(p->r, s, i + count);
      tn_isend(p, &requests[n++], root, own);
    } else {
      tn_irecv(p, &requests[n++], own, blocks_at(s, root, s->group, i, count));
    }
  }
  for (int b = 0; b < n; b++) {
    tn_request_wait(p, &requests[b]);
    if (!s->to_root)
      tn_post(p->r, s->ready, (uint32_t)b + 1);
  }
}

static void lead(struct tn_p2p *p, const struct nodes *s)
{
  struct tn_strand *r = p->r;
  const bool is_root = s->call->rank == s->call->root;
  struct tn_request *requests = tn_zeros((size_t)s->call->n_ranks, sizeof *requests);
  r->transport->expose(r, is_root ? s->all : TN_TEMP);
  if (s->to_root || is_root) {
    tn_post(r, s->ready, 1);
    bring_own(r, s);
  }
  if (is_root)
    root_exchanges(p, s, requests);
  else
    leader_exchanges(p, s, requests);
  if (!s->to_root && !is_root)
    bring_own(r, s);
  wait_for_members(r, s, tn_partition_size(&s->p, s->group));
  free(requests);
}

static struct tn_p2p_use use_of(const struct nodes *s)
{
  const int n = (s->p.largest + s->batch - 1) / s->batch;
  return (struct tn_p2p_use){ .largest = (size_t)s->batch * s->call->block, .messages = (size_t)n };
}

static void run(struct tn_strand *r)
{
  struct nodes s;
  struct tn_p2p p;
  nodes_init(&s, r->call);
  tn_p2p_begin(&p, r, use_of(&s));
  if (r->call->rank == s.leader)
    lead(&p, &s);
  else
    follow(r, &s);
  tn_p2p_end(&p);
  tn_partition_finish(&s.p);
}

static int n_slots(const struct tn_call *call)
{
  return tn_p2p_slots(call) + TN_LINE(N_LINES);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  struct nodes s;
  nodes_init(&s, call);
  size_t n_blocks = 0;
  for (int g = 0; g < s.p.n_groups && call->rank == call->root; g++)
    for (int i = 0; batch_at(&s, g, i) > 0; i += s.batch)
      if (blocks_at(&s, call->root, g, i, batch_at(&s, g, i)).buf == TN_TEMP)
        n_blocks = (size_t)call->n_ranks;
  if (call->rank == s.leader && call->rank != call->root)
    n_blocks = (size_t)tn_partition_size(&s.p, s.group);
  const struct tn_sizes ret = { .temp = n_blocks * call->block,
                                .shared = tn_p2p_shared(call, use_of(&s)) };
  tn_partition_finish(&s.p);
  return ret;
}

#define TWO_LEVEL                                                                                  \
  .name = "two-level", .source = "CMA paper, VII.G", .in_nodes = true,                             \
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0),                                 \
              [BATCH] =                                                                            \
                  TN_COUNT_PARAM("batch", 1, 1000000, 8, "blocks in a batch between nodes") },     \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, .n_mechanisms = 4, .n_slots = n_slots,    \
  .scratch = scratch, .run = run

const struct tn_algorithm tn_gather_two_level = {
  TWO_LEVEL,
  .collective = TN_GATHER,
  .summary = "throttled writes inside nodes overlap with batches of blocks to the root",
};

const struct tn_algorithm tn_scatter_two_level = {
  TWO_LEVEL,
  .collective = TN_SCATTER,
  .summary = "batches of blocks to the nodes overlap with throttled reads inside them",
};
