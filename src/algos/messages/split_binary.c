/* Open MPI's split-binary broadcast (coll_base_bcast.c): each half of the vector moves down one
 * side of the binary tree. Then ranks 2i-1 and 2i exchange halves; if the number of ranks is even,
 * the last rank exchanges with the root. If the halves are shorter than a segment, the vector moves
 * along one chain instead, as in the pipeline algorithm. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "segments.h"

enum { SEGMENT };

static const struct tn_shape binary = { .kind = TN_BINARY };
static const struct tn_shape pipeline = { .kind = TN_CHAIN, .fanout = 1 };

/* Returns the half that relative rank v > 0 gets: 0 (odd) or 1. */
static int half_of(int v)
{
  return v % 2 == 0;
}

static struct tn_span half_span(const struct tn_cut halves[2], int rank, int half)
{
  return (struct tn_span){ rank, TN_RECV, halves[half].off, halves[half].len };
}

static void exchange_halves(struct tn_p2p *p, const struct tn_cut halves[2])
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  const int last = call->n_ranks % 2 == 0 ? call->n_ranks - 1 : 0;
  if (v == 0) {
    if (last > 0)
      tn_send(p, tn_absolute(call, last), half_span(halves, call->rank, 1));
    return;
  }
  if (v == last) {
    tn_recv(p, half_span(halves, call->rank, 1), half_span(halves, call->root, 1));
    return;
  }
  const int half = half_of(v);
  const int peer = tn_absolute(call, half == 0 ? v + 1 : v - 1);
  tn_sendrecv(p, peer, half_span(halves, call->rank, half), half_span(halves, call->rank, 1 - half),
              half_span(halves, peer, 1 - half));
}

/* Sends the halves down. The root alternately sends a segment of either half, to the child that
 * gets this half; other ranks forward their half. */
static void split_down(struct tn_p2p *p, const struct tn_cut halves[2])
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_tree tree;
  if (v > 0) {
    tn_tree_down(p, &binary, &halves[half_of(v)], TN_IN_TURN);
    return;
  }
  tn_tree_build(&tree, &binary, call, v);
  for (size_t i = 0; i < tn_n_segments(&halves[0]); i++)
    for (int c = 0; c < tree.n_children; c++)
      if (i < tn_n_segments(&halves[c]))
        tn_send(p, tn_absolute(call, tree.children[c]),
                tn_segment(&halves[c], call->rank, TN_RECV, i));
  tn_tree_finish(&tree);
}

/* Returns the first half, in one segment if `segment` is 0. */
static struct tn_cut first_half(const struct tn_call *call)
{
  const size_t len = call->block - call->block / 2;
  const size_t whole = len > 0 ? len : 1;
  const int64_t segment = call->params[SEGMENT];
  return (struct tn_cut){ 0, len, segment > 0 ? (size_t)segment : whole };
}

static bool splits(const struct tn_call *call)
{
  const struct tn_cut half = first_half(call);
  const size_t rest = call->block - half.len;
  return call->params[SEGMENT] > 0 ? rest >= half.segment : rest > 0;
}

static struct tn_p2p_use use(const struct tn_call *call)
{
  const struct tn_cut whole = tn_cut_whole(call, call->params[SEGMENT]);
  const struct tn_cut half = first_half(call);
  /* The largest message is an exchanged half. With two ranks, the root sends a half and segments to
   * the same rank. */
  return splits(call)
             ? (struct tn_p2p_use){ .largest = half.len, .messages = tn_n_segments(&half) + 1 }
             : tn_cut_use(&whole);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_cut half = first_half(call);
  const struct tn_cut whole = tn_cut_whole(call, call->params[SEGMENT]);
  const struct tn_cut halves[2] = { half, { half.len, call->block - half.len, half.segment } };
  if (!splits(call)) {
    tn_tree_down(p, &pipeline, &whole, TN_TOGETHER);
    return;
  }
  split_down(p, halves);
  exchange_halves(p, halves);
}

const struct tn_algorithm tn_bcast_split_binary = {
  TN_MESSAGES,
  .collective = TN_BCAST,
  .name = "split-binary",
  .summary = "one half goes down each side of a binary tree; then pairs exchange halves",
  .source = "Open MPI, coll_base_bcast.c",
  .ompi = "split_binary_tree",
  .ompi_id = 4,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .use = use,
  .exchange = exchange,
};
