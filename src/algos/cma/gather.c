/* Gather of the CMA paper, section IV.B, equations of IV.B.1 to IV.B.3: scatter with reads and
 * writes exchanged.
 *
 * parallel-write: the root publishes its buffer, all p - 1 others write at once.
 *   T = T_bcast + alpha + n*beta + l*gamma_{p-1}*ceil(n/s) + T_gather
 * sequential-read: the root gets every address, reads block after block, signals all.
 *   T = T_memcpy + T_gather + (p-1)*(alpha + n*beta + l*ceil(n/s)) + T_bcast
 * throttled-write: as parallel-write, but relative rank r starts only when r - k is done.
 *   T = T_bcast + ceil((p-1)/k)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * n = call->block, p = call->n_ranks, k = the parameter throttle.
 *
 * Departures: as in scatter.c; sequential-read gathers the addresses of the send buffers (printed:
 * receive buffers). */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/linear.h"

enum { THROTTLE };

static struct tn_span part_at_root(const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, TN_RECV, tn_displacement(call, rank), tn_count(call, rank) };
}

static struct tn_span part_at_peer(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_SEND, 0, tn_count(call, rank) };
}

static struct tn_linear plan(const struct tn_call *call)
{
  return (struct tn_linear){ .root_part = part_at_root,
                             .peer_part = part_at_peer,
                             .to_root = true,
                             .own_move = !call->in_place };
}

static void parallel_write(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->n_ranks);
}

static void sequential_read(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_root_copies(r, &l);
}

static void throttled_write(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->params[THROTTLE]);
}

const struct tn_algorithm tn_gather_parallel_write = {
  .collective = TN_GATHER,
  .name = "parallel-write",
  .summary = "all ranks write their block to the root at once",
  .source = "CMA paper, IV.B.1",
  .cma_native = true,
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_at_once,
  .run = parallel_write,
};

const struct tn_algorithm tn_gather_sequential_read = {
  .collective = TN_GATHER,
  .name = "sequential-read",
  .summary = "the root reads block after block",
  .source = "CMA paper, IV.B.2",
  .cma_native = true,
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_in_turn,
  .run = sequential_read,
};

const struct tn_algorithm tn_gather_throttled_write = {
  .collective = TN_GATHER,
  .name = "throttled-write",
  .summary = "at most `throttle` ranks write to the root at a time",
  .source = "CMA paper, IV.B.3",
  .cma_native = true,
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_throttled,
  .run = throttled_write,
};

const struct tn_algorithm tn_gatherv_parallel_write = {
  .collective = TN_GATHERV,
  .name = "parallel-write",
  .summary = "all ranks write their block to the root at once",
  .source = "CMA paper, IV.B.1, with counts",
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_at_once,
  .run = parallel_write,
};

const struct tn_algorithm tn_gatherv_sequential_read = {
  .collective = TN_GATHERV,
  .name = "sequential-read",
  .summary = "the root reads block after block",
  .source = "CMA paper, IV.B.2, with counts",
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_in_turn,
  .run = sequential_read,
};

const struct tn_algorithm tn_gatherv_throttled_write = {
  .collective = TN_GATHERV,
  .name = "throttled-write",
  .summary = "at most `throttle` ranks write to the root at a time",
  .source = "CMA paper, IV.B.3, with counts",
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_throttled,
  .run = throttled_write,
};
