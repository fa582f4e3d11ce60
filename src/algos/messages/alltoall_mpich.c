/* Alltoalls that MPICH has and Open MPI has not: src/mpi/coll/alltoall.
 *
 * scattered: `batch` receives, from rank, rank + 1, ..., and as many sends, to rank, rank - 1, ...,
 * are started and waited for, then the next. pairwise-replace, in place only: a rank exchanges
 * blocks with rank 0, 1, ... in turn, with what it sends in scratch memory.
 *
 * Its alltoallv takes no others: scattered leaves out empty blocks.
 *
 * Departures: a rank's own block is moved, not sent, and in place it stays where it is; scattered
 * in place, which MPICH never takes, is Open MPI's alltoall in place. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "alltoall_messages.h"

#include <stdlib.h>

enum { BATCH };

/* Receives and sends number from .. end - 1; number 0 is the rank's own. */
static void run_batch(struct tn_p2p *p, int from, int end, struct tn_request *q)
{
  int n = 0;
  for (int i = from; i < end; i++)
    if (i > 0)
      n += tn_alltoall_start_receive(p, i, &q[n]);
    else
      tn_alltoall_keep_own(p->r);
  for (int i = from > 0 ? from : 1; i < end; i++)
    n += tn_alltoall_start_send(p, i, &q[n]);
  tn_request_wait_all(p, n, q);
}

static void scattered(struct tn_strand *r)
{
  const int n = r->call->n_ranks;
  const int batch = r->call->params[BATCH] < n ? (int)r->call->params[BATCH] : n;
  struct tn_p2p p;
  if (r->call->in_place) {
    tn_alltoall_in_place(r, false);
    return;
  }
  struct tn_request *q = calloc(2 * (size_t)batch, sizeof *q);
  if (!q)
    abort();
  tn_p2p_begin(&p, r, tn_alltoall_use(r->call, false));
  for (int i = 0; i < n; i += batch)
    run_batch(&p, i, i + batch < n ? i + batch : n, q);
  tn_p2p_end(&p);
  free(q);
}

static void replace(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_alltoall_use(call, false)));
  for (int peer = 0; peer < call->n_ranks; peer++) {
    const struct tn_span own = tn_pair_received(call, TN_RECV, peer, call->rank);
    const struct tn_span aside = { call->rank, TN_TEMP, 0, own.len };
    if (peer == call->rank)
      continue;
    tn_move(r, aside, own);
    tn_sendrecv(&p, peer, aside, own, (struct tn_span){ peer, TN_TEMP, 0, own.len });
  }
  tn_p2p_end(&p);
}

static const char *in_place_only(const struct tn_call *call)
{
  return call->in_place ? NULL : "it is for calls in place (--in-place)";
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return tn_alltoall_scratch(call, false);
}

#define BATCH_PARAM                                                                                \
  {                                                                                                \
    .name = "batch", .kind = TN_PARAM_INT, .min = 1, .max = 0, .preset = 32,                       \
    .summary = "receives, and as many sends, that are started together"                            \
  }

#define MPICH_ALLTOALL                                                                             \
  .collective = TN_ALLTOALL, .source = "MPICH, src/mpi/coll/alltoall", .scratch = scratch,         \
  TN_MESSAGES

const struct tn_algorithm tn_alltoall_scattered = {
  MPICH_ALLTOALL,
  .name = "scattered",
  .summary = "receives and sends in batches, each waited for",
  .mpich = "scattered",
  .params = { [BATCH] = BATCH_PARAM },
  .run = scattered,
};

const struct tn_algorithm tn_alltoall_replace = {
  MPICH_ALLTOALL,
  .name = "pairwise-replace",
  .summary = "in place: exchanges with all ranks in turn",
  .mpich = "pairwise_sendrecv_replace",
  .unsupported = in_place_only,
  .run = replace,
};

#define MPICH_ALLTOALLV                                                                            \
  .collective = TN_ALLTOALLV, .source = "MPICH, src/mpi/coll/alltoallv", .scratch = scratch,       \
  TN_MESSAGES

const struct tn_algorithm tn_alltoallv_scattered = {
  MPICH_ALLTOALLV,
  .name = "scattered",
  .summary = "receives and sends in batches, each waited for",
  .mpich = "scattered",
  .ucc = "pairwise",
  .params = { [BATCH] = BATCH_PARAM },
  .run = scattered,
};

const struct tn_algorithm tn_alltoallv_replace = {
  MPICH_ALLTOALLV,
  .name = "pairwise-replace",
  .summary = "in place: exchanges with all ranks in turn",
  .mpich = "pairwise_sendrecv_replace",
  .unsupported = in_place_only,
  .run = replace,
};
