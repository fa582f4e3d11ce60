/* MPICH's broadcast within a node: src/mpid/ch4/shm/posix/release_gather.
 *
 * Rank 0 moves a chunk into a cell of its shared memory and releases it down the tree. Every other
 * rank moves the chunk out of this cell and takes part in the gather: it signals its parent the
 * last chunk that its whole subtree has read. Rank 0 may be ahead by the number of cells: it reads
 * its children's flags only when the known values are too old. Ranks do not wait at the end. The
 * vector of another root is first sent to rank 0, in chunks as messages into the cells, or whole
 * (MPICH's composition "alpha").
 *
 * Departures: MPICH's builds with error checking reserve 128 bytes of a cell for the length and
 * send them; its first few calls use messages. Trees over packages, for bound ranks, are not
 * modelled. If all ranks have met since the last call, a rank assumes that its children have read
 * all chunks; MPICH reads the children's flags every third call. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "cells.h"

enum { FORWARD = TN_CELLS_N_PARAMS };
enum { RADIX = 64 };

struct relay {
  struct tn_cells cells;
  struct tn_p2p p;
  struct tn_tree tree;
  int source;        /* rank with the whole vector when the first chunk begins */
  uint64_t gathered; /* last chunk that the caller's subtree is known to have read */
  int line_release, line_gather;
};

static bool forwards_whole(const struct tn_call *call)
{
  return call->params[FORWARD] == TN_FORWARD_WHOLE;
}

static struct tn_p2p_use use(const struct tn_call *call)
{
  return tn_cells_forward_use(call, forwards_whole(call));
}

/* Returns the last chunk, at most `last`, that a child's subtree is known to have read. Waits until
 * this is `least` or more. */
static uint64_t progress_of(const struct relay *x, int child, uint64_t least, uint64_t last)
{
  const struct tn_transport *transport = x->cells.r->transport;
  tn_cells_await(&x->cells, child, least, x->line_gather);
  uint64_t number = last;
  while (number > least) {
    const struct tn_cond conds[2] = {
      tn_cells_reached(&x->cells, child, TN_LINE(x->line_gather), number),
      tn_cells_reached(&x->cells, child, TN_LINE(x->line_gather), 0),
    };
    if (transport->wait_any(x->cells.r, 2, conds) == 0)
      break;
    number--;
  }
  return number;
}

/* Signals to the parent the last chunk that the caller's subtree has read. Reads the children's
 * flags only if all cells may be in use. */
static void gather(struct relay *x, uint64_t i)
{
  const uint64_t number = tn_cells_number(&x->cells, i), ahead = x->cells.n_cells - 1;
  const uint64_t least = number > ahead ? number - ahead : 0;
  if (x->tree.n_children > 0 && x->gathered >= least)
    return;
  x->gathered = number;
  for (int child = 0; child < x->tree.n_children; child++) {
    const uint64_t theirs = progress_of(x, x->tree.children[child], least, number);
    if (theirs < x->gathered)
      x->gathered = theirs;
  }
  if (x->gathered > 0)
    tn_cells_arrive(&x->cells, x->gathered, x->line_gather);
}

/* Moves chunk i from the source into rank 0's cell, by a message if the source is another rank. */
static void fill_cell(struct relay *x, uint64_t i)
{
  const int rank = x->cells.r->call->rank;
  const struct tn_span theirs = tn_cells_chunk(&x->cells, i, x->source, TN_RECV);
  if (rank == 0 && x->source == 0)
    tn_move(x->cells.r, tn_cells_cell(&x->cells, i, 0), theirs);
  else if (rank == 0)
    tn_recv(&x->p, tn_cells_cell(&x->cells, i, 0), theirs);
  else if (rank == x->source)
    tn_send(&x->p, 0, theirs);
}

static void forward_whole(struct relay *x)
{
  const struct tn_call *call = x->cells.r->call;
  const struct tn_span own = { call->rank, TN_RECV, 0, call->block };
  const struct tn_span roots = { call->root, TN_RECV, 0, call->block };
  if (call->rank == call->root)
    tn_send(&x->p, 0, own);
  else if (call->rank == 0)
    tn_recv(&x->p, own, roots);
}

static void relay(struct relay *x)
{
  struct tn_strand *r = x->cells.r;
  const int rank = r->call->rank;
  if (rank != 0 && rank != x->source)
    tn_message(r, 0, r->call->block);
  for (uint64_t i = 0; i < x->cells.n_chunks; i++) {
    fill_cell(x, i);
    tn_cells_release(&x->cells, &x->tree, i, x->line_release);
    if (rank != x->source)
      tn_move(r, tn_cells_chunk(&x->cells, i, rank, TN_RECV), tn_cells_cell(&x->cells, i, 0));
    gather(x, i);
  }
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const bool whole = forwards_whole(call) && call->root != 0;
  struct relay x = { .source = whole ? 0 : call->root,
                     .line_release = 2 * call->n_ranks,
                     .line_gather = 2 * call->n_ranks + 1 };
  if (call->n_ranks == 1)
    return;
  tn_cells_begin(&x.cells, r, tn_p2p_shared(call, use(call)));
  if (call->meets)
    x.gathered = x.cells.earlier;
  tn_cells_tree(&x.tree, call, call->params[TN_CELLS_RADIX]);
  tn_p2p_begin(&x.p, r, use(call));
  if (whole)
    forward_whole(&x);
  relay(&x);
  tn_p2p_end(&x.p);
  tn_tree_finish(&x.tree);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use(call)) +
                                      (call->rank == 0 ? tn_cells_size(call) : 0) };
}

const struct tn_algorithm tn_bcast_release_gather = {
  .collective = TN_BCAST,
  .name = "release-gather",
  .one_node = true,
  .summary = "rank 0 moves chunks into cells of shared memory and releases them down a tree; all "
             "move them out",
  .source = "MPICH, ch4/shm/posix/release_gather",
  .mpich = "release_gather",
  .segmented = true,
  .params = { TN_CELLS_PARAMS(1, RADIX), [FORWARD] = TN_CHOICE_PARAM(
                                             "forward", tn_cells_forward_names, 0,
                                             "path of the vector from another root to rank 0") },
  TN_SEGMENTS_AND_MESSAGES,
  .unsupported = tn_cells_unsupported,
  .n_slots = tn_cells_slots,
  .scratch = scratch,
  .run = run,
};
