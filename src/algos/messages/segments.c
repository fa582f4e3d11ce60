/* Reduction up the tree: a rank receives one child's segment while it adds the one before. It sends
 * the sum of all children to its parent and waits. The first child's segment is received in the
 * place of the sum, and the rank's own part is added to it (in place, the own part is the sum at
 * first). Inner ranks except the root sum in scratch memory; leaves send from their own buffers. */
#include "segments.h"

#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"

struct tn_cut tn_cut_whole(const struct tn_call *call, int64_t segment)
{
  const size_t all = call->block > 0 ? call->block : 1;
  return (struct tn_cut){ 0, call->block, segment > 0 ? (size_t)segment : all };
}

struct tn_cut tn_cut_elements(const struct tn_call *call, int64_t segment)
{
  const int64_t size = (int64_t)tn_element_size(call);
  return tn_cut_whole(call, (segment + (size - 1) / 2) / size * size);
}

size_t tn_n_segments(const struct tn_cut *part)
{
  return part->len == 0 ? 1 : (part->len - 1) / part->segment + 1;
}

struct tn_span tn_segment(const struct tn_cut *part, int rank, enum tn_buf buf, size_t i)
{
  const size_t done = i * part->segment;
  const size_t left = part->len - done;
  return (struct tn_span){ rank, buf, part->off + done,
                           left < part->segment ? left : part->segment };
}

size_t tn_segment_longest(const struct tn_cut *part)
{
  return part->len < part->segment ? part->len : part->segment;
}

struct tn_p2p_use tn_cut_use(const struct tn_cut *part)
{
  return (struct tn_p2p_use){ .largest = tn_segment_longest(part),
                              .messages = tn_n_segments(part) };
}

static void send_down(struct tn_p2p *p, const struct tn_tree *tree, const struct tn_cut *part,
                      size_t i, enum tn_sending sending, struct tn_request *sends)
{
  const struct tn_call *call = p->r->call;
  for (int c = 0; c < tree->n_children; c++) {
    tn_isend(p, &sends[c], tn_absolute(call, tree->children[c]),
             tn_segment(part, call->rank, TN_RECV, i));
    if (sending == TN_IN_TURN)
      tn_request_wait(p, &sends[c]);
  }
  tn_request_wait_all(p, tree->n_children, sends);
}

static void receive_down(struct tn_p2p *p, const struct tn_tree *tree, const struct tn_cut *part,
                         size_t i, struct tn_request *receive)
{
  const struct tn_call *call = p->r->call;
  tn_irecv(p, receive, tn_segment(part, call->rank, TN_RECV, i),
           tn_segment(part, tn_absolute(call, tree->parent), TN_RECV, i));
}

void tn_tree_down(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part,
                  enum tn_sending sending)
{
  const struct tn_call *call = p->r->call;
  struct tn_request receives[2];
  struct tn_tree tree;
  tn_tree_build(&tree, shape, call, tn_relative(call, call->rank));
  struct tn_request *sends = tn_zeros((size_t)tree.n_children + 1, sizeof *sends);
  const size_t n = tn_n_segments(part);
  if (tree.parent >= 0)
    receive_down(p, &tree, part, 0, &receives[0]);
  for (size_t i = 0; i < n; i++) {
    if (tree.parent >= 0) {
      if (i + 1 < n)
        receive_down(p, &tree, part, i + 1, &receives[(i + 1) % 2]);
      tn_request_wait(p, &receives[i % 2]);
    }
    send_down(p, &tree, part, i, sending, sends);
  }
  free(sends);
  tn_tree_finish(&tree);
}

/* State of the root or an inner rank. Receive t gets segment t / n_children from child t %
 * n_children. */
struct collecting {
  struct tn_p2p *p;
  const struct tn_cut *part;
  const struct tn_tree *tree;
  enum tn_buf *bufs;   /* [n_children] buffer from which each child sends */
  enum tn_buf sum;     /* buffer of the sum */
  bool is_direct;      /* true if the first child's segments arrive in the place of the sum */
  size_t receive_span; /* offset in TEMP of the places for two segments, bytes */
  struct tn_request receives[2];
};

