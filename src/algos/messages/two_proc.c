/* Open MPI's allgather and alltoall for two ranks: "two_procs" in coll_base_allgather.c and
 * coll_base_alltoall.c. The two ranks exchange blocks, then each rank moves its own block. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "alltoall_messages.h"

static const char *two_only(const struct tn_call *call)
{
  return call->n_ranks == 2 ? NULL : "it is for 2 ranks";
}

static void allgather(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, peer = 1 - rank;
  tn_sendrecv(p, peer, tn_gathered_input(call, rank), tn_gathered_block(call, rank, peer),
              tn_gathered_input(call, peer));
  tn_gathered_move_own(p->r);
}

#define TWO_PROC                                                                                   \
  TN_MESSAGES, .name = "two-proc", .ompi = "two_proc", .unsupported = two_only,                    \
               .summary = "both ranks exchange blocks, then each copies its own block",            \
               .use = tn_use_block_blocking

const struct tn_algorithm tn_allgather_two_proc = {
  TWO_PROC,     .collective = TN_ALLGATHER, .source = "Open MPI, coll_base_allgather.c",
  .ompi_id = 6, .exchange = allgather,
};

const struct tn_algorithm tn_alltoall_two_proc = {
  TWO_PROC,     .collective = TN_ALLTOALL,      .source = "Open MPI, coll_base_alltoall.c",
  .ompi_id = 5, .scratch = tn_alltoall_scratch, .exchange = tn_alltoall_in_rounds,
};

const struct tn_algorithm tn_allgatherv_two_proc = {
  TWO_PROC,     .collective = TN_ALLGATHERV, .source = "Open MPI, coll_base_allgatherv.c",
  .ompi_id = 5, .exchange = allgather,
};
