/* MPICH's reductions within a node: src/mpid/ch4/shm/posix/release_gather.
 *
 * Every rank moves a chunk of its vector into its own cell, adds the cells of its children, one
 * after another, and signals its parent.
 * reduce: rank 0 computes the sum in its receive buffer. For another root it computes the sum in
 *   scratch memory and sends it in chunks or whole (MPICH's composition "alpha"). Before each chunk
 *   there is a release down the tree, so that cells are read before they are written again.
 * allreduce: rank 0 computes the sum in its cell and then releases the chunk down the tree of
 *   broadcasts; all ranks move the sum out of rank 0's cell. Chunks of more than `large_from` bytes
 *   move up a tree of radix `radix_large`.
 * Departures: as in bcast_release_gather.c. */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "algos/messages/p2p.h"
#include "cells.h"

enum { RADIX_LARGE = TN_CELLS_N_PARAMS, LARGE_FROM, FORWARD, RADIX_DOWN = FORWARD };
enum { LINE_RELEASE, LINE_GATHER };

struct relay {
  struct tn_cells cells;
  struct tn_p2p p; /* messages to another root; unused in an allreduce */
  struct tn_tree up, up_large, down;
  int first_line;
};

static void gather(struct relay *x, uint64_t i, struct tn_span sum)
{
  const struct tn_call *call = x->cells.r->call;
  const bool is_large = sum.len > (size_t)call->params[LARGE_FROM];
  const struct tn_tree *tree = is_large ? &x->up_large : &x->up;
  const uint64_t number = tn_cells_number(&x->cells, i);
  struct tn_strand *r = x->cells.r;
  const struct tn_span own =
      tn_cells_chunk(&x->cells, i, call->rank, tn_contribution(call, call->rank));
  if (own.buf != sum.buf)
    tn_move(r, sum, own);
  for (int c = 0; c < tree->n_children; c++) {
    tn_cells_await(&x->cells, tree->children[c], number, x->first_line + LINE_GATHER);
    tn_message(r, tree->children[c], sum.len);
    tn_reduce(r, sum, tn_cells_cell(&x->cells, i, tree->children[c]));
  }
  tn_cells_arrive(&x->cells, number, x->first_line + LINE_GATHER);
}

static void begin(struct relay *x, struct tn_strand *r, int first_line, size_t at)
{
  const struct tn_call *call = r->call;
  x->first_line = first_line;
  tn_cells_begin(&x->cells, r, at);
  tn_cells_tree(&x->up, call, call->params[TN_CELLS_RADIX]);
  tn_cells_tree(&x->up_large, call, call->params[RADIX_LARGE]);
}

static void finish(struct relay *x)
{
  tn_tree_finish(&x->up);
  tn_tree_finish(&x->up_large);
}

static bool forwards_whole(const struct tn_call *call)
{
  return call->params[FORWARD] == TN_FORWARD_WHOLE;
}

static struct tn_p2p_use use(const struct tn_call *call)
{
  return tn_cells_forward_use(call, forwards_whole(call));
}

static struct tn_span sum_at(const struct relay *x, uint64_t i)
{
  const struct tn_call *call = x->cells.r->call;
  struct tn_span sum = tn_cells_chunk(&x->cells, i, 0, call->root == 0 ? TN_RECV : TN_TEMP);
  if (call->rank != 0)
    return tn_cells_cell(&x->cells, i, call->rank);
  if (sum.buf == TN_TEMP && !forwards_whole(call))
    sum.off = 0;
  return sum;
}

/* Sends a sum from rank 0 to a root other than rank 0: from the span `sum` of rank 0 to the span
 * `place` of the root. */
static void forward(struct relay *x, struct tn_span sum, struct tn_span place)
{
  const struct tn_call *call = x->cells.r->call;
  if (call->root == 0)
    return;
  if (call->rank == 0)
    tn_send(&x->p, call->root, sum);
  else if (call->rank == call->root)
    tn_recv(&x->p, place, sum);
}

