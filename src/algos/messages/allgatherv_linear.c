/* Allgatherv as a gatherv to rank 0, followed by a bcast of the whole vector: "default" in Open
 * MPI's coll_base_allgatherv.c. The allgather here works in the same way.
 *
 * The library uses two other components: the gatherv of coll/basic, which receives in rank order
 * and skips empty blocks, and the bcast that coll/tuned chooses. Here a parameter selects the tree.
 * The vector is not cut. Parents have lower ranks than their children, so no pair of ranks uses one
 * direction in both phases.
 *
 * Departure: Open MPI sends the whole vector by a datatype with one block for each rank and
 * possibly gaps between the blocks. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "down_trees.h"
#include "p2p.h"
#include "segments.h"

enum { BCAST_PARAM };

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_call whole = *call;
  if (call->rank == 0) {
    tn_gathered_move_own(p->r);
    for (int i = 1; i < call->n_ranks; i++)
      if (!tn_omits_message(call, tn_count(call, i)))
        tn_recv(p, tn_gathered_block(call, 0, i), tn_gathered_input(call, i));
  } else if (!tn_omits_message(call, tn_count(call, call->rank))) {
    tn_send(p, 0, tn_gathered_input(call, call->rank));
  }
  whole.block = tn_count_total(call);
  const struct tn_cut all = tn_cut_whole(&whole, 0);
  tn_tree_down(p, &tn_down_shapes[call->params[BCAST_PARAM]], &all, TN_TOGETHER);
}

#define LINEAR                                                                                     \
  .name = "linear", .sends = { TN_ALL_BLOCKS, 1, false }, .exchange = exchange, TN_MESSAGES,       \
  .params = { [BCAST_PARAM] = TN_CHOICE_PARAM("bcast", tn_down_tree_names, TN_DOWN_BINOMIAL,       \
                                              "algorithm of the bcast") }

/* This allgather is not in Open MPI, where another component also chooses the gather. */
const struct tn_algorithm tn_allgather_linear = {
  LINEAR,
  .collective = TN_ALLGATHER,
  .summary = "gather to rank 0, then bcast",
  .source = "after Open MPI, coll_base_allgather.c",
};

const struct tn_algorithm tn_allgatherv_linear = {
  LINEAR,
  .collective = TN_ALLGATHERV,
  .summary = "gatherv to rank 0, then bcast",
  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi = "default",
  .ompi_id = 1,
};
