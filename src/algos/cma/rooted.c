/* Scatter and gather of the CMA paper, section IV, equations of IV.A.1 to IV.A.3; IV.B has the same
 * with reads and writes exchanged.
 *
 * parallel-read (gather: parallel-write): the root publishes its buffer, all p - 1 others copy at
 *   once. T = T_bcast + alpha + n*beta + l*gamma_{p-1}*ceil(n/s) + T_gather
 * sequential-write (sequential-read): the root gets every address, copies one block after another,
 *   signals all. T = T_memcpy + T_gather + (p-1)*(alpha + n*beta + l*ceil(n/s)) + T_bcast
 * throttled-read (throttled-write): as the first, but relative rank r starts only when r - k is
 *   done. T = T_bcast + ceil((p-1)/k)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * n = call->block, p = call->n_ranks, k = the parameter throttle; alpha, beta, l, gamma, s belong
 * to the mechanism.
 * Departures: p - 1 readers and steps, where the paper writes p; a rank waits for rank - k when
 * that is > 0 (printed: <= 0); the root of a throttled copy waits for the last k ranks, since its
 * buffer must not be reused before; sequential-read gathers the addresses of the send buffers
 * (printed: receive buffers). */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/linear.h"

enum { THROTTLE };

static struct tn_linear plan(const struct tn_call *call)
{
  return (struct tn_linear){ .root_part = tn_block_at_root,
                             .peer_part = tn_block_at_rank,
                             .to_root = tn_gathers(call),
                             .own_move = !call->in_place };
}

static void parallel(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->n_ranks);
}

static void sequential(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_root_copies(r, &l);
}

static void throttled(struct tn_strand *r)
{
  const struct tn_linear l = plan(r->call);
  tn_linear_peers_copy(r, &l, r->call->params[THROTTLE]);
}

/* Initialisers of the algorithms of both collectives: the name, `from` or `to` the root, and the
 * section. */
#define LINEAR(c) .collective = c, .counted = true, .n_lines = TN_LINEAR_LINES
#define NATIVE(c) LINEAR(c), TN_SINGLE_COPY, .cma_native = true
#define PARALLEL(c, does, from, section)                                                           \
  NATIVE(c), .name = "parallel-" does, .form = tn_form_copies_at_once, .run = parallel,            \
             .summary = "all ranks " does " their block " from " the root at once",                \
             .source = "CMA paper, " section
#define SEQUENTIAL(c, does, section)                                                               \
  NATIVE(c), .name = "sequential-" does, .form = tn_form_copies_in_turn, .run = sequential,        \
             .summary = "the root " does "s block after block", .source = "CMA paper, " section
#define THROTTLED(c, does, from, section)                                                          \
  NATIVE(c), .name = "throttled-" does, .form = tn_form_copies_throttled, .run = throttled,        \
             .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },                    \
             .summary = "at most `throttle` ranks " does " " from " the root at a time",           \
             .source = "CMA paper, " section

const struct tn_algorithm tn_scatter_parallel_read = { PARALLEL(TN_SCATTER, "read", "from",
                                                                "IV.A.1") };
const struct tn_algorithm tn_scatter_sequential_write = { SEQUENTIAL(TN_SCATTER, "write",
                                                                     "IV.A.2") };
const struct tn_algorithm tn_scatter_throttled_read = { THROTTLED(TN_SCATTER, "read", "from",
                                                                  "IV.A.3") };
const struct tn_algorithm tn_gather_parallel_write = { PARALLEL(TN_GATHER, "write", "to",
                                                                "IV.B.1") };
const struct tn_algorithm tn_gather_sequential_read = { SEQUENTIAL(TN_GATHER, "read", "IV.B.2") };
const struct tn_algorithm tn_gather_throttled_write = { THROTTLED(TN_GATHER, "write", "to",
                                                                  "IV.B.3") };

/* The KNEM paper's algorithm (mapped/knem.c). */
#define KNEM(c, into)                                                                              \
  LINEAR(c), TN_OF_KNEM,                                                                           \
      .name = "knem-linear", .run = parallel,                                                      \
      .summary = "all ranks copy their block " into " the root's region at once",                  \
      .source = "KNEM paper, V.B"

const struct tn_algorithm tn_scatter_knem_linear = { KNEM(TN_SCATTER, "from") };
const struct tn_algorithm tn_gather_knem_linear = { KNEM(TN_GATHER, "into") };
