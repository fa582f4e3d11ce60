/* Scatter and gather of the CMA paper, section IV, with the equations of IV.A.1 to IV.A.3. Section
 * IV.B has the same equations for gather, with reads and writes exchanged.
 *
 * parallel-read (gather: parallel-write): the root publishes its buffer, and all p - 1 other ranks
 *   copy at once. T = T_bcast + alpha + n*beta + l*gamma_{p-1}*ceil(n/s) + T_gather
 * sequential-write (sequential-read): the root gets the address of every rank's buffer, copies one
 *   block after another and signals all ranks. T = T_memcpy + T_gather + (p-1)*(alpha + n*beta +
 *   l*ceil(n/s)) + T_bcast
 * throttled-read (throttled-write): as parallel-read, but relative rank r starts only when relative
 *   rank r - k is done. T = T_bcast + ceil((p-1)/k)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * n = call->block, p = call->n_ranks, k = the parameter throttle; alpha, beta, l, gamma, s belong
 * to the mechanism. Departures: there are p - 1 readers and steps, where the paper writes p. A rank
 * waits for rank - k if rank - k > 0 (the paper prints <= 0). The root of a throttled copy waits
 * for the last k ranks before it reuses its buffer. sequential-read gathers the addresses of the
 * send buffers (the paper prints receive buffers). */
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

/* Definitions for scatter and gather. `does` is the verb in the name (read or write), `from` is
 * "from" or "to" (the root), `section` is a section of the paper. */
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

/* Definition of knem-linear, the KNEM paper's scatter or gather (mapped/knem.c). */
#define KNEM(c, into)                                                                              \
  LINEAR(c), TN_OF_KNEM,                                                                           \
      .name = "knem-linear", .run = parallel,                                                      \
      .summary = "all ranks copy their block " into " the root's region at once",                  \
      .source = "KNEM paper, V.B"

const struct tn_algorithm tn_scatter_knem_linear = { KNEM(TN_SCATTER, "from") };
const struct tn_algorithm tn_gather_knem_linear = { KNEM(TN_GATHER, "into") };
