/* The shared-memory broadcast that the XHC paper compares with (section V.C, SMHC): the root copies
 * the vector in fragments into cells of its shared memory, and the others copy them out. flat: all
 * ranks read the root's cells. tree: the leader of each package copies into its own cells for the
 * ranks of that package. A cell is written again when all its readers have acknowledged it.
 *
 * The paper gives no numbers. Two cells of 4 KiB and a flag for each member on a separate line are
 * as in the authors' implementation. In that implementation the cells and flags are in a segment
 * that rank 0 clears (tree: one segment for each package, and one for all in which leaders
 * acknowledge); here the flags for acknowledgements are in the leader's memory, too. Its leader
 * copies from the root's cell to its buffer, then to its own cell; our leader copies from cell to
 * cell, then to its buffer. */
#include "algos/entries.h"
#include "xhc.h"

enum { CHUNK, CELLS };
enum { FLAT, TREE };

static void run(struct tn_strand *r)
{
  const int64_t levels = r->call->variant == TREE ? TN_LEVELS_SOCKET : 0;
  struct tn_xhc x;
  tn_xhc_begin(&x, r, levels, TN_FLAGS_SEPARATE, TN_SYNC_SINGLE_WRITER);
  tn_xhc_bcast_cells(&x, (size_t)r->call->params[CHUNK], (size_t)r->call->params[CELLS]);
  tn_xhc_finish(&x);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const size_t cells = (size_t)(call->params[CHUNK] * call->params[CELLS]);
  return (struct tn_sizes){ .shared = call->block < cells ? call->block : cells };
}

#define SMHC                                                                                       \
  .one_node = true, .collective = TN_BCAST, .source = "XHC paper, V.C", .segmented = true,         \
  .fenced = true,                                                                                  \
  .params = { [CHUNK] = TN_SIZE_PARAM("chunk", 512, 4096, "bytes of a cell of shared memory"),     \
              [CELLS] = TN_COUNT_PARAM("cells", 1, 1024, 2, "cells of each leader") },             \
  TN_SEGMENTS, .n_slots = tn_xhc_slots, .scratch = scratch, .run = run

const struct tn_algorithm tn_bcast_smhc_flat = {
  SMHC,
  .segment = TN_SEGMENT_OF_NODE,
  .variant = FLAT,
  .name = "smhc-flat",
  .summary = "the root copies the vector into shared memory, the others copy it out",
};

const struct tn_algorithm tn_bcast_smhc_tree = {
  SMHC,
  .segment = TN_SEGMENT_OF_PACKAGE,
  .variant = TREE,
  .name = "smhc-tree",
  .summary = "smhc-flat with a leader and its own shared memory in each package",
};
