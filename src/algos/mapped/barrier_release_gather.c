/* MPICH's barrier within a node: src/mpid/ch4/shm/posix/release_gather. It is a gather up the tree
 * that MPICH's broadcasts use, followed by a release down (cells.h). Over several nodes, MPICH adds
 * a broadcast of one byte within the node; here this is a second release. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "cells.h"

enum { RADIX, RELEASES };
enum { LINE_RELEASE, LINE_GATHER };

static void gather(struct tn_strand *r, const struct tn_tree *tree)
{
  for (int i = 0; i < tree->n_children; i++)
    tn_wait(r, tree->children[i], TN_LINE(LINE_GATHER), 1);
  tn_post(r, TN_LINE(LINE_GATHER), 1);
}

static void release(struct tn_strand *r, const struct tn_tree *tree, uint32_t step)
{
  if (tree->parent >= 0)
    tn_wait(r, tree->parent, TN_LINE(LINE_RELEASE), step);
  tn_post(r, TN_LINE(LINE_RELEASE), step);
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_tree tree;
  tn_tree_kary(&tree, call->n_ranks, call->rank, call->params[RADIX]);
  gather(r, &tree);
  for (uint32_t step = 1; step <= (uint32_t)call->params[RELEASES]; step++)
    release(r, &tree, step);
  tn_tree_finish(&tree);
}

const struct tn_algorithm tn_barrier_release_gather = {
  .collective = TN_BARRIER,
  .name = "release-gather",
  .one_node = true,
  .summary = "flags go up a tree to rank 0 and down again",
  .source = "MPICH, ch4/shm/posix/release_gather",
  .mpich = "release_gather",
  .sizeless = true,
  .params = { [RADIX] = TN_COUNT_PARAM("radix", 2, 0, 64, "radix of the tree"),
              [RELEASES] =
                  TN_COUNT_PARAM("releases", 1, 2, 1, "number of releases down the tree") },
  TN_SEGMENTS_AND_MESSAGES,
  .n_lines = TN_CELLS_LINES,
  .run = run,
};