enum tn_buf tn_tree_outgoing(const struct tn_shape *shape, const struct tn_call *call, int relative)
{
  struct tn_tree tree;
  tn_tree_build(&tree, shape, call, relative);
  const bool is_leaf = tree.n_children == 0;
  tn_tree_finish(&tree);
  return is_leaf ? tn_contribution(call, tn_absolute(call, relative)) : TN_TEMP;
}

static struct tn_span receive_span(const struct collecting *c, size_t turn)
{
  const int rank = c->p->r->call->rank;
  const size_t segment = turn / (size_t)c->tree->n_children;
  const struct tn_span sum = tn_segment(c->part, rank, c->sum, segment);
  if (c->is_direct && turn % (size_t)c->tree->n_children == 0)
    return sum;
  return (struct tn_span){ rank, TN_TEMP, c->receive_span + turn % 2 * tn_segment_longest(c->part),
                           sum.len };
}

/* Completes receive `turn`, adds the segment and, after the last child, sends the sum up. */
static void add_up(struct collecting *c, size_t turn)
{
  const struct tn_call *call = c->p->r->call;
  const size_t n_children = (size_t)c->tree->n_children;
  const size_t segment = turn / n_children, child = turn % n_children;
  const struct tn_span sum = tn_segment(c->part, call->rank, c->sum, segment);
  tn_request_wait(c->p, &c->receives[turn % 2]);
  if (c->is_direct && child == 0)
    tn_reduce(c->p->r, sum,
              tn_segment(c->part, call->rank, tn_contribution(call, call->rank), segment));
  else
    tn_reduce(c->p->r, sum, receive_span(c, turn));
  if (child == n_children - 1 && c->tree->parent >= 0)
    tn_send(c->p, tn_absolute(call, c->tree->parent), sum);
}

/* Adds all children's segments; an inner rank sends the sums to its parent. */
static void collect(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_tree *tree,
                    const struct tn_cut *part)
{
  const struct tn_call *call = p->r->call;
  struct collecting c = { .p = p,
                          .part = part,
                          .tree = tree,
                          .sum = call->rank == call->root ? TN_RECV : TN_TEMP,
                          .receive_span = call->rank == call->root ? 0 : call->block };
  c.is_direct = tn_contribution(call, call->rank) != c.sum;
  c.bufs = tn_zeros((size_t)tree->n_children, sizeof *c.bufs);
  for (int i = 0; i < tree->n_children; i++)
    c.bufs[i] = tn_tree_outgoing(shape, call, tree->children[i]);
  const size_t n_turns = tn_n_segments(part) * (size_t)tree->n_children;
  for (size_t turn = 0; turn <= n_turns; turn++) {
    if (turn < n_turns) {
      const size_t n = (size_t)tree->n_children, child = turn % n;
      tn_irecv(p, &c.receives[turn % 2], receive_span(&c, turn),
               tn_segment(part, tn_absolute(call, tree->children[child]), c.bufs[child], turn / n));
    }
    if (turn > 0)
      add_up(&c, turn - 1);
  }
  free(c.bufs);
}

void tn_tree_up(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part)
{
  const struct tn_call *call = p->r->call;
  const enum tn_buf own = tn_contribution(call, call->rank);
  struct tn_tree tree;
  tn_tree_build(&tree, shape, call, tn_relative(call, call->rank));
  if (tree.n_children > 0)
    collect(p, shape, &tree, part);
  else if (tree.parent < 0)
    tn_move_own_vector(p->r);
  else
    for (size_t i = 0; i < tn_n_segments(part); i++)
      tn_send(p, tn_absolute(call, tree.parent), tn_segment(part, call->rank, own, i));
  tn_tree_finish(&tree);
}

struct tn_sizes tn_tree_up_scratch(const struct tn_call *call, const struct tn_shape *shape,
                                   const struct tn_cut *part)
{
  struct tn_tree tree;
  struct tn_sizes sizes = { 0 };
  const size_t sum = call->rank == call->root ? 0 : call->block, piece = tn_segment_longest(part);
  tn_tree_build(&tree, shape, call, tn_relative(call, call->rank));
  if (tree.n_children > 0)
    sizes = (struct tn_sizes){ .temp = sum + 2 * piece, .temp_largest = sum > piece ? sum : piece };
  tn_tree_finish(&tree);
  return sizes;
}
