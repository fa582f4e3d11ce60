/* Scatter of the CMA paper, section IV.A, equations of IV.A.1 to IV.A.3.
 *
 * parallel-read: the root publishes its buffer, all p - 1 others read at once.
 *   T = T_bcast + alpha + n*beta + l*gamma_{p-1}*ceil(n/s) + T_gather
 * sequential-write: the root gets every address, writes block after block, signals all.
 *   T = T_memcpy + T_gather + (p-1)*(alpha + n*beta + l*ceil(n/s)) + T_bcast
 * throttled-read: as parallel-read, but relative rank r starts only when r - k is done.
 *   T = T_bcast + ceil((p-1)/k)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * n = call->block, p = call->n_ranks, k = the parameter throttle; alpha, beta, l, gamma, s belong
 * to the mechanism.
 *
 * Departures: p - 1 readers and steps, where the paper writes p; a rank waits for rank - k when
 * that is > 0 (printed: <= 0); the root of a throttled read waits for the last k readers, since its
 * buffer must not be reused before. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/linear.h"

enum { THROTTLE };

static struct tn_span part_at_root(const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, TN_SEND, tn_displacement(call, rank), tn_count(call, rank) };
}

static struct tn_span part_at_peer(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, tn_count(call, rank) };
}

static struct tn_linear plan(const struct tn_call *call)
{
  return (struct tn_linear){ .root_part = part_at_root,
                             .peer_part = part_at_peer,
                             .own_move = !call->in_place };
}

static void parallel_read(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->n_ranks);
}

static void sequential_write(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_root_copies(r, &l);
}

static void throttled_read(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->params[THROTTLE]);
}

const struct tn_algorithm tn_scatter_parallel_read = {
  .collective = TN_SCATTER,
  .name = "parallel-read",
  .summary = "all ranks read their block from the root at once",
  .source = "CMA paper, IV.A.1",
  .cma_native = true,
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_at_once,
  .run = parallel_read,
};

const struct tn_algorithm tn_scatter_sequential_write = {
  .collective = TN_SCATTER,
  .name = "sequential-write",
  .summary = "the root writes block after block",
  .source = "CMA paper, IV.A.2",
  .cma_native = true,
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_in_turn,
  .run = sequential_write,
};

const struct tn_algorithm tn_scatter_throttled_read = {
  .collective = TN_SCATTER,
  .name = "throttled-read",
  .summary = "at most `throttle` ranks read from the root at a time",
  .source = "CMA paper, IV.A.3",
  .cma_native = true,
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_throttled,
  .run = throttled_read,
};

const struct tn_algorithm tn_scatterv_parallel_read = {
  .collective = TN_SCATTERV,
  .name = "parallel-read",
  .summary = "all ranks read their block from the root at once",
  .source = "CMA paper, IV.A.1, with counts",
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_at_once,
  .run = parallel_read,
};

const struct tn_algorithm tn_scatterv_sequential_write = {
  .collective = TN_SCATTERV,
  .name = "sequential-write",
  .summary = "the root writes block after block",
  .source = "CMA paper, IV.A.2, with counts",
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_in_turn,
  .run = sequential_write,
};

const struct tn_algorithm tn_scatterv_throttled_read = {
  .collective = TN_SCATTERV,
  .name = "throttled-read",
  .summary = "at most `throttle` ranks read from the root at a time",
  .source = "CMA paper, IV.A.3, with counts",
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },
  TN_SINGLE_COPY,
  .unsupported = tn_supports_all,
  .n_slots = tn_linear_slots,
  .form = tn_form_copies_throttled,
  .run = throttled_read,
};