static void reduce(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct relay x;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&x, r, 2 * call->n_ranks, tn_p2p_shared(call, use(call)));
  tn_p2p_begin(&x.p, r, use(call));
  for (uint64_t i = 0; i < x.cells.n_chunks; i++) {
    tn_cells_release(&x.cells, &x.up, i, x.first_line + LINE_RELEASE);
    gather(&x, i, sum_at(&x, i));
    const size_t len = tn_cells_chunk(&x.cells, i, 0, TN_TEMP).len;
    if (!forwards_whole(call))
      forward(&x, (struct tn_span){ 0, TN_TEMP, 0, len },
              tn_cells_chunk(&x.cells, i, call->root, TN_RECV));
  }
  if (forwards_whole(call))
    forward(&x, (struct tn_span){ 0, TN_TEMP, 0, call->block },
            (struct tn_span){ call->root, TN_RECV, 0, call->block });
  tn_p2p_end(&x.p);
  finish(&x);
}

static struct tn_sizes reduce_scratch(const struct tn_call *call)
{
  const size_t cell = tn_cell_size(call);
  const size_t sum = forwards_whole(call) || call->block < cell ? call->block : cell;
  const bool sums_aside = call->rank == 0 && call->root != 0;
  return (struct tn_sizes){ .temp = sums_aside ? sum : 0,
                            .shared = tn_p2p_shared(call, use(call)) + tn_cells_size(call) };
}

static void allreduce(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct relay x;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&x, r, 0, 0);
  tn_cells_tree(&x.down, call, call->params[RADIX_DOWN]);
  if (call->rank != 0)
    tn_message(r, 0, call->block);
  for (uint64_t i = 0; i < x.cells.n_chunks; i++) {
    gather(&x, i, tn_cells_cell(&x.cells, i, call->rank));
    tn_cells_release(&x.cells, &x.down, i, x.first_line + LINE_RELEASE);
    tn_move(r, tn_cells_chunk(&x.cells, i, call->rank, TN_RECV), tn_cells_cell(&x.cells, i, 0));
  }
  tn_tree_finish(&x.down);
  finish(&x);
}

static struct tn_sizes allreduce_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_cells_size(call) };
}

#define REDUCTION_PARAMS                                                                           \
  [RADIX_LARGE] = TN_COUNT_PARAM("radix_large", 2, 0, 2, "radix of the tree for large chunks"),    \
  [LARGE_FROM] = TN_SIZE_PARAM("large_from", 0, 2048, "largest small chunk in bytes")

#define RELEASE_GATHER                                                                             \
  .name = "release-gather", .one_node = true, .source = "MPICH, ch4/shm/posix/release_gather",     \
  .mpich = "release_gather", .segmented = true, .unsupported = tn_cells_unsupported

const struct tn_algorithm tn_reduce_release_gather = {
  RELEASE_GATHER,
  TN_SEGMENTS_AND_MESSAGES,
  .collective = TN_REDUCE,
  .summary = "all ranks fill cells of shared memory; parents of a tree add their children's cells",
  .params = { TN_CELLS_PARAMS(1, 4), REDUCTION_PARAMS,
              [FORWARD] = TN_CHOICE_PARAM("forward", tn_cells_forward_names, 0,
                                          "path of the sum from rank 0 to another root") },
  .n_slots = tn_cells_slots,
  .scratch = reduce_scratch,
  .run = reduce,
};

/* Two cells are the minimum: rank 0 would overwrite a single one while other ranks read it. */
const struct tn_algorithm tn_allreduce_release_gather = {
  RELEASE_GATHER,
  TN_SEGMENTS_AND_MESSAGES,
  .collective = TN_ALLREDUCE,
  .summary = "reduce of release-gather; then all ranks copy the sum from rank 0's cells",
  .params = { TN_CELLS_PARAMS(2, 4), REDUCTION_PARAMS,
              [RADIX_DOWN] =
                  TN_COUNT_PARAM("radix_down", 2, 0, 64, "radix of the tree for the way down") },
  .n_lines = TN_CELLS_LINES,
  .scratch = allreduce_scratch,
  .run = allreduce,
};
