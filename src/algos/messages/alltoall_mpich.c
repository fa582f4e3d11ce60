/* Alltoalls of MPICH that Open MPI lacks: src/mpi/coll/alltoall.
 *
 * scattered: a rank starts a batch of `batch` receives, from rank, rank + 1, ..., and as many
 *   sends, to rank, rank - 1, ..., and waits for all of them. Then it starts the next batch.
 * pairwise-replace, in place only: a rank exchanges blocks with ranks 0, 1, ... one after another.
 *   It sends the block from scratch memory.
 * MPICH's alltoallv has the same algorithms; its scattered skips empty blocks. Departures: the
 * rank's own block is moved, not sent (in place: not even moved). For scattered in place, which
 * MPICH never chooses, Open MPI's algorithm runs. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "alltoall_messages.h"
#include "base/grown.h"

enum { BATCH };

/* Runs scattered. The rank's own block counts as one message of the first batch. */
static void scattered(struct tn_p2p *p)
{
  const struct tn_round_exchange c =
      tn_alltoall_exchange(p, tn_rounds_linear, TN_POST_BY_KIND | TN_POST_NO_EMPTY);
  const int batch = p->r->call->params[BATCH] < c.n ? (int)p->r->call->params[BATCH] : c.n;
  if (tn_alltoall_in_place(p))
    return;
  struct tn_request *q = tn_zeros(2 * (size_t)batch, sizeof *q);
  /* In MPICH a rank sends itself a message in place of this move. */
  p->r->transport->software(p->r, TN_SOFTWARE_SELF, c.own, 0);
  tn_alltoall_keep_own(p->r);
  for (int i = 0; i < c.n; i += batch)
    tn_request_wait_all(p, tn_round_exchange_post(&c, 0, i > 0 ? i - 1 : 0, i + batch - 1, q), q);
  free(q);
}

static void replace(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  for (int peer = 0; peer < call->n_ranks; peer++) {
    const struct tn_span own = tn_pair_received(call, TN_RECV, peer, call->rank);
    const struct tn_span aside = { call->rank, TN_TEMP, 0, own.len };
    if (peer == call->rank)
      continue;
    tn_move(p->r, aside, own);
    tn_sendrecv(p, peer, aside, own, (struct tn_span){ peer, TN_TEMP, 0, own.len });
  }
}

static const char *in_place_only(const struct tn_call *call)
{
  return call->in_place ? NULL : "it is for calls in place (--in-place)";
}

#define SCATTERED                                                                                  \
  TN_MESSAGES,                                                                                     \
      .name = "scattered", .mpich = "scattered",                                                   \
      .summary = "each rank starts receives and sends in batches, and waits for each batch",       \
      .scratch = tn_alltoall_scratch, .use = tn_alltoall_use, .exchange = scattered,               \
      .params = { [BATCH] = TN_COUNT_PARAM("batch", 1, 0, 32, "receives and sends of a batch") }
#define REPLACE                                                                                    \
  TN_MESSAGES, .name = "pairwise-replace", .mpich = "pairwise_sendrecv_replace",                   \
               .summary = "each rank exchanges blocks in place with all ranks in turn",            \
               .unsupported = in_place_only, .scratch = tn_alltoall_scratch,                       \
               .use = tn_use_block_blocking, .exchange = replace
#define BLOCKS .collective = TN_ALLTOALL, .source = "MPICH, src/mpi/coll/alltoall"
#define COUNTED .collective = TN_ALLTOALLV, .source = "MPICH, src/mpi/coll/alltoallv"

const struct tn_algorithm tn_alltoall_scattered = { SCATTERED, BLOCKS };
const struct tn_algorithm tn_alltoall_replace = { REPLACE, BLOCKS };
const struct tn_algorithm tn_alltoallv_scattered = { SCATTERED, COUNTED, .ucc = "pairwise" };
const struct tn_algorithm tn_alltoallv_replace = { REPLACE, COUNTED };
