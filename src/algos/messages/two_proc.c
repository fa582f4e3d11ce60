/* Open MPI's allgather and alltoall of two ranks: the "two_procs" of coll_base_allgather.c and
 * coll_base_alltoall.c. The two exchange, then each moves its own block. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "alltoall_messages.h"
#include "p2p.h"

static const char *two_only(const struct tn_call *call)
{
  return call->n_ranks == 2 ? NULL : "it is for 2 ranks";
}

static struct tn_span block_of(const struct tn_call *call, int rank, int i)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block(&recv, rank, i);
}

/* What `rank` contributes to an allgather. */
static struct tn_span contribution(const struct tn_call *call, int rank)
{
  const struct tn_span sent = { rank, TN_SEND, 0, tn_count(call, rank) };
  return call->in_place ? block_of(call, rank, rank) : sent;
}

static void allgather(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank, peer = 1 - rank;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_alltoall_use(call, false)));
  tn_sendrecv(&p, peer, contribution(call, rank), block_of(call, rank, peer),
              contribution(call, peer));
  if (!call->in_place)
    tn_move(r, block_of(call, rank, rank), contribution(call, rank));
  tn_p2p_end(&p);
}

static void alltoall(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank, peer = 1 - rank;
  struct tn_p2p p;
  if (call->in_place) {
    tn_alltoall_in_place(r, false);
    return;
  }
  tn_p2p_begin(&p, r, tn_blocking(tn_alltoall_use(call, false)));
  tn_sendrecv(&p, peer, tn_pair_sent(call, TN_SEND, rank, peer),
              tn_pair_received(call, TN_RECV, peer, rank), tn_pair_sent(call, TN_SEND, peer, rank));
  tn_alltoall_keep_own(r);
  tn_p2p_end(&p);
}

static struct tn_sizes allgather_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, tn_alltoall_use(call, false)) };
}

static struct tn_sizes alltoall_scratch(const struct tn_call *call)
{
  return tn_alltoall_scratch(call, false);
}

#define TWO_PROC                                                                                   \
  .name = "two-proc", .summary = "both ranks exchange blocks, then each moves its own",            \
  .ompi = "two_proc", .unsupported = two_only, TN_MESSAGES

const struct tn_algorithm tn_allgather_two_proc = {
  TWO_PROC,     .collective = TN_ALLGATHER,   .source = "Open MPI, coll_base_allgather.c",
  .ompi_id = 6, .scratch = allgather_scratch, .run = allgather,
};

const struct tn_algorithm tn_alltoall_two_proc = {
  TWO_PROC,     .collective = TN_ALLTOALL,   .source = "Open MPI, coll_base_alltoall.c",
  .ompi_id = 5, .scratch = alltoall_scratch, .run = alltoall,
};

const struct tn_algorithm tn_allgatherv_two_proc = {
  TWO_PROC,     .collective = TN_ALLGATHERV,  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi_id = 5, .scratch = allgather_scratch, .run = allgather,
};
